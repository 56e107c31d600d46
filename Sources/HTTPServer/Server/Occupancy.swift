internal import FeatureKit
internal import Glibc
internal import Synchronization

/// How many connections there are on all loops and of each network, and whether there may be one more.
final class Occupancy: Sendable {
    /// How many may be told beyond a limit, at a time, that there are too many.
    static let mostTurnedAway = 32
    /// Unless it is said otherwise, one network may have this part of all connections.
    static let sharesOfConnections = 8

    /// Why a client is not served.
    enum Refusal: Equatable {
        /// There are too many connections.
        case all
        /// There are too many of its network.
        case address
    }

    /// A client's place among all.
    struct Place {
        fileprivate let occupancy: Occupancy
        fileprivate let network: ClientNetwork?
        /// Nil where it is served.
        let refusal: Refusal?
        /// Whether it counts; for one that does not there is not even room to say why it is refused.
        let isTaken: Bool

        /// Counts the client out.
        func leave() { if isTaken { occupancy.leave(network) } }
    }

    private let most: Int
    private let number = Atomic(0)
    private let mostOfNetwork: Atomic<Int>
    private let networks = Lock<[ClientNetwork: Int]>([:])

    /// Takes the smaller one of the limit and what the process's descriptors allow.
    init(_ limits: ServerLimits) {
        var descriptors = rlimit()
        let isKnown = unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &descriptors) == 0
        let room = isKnown ? Int(clamping: descriptors.rlim_cur) &- limits.spareDescriptors : limits.connections
        most = max(1, min(limits.connections, room))
        mostOfNetwork = Atomic(max(1, most / Self.sharesOfConnections))
    }

    /// Lets each network have so many connections from now on; nil lets it have its part of all.
    func limit(ofNetwork count: Int?) {
        mostOfNetwork.store(max(1, count ?? most / Self.sharesOfConnections), ordering: .relaxed)
    }

    /// Counts a client in.
    ///
    /// - Parameter network: Whose it is; nil where that has no limit of its own.
    func enter(_ network: ClientNetwork?) -> Place {
        let before = number.add(1, ordering: .relaxed).oldValue
        let limit = mostOfNetwork.load(ordering: .relaxed)
        let ofNetwork = network.map { network in
            networks.withLock { networks in
                let before = networks[network, default: 0]
                networks[network] = before + 1
                return before
            }
        }
        let refusal: Refusal? = before >= most ? .all : ofNetwork.map { $0 >= limit } == true ? .address : nil
        let isDropped =
            before >= most &+ Self.mostTurnedAway || ofNetwork.map { $0 >= limit &+ Self.mostTurnedAway } == true
        if isDropped { leave(network) }
        return Place(occupancy: self, network: network, refusal: refusal, isTaken: !isDropped)
    }

    private func leave(_ network: ClientNetwork?) {
        number.subtract(1, ordering: .relaxed)
        guard let network else { return }
        networks.withLock { networks in
            guard let count = networks[network] else { return }
            networks[network] = count > 1 ? count - 1 : nil
        }
    }

    var count: Int { number.load(ordering: .relaxed) }
}
