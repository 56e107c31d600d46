internal import FeatureKit

/// The clients that follow their inboxes now.
final class InboxStreams: Sendable {
    /// How many entries wait for a slow client, whose stream ends beyond that; it comes again and asks for what it missed.
    private static let mostWaiting = 100

    private struct State {
        var last = 0
        var isOver = false
        var followers: [String: [Int: AsyncStream<InboxEntry.View>.Continuation]] = [:]
    }

    private let state = Lock(State())

    /// What comes into a person's inbox from now on.
    func follow(_ person: String) -> AsyncStream<InboxEntry.View> {
        let (stream, continuation) = AsyncStream<InboxEntry.View>.makeStream(
            bufferingPolicy: .bufferingOldest(Self.mostWaiting))
        let id = state.withLock { state -> Int? in
            guard !state.isOver else { return nil }
            state.last += 1
            state.followers[person, default: [:]][state.last] = continuation
            return state.last
        }
        guard let id else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { state in
                state.followers[person]?[id] = nil
                if state.followers[person]?.isEmpty == true { state.followers[person] = nil }
            }
        }
        return stream
    }

    /// Shows what is in an inbox now to everybody who follows it.
    func show(_ entries: [Stored<InboxEntry>]) {
        for entry in entries {
            let followers = state.withLock { $0.followers[entry.document.person].map { Array($0.values) } ?? [] }
            for follower in followers {
                if case .dropped = follower.yield(entry.view) { follower.finish() }
            }
        }
    }

    /// Ends all streams; clients come again and ask for what they missed.
    func end() {
        let followers = state.withLock { state in
            state.isOver = true
            return state.followers.values.flatMap(\.values)
        }
        for follower in followers { follower.finish() }
    }
}
