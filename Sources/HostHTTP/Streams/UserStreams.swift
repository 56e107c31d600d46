@_spi(Hosting) package import FeatureKit
package import HostAccess

/// The open streams of those who have signed in, which end when what they signed in with is over or was revoked.
///
/// It holds none of them: they are there for as long as their requests are.
package final class UserStreams: Sendable {
    /// How long it relies on the clock: somebody may set it.
    static let longestWait = Duration.seconds(60)

    private struct Held {
        weak var stream: (any GatedStream)?
        let user: Identity
    }

    private struct State {
        var streams: [Held] = []
        var mostUnpruned = GatedStreams.leastToPrune
    }

    private let state = Lock(State())
    private let bell = Bell()
    private let clock: any ClockSource

    /// Ends nothing before it runs.
    package init(clock: any ClockSource) { self.clock = clock }

    /// Ends a stream when its reader has not signed in any more; soon, where that has happened on its way here.
    func add(_ stream: any GatedStream, of user: Identity) {
        state.withLock { state in
            if state.streams.count >= state.mostUnpruned {
                state.streams.removeAll { $0.stream == nil }
                state.mostUnpruned = max(GatedStreams.leastToPrune, 2 * state.streams.count)
            }
            state.streams.append(Held(stream: stream, user: user))
        }
        bell.ring()
    }

    /// Looks at all of them soon: somebody may not count any more.
    package func look() { bell.ring() }

    /// Ends streams until it is cancelled.
    package func run(knowing authenticator: any Authenticator) async {
        while !Task.isCancelled {
            let next = cut(knowing: authenticator)
            await bell.wait(until: clock.uptime + min(next, Self.longestWait), on: clock)
        }
    }

    /// Ends those whose readers do not count any more; how long until the next one is over.
    private func cut(knowing authenticator: any Authenticator) -> Duration {
        let now = clock.now
        let streams = state.withLock { state in
            state.streams.removeAll { $0.stream == nil }
            return state.streams
        }
        var next = Self.longestWait
        for held in streams {
            guard authenticator.stillKnows(held.user, at: now) else {
                held.stream?.cut(StreamReply.signedOut)
                continue
            }
            if let until = held.user.until { next = min(next, now.duration(to: until)) }
        }
        let isOver = streams.map(\.user).filter { !authenticator.stillKnows($0, at: now) }
        if !isOver.isEmpty {
            state.withLock { state in state.streams.removeAll { held in isOver.contains { $0 === held.user } } }
        }
        return next
    }
}

extension Timestamp {
    /// How long it is from here to a later one.
    fileprivate func duration(to other: Timestamp) -> Duration {
        .nanoseconds(Int64(clamping: Int128(other.nanoseconds) - Int128(nanoseconds)))
    }
}
