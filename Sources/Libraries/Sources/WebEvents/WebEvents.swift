public import FeatureKit
internal import WebClient

/// A stream of server-sent events, followed for as long as its task runs: where it ends it is asked again, from the last
/// event's id on.
public struct WebEvents: Sendable {
    /// What comes of following a stream.
    public enum News: Equatable, Sendable {
        case event(WebEvent)
        /// The server says that it is there and has nothing new; once a second at most.
        case heartbeat
        /// The stream can't be read, or has ended with a problem.
        case lost(WebEventsProblem)
    }

    /// How many events wait to be read; a server that sends more at once is disconnected.
    public static let mostWaiting = 256
    /// The pause before the next connection where the server does not say how long, and the shortest that it may say.
    private static let usualRetry = Duration.seconds(1)
    private static let shortestRetry = Duration.milliseconds(100)
    private static let heartbeatPause = Duration.seconds(1)
    /// What comes at once; the reader bounds the rest.
    private static let mostBytes = 1 << 20

    private let question: WebQuestion
    private let longestPause: Duration
    private let clock: FeatureClock

    /// Makes a stream; nothing is asked yet.
    ///
    /// - Parameters:
    ///   - address: Where it is, by `http` or `https`.
    ///   - bearer: A secret for this server, and for none that it points to.
    ///   - begin: How long the answer may take to begin.
    ///   - silence: A stream in which nothing at all comes for so long is left.
    ///   - longestPause: The longest pause before the next connection.
    ///   - clock: The feature's clock.
    public init(
        _ address: String, bearer: Secret? = nil, begin: Duration, silence: Duration, longestPause: Duration,
        clock: FeatureClock
    ) {
        var question = WebQuestion(
            address, patience: .stream(head: begin, silence: silence), mostBytes: Self.mostBytes)
        question.accept = "text/event-stream"
        question.bearer = bearer
        (self.question, self.longestPause, self.clock) = (question, longestPause, clock)
    }

    /// What is known from one connection to the next.
    private struct Progress {
        var lastID = ""
        var retry = usualRetry
        /// When something was last understood.
        var heard: Duration?
    }

    /// Hands out what comes, until the feature is asked to stop or the task is cancelled.
    ///
    /// - Parameter take: Takes news; false where an event was not understood. A connection of which nothing was understood
    ///   counts as a failure, after which the pauses grow.
    public func follow(_ take: (News) async -> Bool) async {
        var progress = Progress()
        var plan = PollPlan(every: progress.retry, longest: longestPause)
        while !Task.isCancelled {
            let connection = EventConnection(mostWaiting: Self.mostWaiting)
            let (isUnderstood, problem) = await read(connection, &progress, take)
            if Task.isCancelled || problem == .web(WebProblem(.stopped)) { return }
            if let problem { _ = await take(.lost(problem)) }
            if let retry = connection.retry, retry != progress.retry {
                progress.retry = min(max(retry, Self.shortestRetry), longestPause)
                plan = PollPlan(every: progress.retry, longest: longestPause)
            }
            let pause = plan.pause(afterSuccess: isUnderstood, chance: .random(in: 0...1), least: problem?.retryAfter)
            do { try await clock.sleep(for: pause) } catch { return }
        }
    }

    private func read(
        _ connection: EventConnection, _ progress: inout Progress, _ take: (News) async -> Bool
    ) async -> (isUnderstood: Bool, problem: WebEventsProblem?) {
        var question = question
        question.fields = [("Cache-Control", "no-cache")]
        if !progress.lastID.isEmpty { question.fields.append(("Last-Event-ID", progress.lastID)) }
        return await withTaskGroup(of: WebEventsProblem?.self) { [question] group in
            group.addTask { await connection.read(question) }
            var isUnderstood = false
            for await item in connection.items {
                switch item {
                case .event(let event, let lastID):
                    let now = clock.uptime
                    if await take(.event(event)) { (isUnderstood, progress.heard) = (true, now) }
                    progress.lastID = lastID
                case .heartbeat:
                    let now = clock.uptime
                    guard let heard = progress.heard, now - heard >= Self.heartbeatPause else { continue }
                    progress.heard = now
                    _ = await take(.heartbeat)
                }
            }
            let problem = await group.next() ?? nil
            // A server may end a stream that has said something whenever it likes.
            return (isUnderstood, problem ?? (isUnderstood ? nil : .saidNothing))
        }
    }
}
