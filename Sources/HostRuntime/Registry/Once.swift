internal import Synchronization

/// Tells the first time from all later ones.
final class Once: Sendable {
    private let happened = Atomic(false)

    func isFirst() -> Bool { !happened.exchange(true, ordering: .relaxed) }
}
