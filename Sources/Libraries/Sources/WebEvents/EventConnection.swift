internal import FeatureKit
internal import WebClient

/// One connection to a stream: pieces come on the web's thread, and are read on another.
final class EventConnection: Sendable {
    enum Item: Equatable, Sendable {
        /// An event, and the last id once it was read.
        case event(WebEvent, lastID: String)
        case heartbeat
    }

    private struct State {
        var reader = EventReader()
        var retry: Duration?
        var problem: WebEventsProblem?
    }

    /// The names of events that are only heartbeats.
    private static let heartbeats: Set<String> = ["heartbeat", "ping"]

    let items: AsyncStream<Item>
    private let feed: AsyncStream<Item>.Continuation
    private let state = Lock(State())

    init(mostWaiting: Int) {
        (items, feed) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(mostWaiting))
    }

    /// How long the server wants a client to wait that lost its connection, where it said so.
    var retry: Duration? { state.withLock { $0.retry } }

    /// Reads the stream to its end, which ends the items, too.
    ///
    /// - Returns: Why it ended; nil where the server ended it in order.
    func read(_ question: WebQuestion) async -> WebEventsProblem? {
        defer { feed.finish() }
        do throws(WebProblem) {
            try await question.follow { head in
                self.begin(head["content-type"])
            } take: { bytes in
                self.take(bytes)
            }
            return state.withLock { $0.problem }
        } catch { return state.withLock { $0.problem } ?? .web(error) }
    }

    private func begin(_ type: String?) {
        let name = type?.prefix { $0 != ";" }.lowercased().filter { !$0.isWhitespace }
        if name != "text/event-stream" { state.withLock { $0.problem = .noEvents(type: type) } }
    }

    /// Takes bytes; false ends the stream.
    private func take(_ bytes: [UInt8]) -> Bool {
        let items = state.withLock { state -> [Item]? in
            guard state.problem == nil else { return nil }
            do throws(EventReader.TooLarge) {
                var items: [Item] = []
                for piece in try state.reader.read(bytes) {
                    switch piece {
                    case .retry(let duration): state.retry = duration
                    case .heartbeat: items.append(.heartbeat)
                    case .event(let event) where Self.heartbeats.contains(event.name): items.append(.heartbeat)
                    case .event(let event): items.append(.event(event, lastID: state.reader.lastID))
                    }
                }
                return items
            } catch {
                state.problem = .tooLarge
                return nil
            }
        }
        guard let items else { return false }
        for item in items {
            // A heartbeat that finds no room is not missed.
            guard case .dropped = feed.yield(item), item != .heartbeat else { continue }
            state.withLock { $0.problem = .tooFast }
            return false
        }
        return true
    }
}
