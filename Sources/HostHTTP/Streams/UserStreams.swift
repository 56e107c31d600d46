@_spi(Hosting) package import FeatureKit
package import HostAccess

/// The open streams of signed-in users, which end when the sign-in expires or is revoked.
///
/// The references are weak: a stream lives as long as its request.
package final class UserStreams: Sendable {
    /// How long it relies on the wall clock, which may be set.
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

    /// Ends a stream when its reader's sign-in is no longer valid, and soon if that has already happened.
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

    /// Checks all streams soon, since a sign-in may have become invalid.
    package func look() { bell.ring() }

    /// Ends streams until it is cancelled.
    package func run(knowing authenticator: any Authenticator) async {
        while !Task.isCancelled {
            let next = cut(knowing: authenticator)
            await bell.wait(until: clock.uptime + min(next, Self.longestWait), on: clock)
        }
    }

    /// Ends the streams whose readers' sign-in is invalid; returns how long until the next one expires.
    private func cut(knowing authenticator: any Authenticator) -> Duration {
        let now = clock.now
        let streams = state.withLock { state in
            state.streams.removeAll { $0.stream == nil }
            return state.streams
        }
        var (next, isOver) = (Self.longestWait, [Identity]())
        for held in streams {
            guard authenticator.stillKnows(held.user, at: now) else {
                held.stream?.cut(StreamReply.signedOut)
                isOver.append(held.user)
                continue
            }
            if let until = held.user.until { next = min(next, now.duration(to: until)) }
        }
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
