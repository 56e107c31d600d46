internal import Synchronization

/// How much memory all requests of a server take together beyond the block that each one begins with.
///
/// It is taken as bytes arrive, not as they are announced: who announces much and sends nothing takes nothing from
/// others. A request gives it back once nobody holds it any more.
final class BodyBudget: Sendable {
    private let most: Int
    private let taken = Atomic(0)

    init(_ limits: ServerLimits) { most = limits.bodyBudget }

    /// How many bytes are taken.
    var count: Int { taken.load(ordering: .relaxed) }

    /// Takes bytes that are there already.
    func take(_ count: Int) {
        guard count > 0 else { return }
        taken.add(count, ordering: .relaxed)
    }

    /// Takes bytes, unless that would be too many.
    func takeIfFree(_ count: Int) -> Bool {
        let before = taken.add(count, ordering: .relaxed).oldValue
        guard before &+ count > most else { return true }
        giveBack(count)
        return false
    }

    func giveBack(_ count: Int) {
        guard count > 0 else { return }
        taken.subtract(count, ordering: .relaxed)
    }
}
