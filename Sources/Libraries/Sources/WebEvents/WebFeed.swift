public import FeatureKit
internal import WebClient

/// A source of the web that is polled or followed as server-sent events, and is told alike either way.
public struct WebFeed: Sendable {
    /// What comes of it.
    public enum News: Equatable, Sendable {
        /// A document, or an event with its name.
        case content([UInt8], name: String)
        /// All is as it was.
        case unchanged
        /// Why nothing comes.
        case lost(String)
    }

    /// The most bytes of a document.
    public static let mostBytes = 1 << 20
    /// The longest pause after failures, and the longest that a server may ask for; no longer than `stale` either.
    private static let longestPause = Duration.seconds(60)
    /// By so much of it a pause may be longer by chance.
    private static let jitter = 10

    private let address: String
    private let isStream: Bool
    private let bearer: Secret?
    private let every: Duration
    private let timeout: Duration
    private let stale: Duration
    private let clock: FeatureClock

    /// Plans to ask; nothing is asked yet.
    ///
    /// - Parameters:
    ///   - bearer: A secret for this server, and for none that it points to.
    ///   - every: How often a document is asked for.
    ///   - timeout: How long an answer may take, or a stream's beginning.
    ///   - stale: How long the last news count: no pause is longer, and a stream that is silent for so long is left.
    public init(
        _ address: String, isStream: Bool, bearer: Secret? = nil, every: Duration, timeout: Duration, stale: Duration,
        clock: FeatureClock
    ) {
        (self.address, self.isStream, self.bearer, self.clock) = (address, isStream, bearer, clock)
        (self.every, self.timeout, self.stale) = (every, timeout, stale)
    }

    /// Hands out what comes, until the feature is asked to stop or the task is cancelled.
    ///
    /// - Parameter take: Takes news; false where they were not understood, so that they have to come again as a whole.
    public func follow(_ take: (News) async -> Bool) async {
        let longest = withinStale(Self.longestPause)
        guard isStream else { return await poll(longest, take) }
        let events = WebEvents(
            address, bearer: bearer, begin: timeout, silence: stale, longestPause: longest, clock: clock)
        await events.follow { news in
            switch news {
            case .event(let event): await take(.content(event.data, name: event.name))
            case .heartbeat: await take(.unchanged)
            case .lost(let problem): await take(.lost("\(problem)"))
            }
        }
    }

    private func poll(_ longest: Duration, _ take: (News) async -> Bool) async {
        var question = WebQuestion(address, patience: .whole(timeout), mostBytes: Self.mostBytes)
        (question.accept, question.bearer) = ("application/json", bearer)
        let poll = WebPoll(question, every: withinStale(every), longestPause: longest, clock: clock)
        await poll.follow { news in
            switch news {
            case .document(let document): await take(.content(document.bytes, name: ""))
            case .unchanged: await take(.unchanged)
            case .lost(let problem): await take(.lost("\(problem)"))
            }
        }
    }

    /// A pause that is over before the last news are stale, however much chance adds to it.
    private func withinStale(_ pause: Duration) -> Duration {
        min(pause, stale / (Self.jitter + 1) * Self.jitter)
    }
}
