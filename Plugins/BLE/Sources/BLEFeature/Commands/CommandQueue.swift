internal import FeatureKit

/// The commands that wait, so that gateways may ask often; pure, time is an argument.
struct CommandQueue: Sendable {
    /// How many wait for one beacon, and for all.
    static let mostOfBeacon = 100
    static let mostAtAll = 10_000
    /// How many a gateway is handed at a time.
    static let mostHanded = 100
    /// How long a command that a gateway has taken is left to it, also where another one hears the beacon meanwhile.
    static let lease = Duration.seconds(30)

    struct Waiting: Sendable {
        let id: String
        var command: Command
        let expires: Duration
        /// The gateways that were told of it, and when first.
        fileprivate var takers: [String: Duration] = [:]

        init(id: String, command: Command, expires: Duration) {
            (self.id, self.command, self.expires) = (id, command, expires)
        }
    }

    /// By their places, the oldest first.
    private var waiting: [Waiting] = []
    private var orders: [String: Int64] = [:]
    private(set) var counts: [String: Int] = [:]

    var count: Int { waiting.count }
    var isEmpty: Bool { waiting.isEmpty }

    mutating func add(_ new: Waiting) {
        guard orders[new.id] == nil else { return }
        orders[new.id] = new.command.order
        counts[new.command.beacon, default: 0] += 1
        waiting.insert(new, at: index(of: new.command.order))
    }

    /// Takes what became of one.
    mutating func update(_ id: String, _ command: Command) {
        guard command.state == .PENDING else { return remove([id]) }
        guard let order = orders[id] else { return }
        waiting[index(of: order)].command = command
    }

    mutating func remove(_ ids: [String]) {
        for id in ids {
            guard let order = orders.removeValue(forKey: id) else { continue }
            let beacon = waiting.remove(at: index(of: order)).command.beacon
            counts[beacon] = counts[beacon].flatMap { $0 > 1 ? $0 - 1 : nil }
        }
    }

    /// The place of the first that does not come before.
    private func index(of order: Int64) -> Int {
        var (low, high) = (0, waiting.count)
        while low < high {
            let middle = (low + high) / 2
            if waiting[middle].command.order < order { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Those of a beacon.
    func ids(of beacon: String) -> [String] {
        counts[beacon] == nil ? [] : waiting.filter { $0.command.beacon == beacon }.map(\.id)
    }

    /// What a gateway has to do, oldest first: before all what is for beacons that it is near to, so that those which nobody
    /// hears keep nobody waiting.
    ///
    /// - Parameter near: The gateway that a beacon is near to; nil where any may do it.
    func commands(for gateway: String, at uptime: Duration, near: (String) -> String?) -> [Waiting] {
        var found: [Waiting] = []
        var unheard: [Waiting] = []
        var known: [String: String?] = [:]
        for one in waiting where found.count < Self.mostHanded {
            let beacon = one.command.beacon
            if one.command.answers.contains(where: { $0.gateway == gateway }) { continue }
            let place: String?
            if let before = known[beacon] {
                place = before
            } else {
                place = near(beacon)
                known[beacon] = .some(place)
            }
            if one.takers[gateway] == nil {
                if let place {
                    guard place == gateway else { continue }
                    // Whoever has it and has not failed may be doing it just now.
                    let isBusy = one.takers.contains { taker in
                        uptime < taker.value + Self.lease
                            && !one.command.answers.contains { $0.gateway == taker.key }
                    }
                    if isBusy { continue }
                }
            }
            if place == gateway {
                found.append(one)
            } else if unheard.count < Self.mostHanded {
                unheard.append(one)
            }
        }
        return found + unheard.prefix(Self.mostHanded - found.count)
    }

    /// Notes that a gateway was told of some.
    mutating func hand(_ ids: [String], to gateway: String, at uptime: Duration) {
        for id in ids {
            guard let order = orders[id] else { continue }
            let place = index(of: order)
            if waiting[place].takers[gateway] == nil { waiting[place].takers[gateway] = uptime }
        }
    }

    /// Those whose time is over.
    func due(at uptime: Duration) -> [String] { waiting.filter { $0.expires <= uptime }.map(\.id) }

    /// When the next one's time is over.
    var next: Duration? { waiting.lazy.map(\.expires).min() }
}
