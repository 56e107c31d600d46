import Days
import TransitEngine

/// Plans by trying everything, from the network alone, to compare with.
struct Reference {
    struct Instance {
        var trip: Int
        var day: Int
        var isAllowed: Bool
        var calls: [Network.Call]
        /// Moments of calls.
        var arrivals: [Int]
        var departures: [Int]
    }

    struct Boarding: Hashable {
        var instance: Int
        var call: Int
        var layer: Int
    }

    struct Point: Hashable, CustomStringConvertible {
        var departure: Int
        var arrival: Int
        var transfers: Int
        var description: String { "(\(departure) -> \(arrival), \(transfers))" }
    }

    let network: Network
    let query: Query
    private(set) var instances: [Instance] = []
    private var boardable: [[(call: Int, time: Int)]] = []

    init(_ network: Network, _ query: Query) {
        (self.network, self.query) = (network, query)
        for (number, trip) in network.trips.enumerated() {
            let line = network.lines[Int(trip.line)]
            let isAllowed =
                (query.modes?.contains(line.mode) ?? true) && !query.bannedLines.contains(trip.line)
                && (!query.wheelchair || trip.wheelchair == .possible)
            let calls = Array(network.calls[Int(trip.firstCall)..<Int(trip.firstCall + trip.callCount)])
            let starts = network.zones[Int(line.zone)].starts
            let repeats = network.frequencies.filter { $0.trip == number }
            var shifts = repeats.flatMap {
                stride(from: $0.start, to: $0.end, by: Int($0.headway)).map { $0 - calls[0].departure }
            }
            if repeats.isEmpty { shifts = [0] }
            for day in 0..<network.days.count where network.services[Int(trip.service)].contains(day) {
                for shift in Set(shifts).sorted() {
                    let base = starts[day] + Int(shift)
                    instances.append(
                        Instance(
                            trip: number, day: day, isAllowed: isAllowed, calls: calls,
                            arrivals: calls.map { base + Int($0.arrival) },
                            departures: calls.map { base + Int($0.departure) }))
                }
            }
        }
    }

    /// How long a change takes, or nil where nobody can make it; the rule that says most decides.
    func change(_ one: Instance, _ from: UInt32, _ other: Instance, _ to: UInt32) -> Int? {
        let trips = (network.trips[one.trip], network.trips[other.trip])
        func score(_ rule: Network.TransferRule) -> Int {
            var score = 0
            if rule.fromTrip != Network.none { score += 3 } else if rule.fromLine != Network.none { score += 1 }
            if rule.toTrip != Network.none { score += 3 } else if rule.toLine != Network.none { score += 1 }
            return score
        }
        var best: Network.TransferRule?
        for rule in network.rules where rule.from == from && rule.to == to && rule.kind.rawValue < 4 {
            if rule.fromTrip != Network.none && Int(rule.fromTrip) != one.trip { continue }
            if rule.toTrip != Network.none && Int(rule.toTrip) != other.trip { continue }
            if rule.fromLine != Network.none && rule.fromLine != trips.0.line { continue }
            if rule.toLine != Network.none && rule.toLine != trips.1.line { continue }
            if best.map({ score($0) < score(rule) }) ?? true { best = rule }
        }
        let plain = from == to ? Int(network.stops[Int(from)].change) : walk(from, to)
        guard let best else { return plain }
        switch best.kind {
        case .forbidden: return nil
        case .timed: return best.seconds.map(Int.init) ?? (from == to ? 0 : plain ?? 0)
        default: return best.seconds.map(Int.init) ?? plain ?? 0
        }
    }

    func walk(_ from: UInt32, _ to: UInt32) -> Int? {
        network.footpaths.filter { $0.from == from && $0.to == to }.map { Int($0.seconds) }.min()
    }

    /// The walk at an end of a journey: rules about all lines and trips count there too.
    private func endWalk(_ from: UInt32, _ to: UInt32) -> Int? {
        let rule = network.rules.last {
            $0.from == from && $0.to == to && $0.kind.rawValue < 4 && $0.fromTrip == Network.none
                && $0.toTrip == Network.none && $0.fromLine == Network.none && $0.toLine == Network.none
        }
        guard let rule else { return walk(from, to) }
        switch rule.kind {
        case .forbidden: return nil
        default: return rule.seconds.map(Int.init) ?? walk(from, to) ?? 0
        }
    }

    private func access(_ stop: UInt32) -> Int? {
        query.from.compactMap { place in
            place.stop == stop ? Int(place.walk) : place.walk == 0 ? endWalk(place.stop, stop) : nil
        }.min()
    }

    private func egress(_ stop: UInt32) -> Int? {
        query.to.compactMap { place in
            place.stop == stop ? Int(place.walk) : place.walk == 0 ? endWalk(stop, place.stop) : nil
        }.min()
    }

    var walkAlone: Int? {
        guard query.via.isEmpty else { return nil }
        var walks = query.directWalk.map { [Int($0)] } ?? []
        for from in query.from where from.walk == 0 {
            for to in query.to where to.walk == 0 && from.stop != to.stop {
                if let walk = endWalk(from.stop, to.stop) { walks.append(walk) }
            }
        }
        return walks.min()
    }

    private func fits(_ stop: UInt32) -> Bool {
        guard query.wheelchair else { return true }
        let stop = network.stops[Int(stop)]
        let own = stop.wheelchair
        if own == .unknown, stop.parent != Network.none {
            return network.stops[Int(stop.parent)].wheelchair != .impossible
        }
        return own != .impossible
    }

    private func advance(_ layer: Int, _ stop: UInt32) -> Int {
        var layer = layer
        while layer < query.via.count, query.via[layer].contains(stop) { layer += 1 }
        return layer
    }

    /// The instance that a vehicle goes on as.
    func next(_ number: Int) -> Int? {
        let one = instances[number]
        let block = network.trips[one.trip].block
        guard query.inSeat, block != Network.none, let end = one.arrivals.last else { return nil }
        var best: Int?
        for (other, two) in instances.enumerated() where two.day == one.day && other != number {
            guard network.trips[two.trip].block == block, two.departures[0] >= end else { continue }
            if let known = best, instances[known].departures[0] <= two.departures[0] { continue }
            best = other
        }
        guard let best else { return nil }
        let (last, first) = (one.calls[one.calls.count - 1].stop, instances[best].calls[0].stop)
        let parents = (network.stops[Int(last)].parent, network.stops[Int(first)].parent)
        let isSame =
            last == first || parents.0 != Network.none && parents.0 == parents.1 || parents.0 == first
            || parents.1 == last
        return isSame && instances[best].isAllowed ? best : nil
    }

    /// Which boardings follow each getting off.
    private func follow(_ instance: Int, _ call: Int, _ layer: Int) -> [Boarding] {
        let one = instances[instance]
        let stop = one.calls[call].stop
        var result: [Boarding] = []
        for (number, other) in instances.enumerated() where other.isAllowed {
            for (place, target) in other.calls.enumerated()
            where place + 1 < other.calls.count && target.boarding.contains(.pickup) && fits(target.stop) {
                guard other.departures[place] >= one.arrivals[call],
                    let change = change(one, stop, other, target.stop),
                    one.arrivals[call] + change + Int(query.slack) <= other.departures[place]
                else { continue }
                let reached = target.stop == stop ? layer : advance(layer, target.stop)
                result.append(Boarding(instance: number, call: place, layer: reached))
            }
        }
        return result
    }

    private var known: [Boarding: [Boarding]] = [:]

    /// The earliest arrival with each number of rides, of somebody who starts at a moment.
    mutating func arrivals(from moment: Int, exactly: Bool = false) -> [Int?] {
        var best: [Int?] = Array(repeating: nil, count: query.maxTransfers + 1)
        var seen: Set<Boarding> = []
        var waiting: [Boarding] = []
        for (number, one) in instances.enumerated() where one.isAllowed {
            for (place, call) in one.calls.enumerated()
            where place + 1 < one.calls.count && call.boarding.contains(.pickup) && fits(call.stop) {
                guard let access = access(call.stop), moment + access <= one.departures[place],
                    !exactly || moment + access == one.departures[place]
                else { continue }
                waiting.append(Boarding(instance: number, call: place, layer: advance(0, call.stop)))
            }
        }
        let latest = moment + Int(query.longest)
        for ride in 0...query.maxTransfers {
            var next: [Boarding] = []
            while let boarding = waiting.popLast() {
                guard seen.insert(boarding).inserted else { continue }
                let one = instances[boarding.instance]
                var layer = boarding.layer
                for place in one.calls.indices.dropFirst(boarding.call + 1) {
                    let stop = one.calls[place].stop
                    guard one.arrivals[place] <= latest else { break }
                    if !one.calls[place].boarding.isEmpty { layer = advance(layer, stop) }
                    guard one.calls[place].boarding.contains(.dropOff), fits(stop) else { continue }
                    if layer == query.via.count, let egress = egress(stop), one.arrivals[place] + egress <= latest {
                        best[ride] = min(best[ride] ?? .max, one.arrivals[place] + egress)
                    }
                    let event = Boarding(instance: boarding.instance, call: place, layer: layer)
                    let follows = known[event] ?? follow(boarding.instance, place, layer)
                    known[event] = follows
                    next += follows
                }
                if let end = one.arrivals.last, end <= latest, let seat = self.next(boarding.instance) {
                    waiting.append(Boarding(instance: seat, call: 0, layer: layer))
                }
            }
            waiting = next
        }
        return best
    }

    /// All moments at which somebody may start to catch something within a window.
    func starts(in window: ClosedRange<Int>) -> [Int] {
        var result: Set<Int> = []
        for one in instances where one.isAllowed {
            for (place, call) in one.calls.enumerated() {
                guard let access = access(call.stop) else { continue }
                let moment = one.departures[place] - access
                if window.contains(moment) { result.insert(moment) }
            }
        }
        return result.sorted()
    }

    /// All best journeys that depart within a window, none of which is worse than waiting for a later one.
    mutating func profile(_ window: ClosedRange<Int>) -> Set<Point> {
        var points: Set<Point> = []
        for start in starts(in: window.lowerBound...(window.upperBound + Int(query.longest))) {
            for (transfers, arrival) in arrivals(from: start, exactly: true).enumerated() {
                guard let arrival, walkAlone.map({ start + $0 > arrival }) ?? true else { continue }
                points.insert(Point(departure: start, arrival: arrival, transfers: transfers))
            }
        }
        return Self.best(points).filter { window.contains($0.departure) }
    }

    static func best(_ points: Set<Point>) -> Set<Point> {
        points.filter { one in
            !points.contains {
                $0 != one && $0.departure >= one.departure && $0.arrival <= one.arrival && $0.transfers <= one.transfers
            }
        }
    }
}
