internal import Ways

/// Where passengers get on and off: stops, and where rules of changes concern some lines or trips alone, parts of
/// a stop of which each has the same rules for everybody.
struct Places {
    /// What stands for a change that nobody can make.
    static let never = Int32.max / 4

    private struct Part: Hashable {
        var line = Network.none
        var trip = Network.none
    }

    struct Pair: Hashable {
        var from: UInt32
        var to: UInt32
    }

    /// The stop of each place; places have their stop's number as far as there are stops.
    private(set) var stops: [UInt32]
    /// The further places of stops that have some.
    private(set) var parts: [UInt32: [UInt32]] = [:]
    /// The seconds of a change at each place.
    private(set) var changes: [Int32] = []
    /// The walks with where they start, the shortest ones in seconds first.
    private(set) var feet: [(group: UInt32, value: Link)] = []

    private var kinds: [Part]
    private var named: [UInt32: [Part: UInt32]] = [:]

    init(_ network: Network) throws(TimetableProblem) {
        stops = Array(0..<UInt32(network.stops.count))
        kinds = Array(repeating: Part(), count: network.stops.count)
        let rules = try Self.resolved(network)
        for rule in rules where !rule.isForAll {
            part(of: rule.from, line: rule.fromLine, trip: rule.fromTrip, in: network)
            part(of: rule.to, line: rule.toLine, trip: rule.toTrip, in: network)
        }
        var walks: [Pair: Int32] = [:]
        for path in network.footpaths where path.from != path.to && path.seconds >= 0 {
            let pair = Pair(from: path.from, to: path.to)
            walks[pair] = min(walks[pair] ?? Self.never, path.seconds)
        }
        var ruled: [Pair: [Network.TransferRule]] = [:]
        for rule in rules { ruled[Pair(from: rule.from, to: rule.to), default: []].append(rule) }
        changes = stops.enumerated().map { place, stop in
            time(from: place, to: place, rules: ruled[Pair(from: stop, to: stop)], walk: nil, in: network)
                ?? Self.never
        }
        let pairs = Set(walks.keys).union(ruled.keys).union(parts.keys.map { Pair(from: $0, to: $0) })
        for pair in pairs {
            each(of: pair.from) { from in
                each(of: pair.to) { to in
                    guard from != to else { return }
                    let seconds = time(
                        from: Int(from), to: Int(to), rules: ruled[pair], walk: walks[pair], in: network)
                    if let seconds { feet.append((from, Link(to: to, length: seconds))) }
                }
            }
        }
        feet.sort { ($0.value.length, $0.value.to) < ($1.value.length, $1.value.to) }
    }

    /// Goes through all places of a stop.
    func each(of stop: UInt32, _ visit: (UInt32) -> Void) {
        visit(stop)
        for part in parts[stop] ?? [] { visit(part) }
    }

    /// Where passengers of a trip get on and off at a stop.
    func place(of stop: UInt32, line: UInt32, trip: UInt32) -> UInt32 {
        guard let named = named[stop] else { return stop }
        return named[Part(line: line, trip: trip)] ?? named[Part(line: line)] ?? stop
    }

    private mutating func part(of stop: UInt32, line: UInt32, trip: UInt32, in network: Network) {
        let part = Part(line: trip == Network.none ? line : network.trips[Int(trip)].line, trip: trip)
        guard part != Part(), named[stop]?[part] == nil else { return }
        let place = UInt32(stops.count)
        stops.append(stop)
        kinds.append(part)
        named[stop, default: [:]][part] = place
        parts[stop, default: []].append(place)
    }

    private func time(
        from: Int, to: Int, rules: [Network.TransferRule]?, walk: Int32?, in network: Network
    ) -> Int32? {
        let (one, two) = (kinds[from], kinds[to])
        let rule = rules?.filter {
            ($0.fromLine == Network.none || $0.fromLine == one.line)
                && ($0.fromTrip == Network.none || $0.fromTrip == one.trip)
                && ($0.toLine == Network.none || $0.toLine == two.line)
                && ($0.toTrip == Network.none || $0.toTrip == two.trip)
        }.max { Self.rank($0) < Self.rank($1) }
        let here = stops[from] == stops[to]
        let change = here ? network.stops[Int(stops[from])].change : walk
        return switch rule?.kind {
        case .none: change
        case .forbidden: nil
        case .timed: rule?.seconds ?? (here ? 0 : walk ?? 0)
        default: max(0, rule?.seconds ?? change ?? 0)
        }
    }

    /// How closely a rule names what it is about.
    private static func rank(_ rule: Network.TransferRule) -> Int {
        (rule.fromTrip != Network.none ? 3 : rule.fromLine != Network.none ? 1 : 0)
            + (rule.toTrip != Network.none ? 3 : rule.toLine != Network.none ? 1 : 0)
    }

    /// The rules about changes on foot, those of stations for each of their platforms.
    private static func resolved(_ network: Network) throws(TimetableProblem) -> [Network.TransferRule] {
        var members: [UInt32: [UInt32]] = [:]
        if !network.rules.isEmpty {
            for (number, stop) in network.stops.enumerated() where stop.parent != Network.none {
                members[stop.parent, default: []].append(UInt32(number))
            }
        }
        var result: [Network.TransferRule] = []
        for rule in network.rules where rule.kind != .inSeat && rule.kind != .notInSeat {
            let lines = [rule.fromLine, rule.toLine], trips = [rule.fromTrip, rule.toTrip]
            guard [rule.from, rule.to].allSatisfy({ $0 < network.stops.count }),
                lines.allSatisfy({ $0 == Network.none || $0 < network.lines.count }),
                trips.allSatisfy({ $0 == Network.none || $0 < network.trips.count })
            else { throw .unknown(what: "stop, line or trip", of: "a transfer rule") }
            for from in [rule.from] + (members[rule.from] ?? []) {
                for to in [rule.to] + (members[rule.to] ?? []) {
                    var one = rule
                    (one.from, one.to) = (from, to)
                    result.append(one)
                }
            }
        }
        return result
    }
}
