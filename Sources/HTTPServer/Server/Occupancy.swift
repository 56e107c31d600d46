internal import Glibc
internal import Synchronization

/// How many connections there are on all loops, and whether there may be one more.
final class Occupancy: Sendable {
    /// How many may be told beyond the limit, at a time, that there are too many.
    static let mostTurnedAway = 32

    private let most: Int
    private let number = Atomic(0)

    /// Takes the smaller one of the limit and what the process's descriptors allow.
    init(_ limits: ServerLimits) {
        var descriptors = rlimit()
        let isKnown = unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &descriptors) == 0
        let room = isKnown ? Int(clamping: descriptors.rlim_cur) &- limits.spareDescriptors : limits.connections
        most = max(1, min(limits.connections, room))
    }

    /// What a client gets who has connected.
    enum Admission {
        case served
        case turnedAway
        /// There is not even room to say why.
        case dropped
    }

    /// Counts a client in; one that is dropped does not count.
    func enter() -> Admission {
        let before = number.add(1, ordering: .relaxed).oldValue
        if before < most { return .served }
        if before < most &+ Self.mostTurnedAway { return .turnedAway }
        leave()
        return .dropped
    }

    /// Counts a client out.
    func leave() { number.subtract(1, ordering: .relaxed) }

    var count: Int { number.load(ordering: .relaxed) }
}
