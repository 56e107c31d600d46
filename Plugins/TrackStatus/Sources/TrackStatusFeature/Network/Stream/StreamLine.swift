internal import FeatureKit
internal import WebClient

/// One connection to a stream: what comes on the web's thread, for whoever reads it on another.
final class StreamLine: Sendable {
    enum Item: Equatable, Sendable {
        /// An event, and what is known once it was taken.
        case event(EventReader.Event, id: String)
        case heartbeat
    }

    /// Why a stream has ended, unless the server has ended it well.
    enum End: Error, Equatable, Sendable {
        case web(WebProblem)
        case noStream(type: String?)
        case eventTooLarge
        case tooFast
        case saidNothing

        init(_ problem: WebProblem) { self = .web(problem) }

        var retryAfter: Duration? { if case .web(let problem) = self { problem.retryAfter } else { nil } }
    }

    private struct State {
        var reader = EventReader()
        var retry: Duration?
        var end: End?
    }

    /// What events that are only heartbeats are called.
    private static let heartbeats: Set<String> = ["heartbeat", "ping"]

    let items: AsyncStream<Item>
    private let feed: AsyncStream<Item>.Continuation
    private let state = Lock(State())

    init(mostWaiting: Int) {
        (items, feed) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(mostWaiting))
    }

    /// How long the server wants whoever is cut off to wait, where it has said that.
    var retry: Duration? { state.withLock { $0.retry } }

    /// Follows the stream to its end, which is the end of the items, too.
    func follow(_ question: WebQuestion) async -> End? {
        defer { feed.finish() }
        do throws(WebProblem) {
            try await question.follow { head in
                self.begin(head["content-type"])
            } take: { bytes in
                self.take(bytes)
            }
            return state.withLock { $0.end }
        } catch { return state.withLock { $0.end } ?? End(error) }
    }

    private func begin(_ type: String?) {
        let name = type?.prefix { $0 != ";" }.lowercased().filter { !$0.isWhitespace }
        if name != "text/event-stream" { state.withLock { $0.end = .noStream(type: type) } }
    }

    /// Takes bytes; false ends the stream.
    private func take(_ bytes: [UInt8]) -> Bool {
        let items = state.withLock { state -> [Item]? in
            guard state.end == nil else { return nil }
            do throws(EventReader.TooLarge) {
                var items: [Item] = []
                for piece in try state.reader.take(bytes) {
                    switch piece {
                    case .retry(let duration): state.retry = duration
                    case .heartbeat: items.append(.heartbeat)
                    case .event(let event) where Self.heartbeats.contains(event.name): items.append(.heartbeat)
                    case .event(let event): items.append(.event(event, id: state.reader.lastID))
                    }
                }
                return items
            } catch {
                state.end = .eventTooLarge
                return nil
            }
        }
        guard let items else { return false }
        for item in items {
            guard case .dropped = feed.yield(item) else { continue }
            // A heartbeat too many is none too few.
            if item == .heartbeat { continue }
            state.withLock { $0.end = .tooFast }
            return false
        }
        return true
    }
}
