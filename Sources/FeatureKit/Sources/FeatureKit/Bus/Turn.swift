internal import Synchronization

/// A run's standing, and the messages that it holds back.
final class Turn: Sendable {
    /// The most messages that are held back; beyond it the oldest are lost, and counted, until the run takes over.
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
    /// Raised once what it publishes is no longer held back.
    let opened = Signal()

    init(_ standing: Standing) {
        number = Atomic(standing.rawValue)
        if !standing.waits { opened.raise() }
    }

    /// Read without the lock; changed only under it.
    var standing: Standing { Standing(rawValue: number.load(ordering: .acquiring)) ?? .revoked }

    /// How many messages were lost because too many were held back.
    var lost: UInt64 { state.withLock { $0.lost } }

    /// Starts to serve and read; false where it was not held.
    func takeOver() -> Bool { state.withLock { _ in move(from: .held, to: .awaiting) } }

    /// Another run acts as the feature from now on.
    func giveUp() { state.withLock { _ in _ = move(from: .counts, to: .superseded) } }

    /// Publishes nothing from now on; returns how many messages were held back and never published.
    func revoke() -> UInt64 {
        let waited = state.withLock { state in
            number.store(Standing.revoked.rawValue, ordering: .releasing)
            defer { state.held = Ring() }
            return UInt64(state.held.count)
        }
        opened.raise()
        return waited
    }

    /// Holds a message back until `open(for:)`; false where nothing is held back.
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
        // A message among the other run's last ones is better than a lost one.
        if isFull { open(for: member) }
        return isHeld
    }

    /// Publishes what was held back, in its order and before all that comes now; false unless the run is `awaiting`.
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
    private func move(from previous: Standing, to next: Standing) -> Bool {
        guard standing == previous else { return false }
        number.store(next.rawValue, ordering: .releasing)
        return true
    }
}
