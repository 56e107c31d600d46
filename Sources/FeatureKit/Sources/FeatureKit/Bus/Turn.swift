internal import Synchronization

/// A member's standing, and what it published before it was its turn.
final class Turn: Sendable {
    /// How many messages wait; of those that come before it has taken over the oldest are lost, and counted.
    static let mostHeld = 1_024

    private struct Held {
        let parcel: Parcel
        let hub: TopicHub
        let seat: TopicHub.Seat
    }

    private struct State {
        var held = Ring<Held>()
        var lost: UInt64 = 0
    }

    private let number: Atomic<UInt8>
    private let state = Lock(State())
    /// Raised once what it publishes does not wait any more.
    let opened = Signal()

    init(_ standing: Standing) {
        number = Atomic(standing.rawValue)
        if !standing.waits { opened.raise() }
    }

    /// Read without the lock; changed only under it.
    var standing: Standing { Standing(rawValue: number.load(ordering: .acquiring)) ?? .revoked }

    /// How many messages were lost because they waited too long for its turn.
    var lost: UInt64 { state.withLock { $0.lost } }

    /// From here on it serves and reads; false where it was not held.
    func takeOver() -> Bool { state.withLock { _ in move(from: .held, to: .awaiting) } }

    /// From here on another one is the feature.
    func giveUp() { state.withLock { _ in _ = move(from: .counts, to: .superseded) } }

    /// Nothing counts any more; returns how many messages waited in vain.
    func revoke() -> UInt64 {
        let waited = state.withLock { state in
            number.store(Standing.revoked.rawValue, ordering: .releasing)
            defer { state.held = Ring() }
            return UInt64(state.held.count)
        }
        opened.raise()
        return waited
    }

    /// Keeps a message until it is its turn; false where it is that by now.
    func hold(_ parcel: Parcel, on hub: TopicHub, from seat: TopicHub.Seat, of member: Member) -> Bool {
        let (isHeld, isFull) = state.withLock { state -> (Bool, Bool) in
            guard standing.waits else { return (false, false) }
            if state.held.count >= Self.mostHeld {
                state.held.popFirst()?.hub.lose(1)
                state.lost += 1
            }
            state.held.append(Held(parcel: parcel, hub: hub, seat: seat))
            return (true, standing == .awaiting && state.held.count == Self.mostHeld)
        }
        // Rather among the other's last than lost.
        if isFull { open(for: member) }
        return isHeld
    }

    /// Publishes what waited, in its order and before all that comes now; false where nothing waits for that.
    @discardableResult
    func open(for member: Member) -> Bool {
        var wakeups = Wakeups()
        let wasHeld = state.withLock { state in
            guard standing == .awaiting else { return false }
            while let next = state.held.popFirst() {
                next.hub.publish(next.parcel, from: next.seat, by: member, waking: &wakeups)
            }
            return move(from: .awaiting, to: .counts)
        }
        wakeups.wake()
        if wasHeld { opened.raise() }
        return wasHeld
    }

    /// To be called under the lock.
    private func move(from former: Standing, to next: Standing) -> Bool {
        guard standing == former else { return false }
        number.store(next.rawValue, ordering: .releasing)
        return true
    }
}
