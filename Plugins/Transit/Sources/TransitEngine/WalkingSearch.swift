internal import Columns
internal import Ways

/// A search for the best journeys by arrival, changes and walking: at each place it keeps all that are not worse than
/// another one in both time and walking, where the plain search keeps one.
struct WalkingSearch {
    /// Where somebody is after a ride and possibly a change.
    private struct Node {
        var place: Int
        var point: Point
        var label: RideLabel
        /// The ride before, or -1.
        var before: Int
        var rides: Int
    }

    /// Where somebody can get on after a node, or at the start.
    private typealias Boarding = (place: UInt32, point: Point, before: Int)
    private typealias Point = (time: Int32, walk: Int32)

    /// The most rides that are looked at; what is found until then is the answer.
    private static let most = 200_000

    private let search: Search<Forward>
    private let timetable: Timetable
    private let limit: Int32
    private var nodes: [Node] = []
    private var alighted: [[Point]]
    private var ready: [[Point]]
    private var ends: [Point] = []
    private var found: [(node: Int, end: Point)] = []

    init(_ search: Search<Forward>, _ timetable: Timetable) {
        (self.search, self.timetable) = (search, timetable)
        limit = search.window.lowerBound + search.longest
        alighted = Array(repeating: [], count: search.tables.places.count)
        ready = alighted
        if search.directWalk < Places.never {
            ends.append((search.window.lowerBound + search.directWalk, search.directWalk))
        }
    }

    /// The best journeys, those that arrive first before the others.
    mutating func journeys() -> [Journey] {
        var waiting: [Boarding] = (0..<search.access.count).map { number in
            let place = search.access.list[number]
            let walk = search.access.walks[place]
            return (place, (search.window.lowerBound + walk, walk), -1)
        }
        for _ in 0..<search.mostRides where !waiting.isEmpty && nodes.count < Self.most {
            let first = nodes.count
            for boarding in waiting { board(boarding) }
            waiting.removeAll(keepingCapacity: true)
            for node in first..<nodes.count { change(node, &waiting) }
        }
        let best = found.sorted { ($0.end.time, $0.end.walk, $0.node) < ($1.end.time, $1.end.walk, $1.node) }
        return best.compactMap { journey(of: $0.node) }
    }

    private mutating func board(_ boarding: Boarding) {
        let search = search
        let goesOn = search.inSeat && search.tables.hasSeats
        guard search.fits(Int(boarding.place)) else { return }
        var known: (pattern: UInt32, slot: Int, position: Int)?
        search.runs(at: boarding.place) { run, position, slot, time in
            guard time >= boarding.point.time, search.fits(run) else { return true }
            // Later ones matter where they go on as another run alone.
            let row = (search.tables.runs[run].pattern, slot, position)
            let isFirst = known.map { $0 != row } ?? true
            if isFirst || search.next(run, slot) != nil { ride(run, slot, position, boarding) }
            known = row
            return goesOn
        }
    }

    private mutating func ride(_ boarded: UInt32, _ slot: Int, _ position: Int, _ boarding: Boarding) {
        let search = search
        search.along(boarded, from: position + 1, slot: slot) { run, alighted, stop, time in
            guard time <= limit, nodes.count < Self.most else { return false }
            let label = RideLabel(
                code: RideLabel.code(run: run, slot: slot, layer: 0), boarded: boarded,
                board: UInt16(position), alight: UInt16(alighted))
            if stop & PatternStop.dropOff != 0 { alight(Int(stop & PatternStop.place), time, label, boarding) }
            return true
        }
    }

    private mutating func alight(_ place: Int, _ time: Int32, _ label: RideLabel, _ boarding: Boarding) {
        guard search.fits(place) else { return }
        let point = (time: time, walk: boarding.point.walk)
        guard !Self.isWorse(point, ends), Self.add(point, to: &alighted[place]) else { return }
        let rides = 1 + (boarding.before < 0 ? 0 : nodes[boarding.before].rides)
        nodes.append(Node(place: place, point: point, label: label, before: boarding.before, rides: rides))
        let walk = search.egress.walks[place]
        let end = (time: point.time + walk, walk: point.walk + walk)
        guard walk >= 0, end.time <= limit, Self.add(end, to: &ends) else { return }
        found = found.filter { rides > nodes[$0.node].rides || end.time > $0.end.time || end.walk > $0.end.walk }
        found.append((nodes.count - 1, end))
    }

    /// Changes at the same place, and walks to other ones.
    private mutating func change(_ number: Int, _ waiting: inout [Boarding]) {
        let node = nodes[number], places = search.tables.places
        func go(_ place: UInt32, _ seconds: Int32, _ walk: Int32) {
            let point = (time: node.point.time + seconds + search.slack, walk: node.point.walk + walk)
            guard seconds < Places.never, point.time <= limit, !Self.isWorse(point, ends),
                Self.add(point, to: &ready[Int(place)])
            else { return }
            waiting.append((place, point, number))
        }
        go(UInt32(node.place), places.changes[node.place], 0)
        for step in places.feet[node.place] {
            let foot = places.feet.values[step]
            // Between parts of a stop nobody walks.
            go(foot.to, foot.length, places.stops[foot.to] == places.stops[node.place] ? 0 : foot.length)
        }
    }

    private func journey(of number: Int) -> Journey? {
        var rides: [Journey.Ride] = []
        var node = number
        while node >= 0 {
            guard let ride = search.ride(nodes[node].label, in: timetable) else { return nil }
            rides.append(ride)
            node = nodes[node].before
        }
        return search.journey(rides.reversed())
    }

    private static func isWorse(_ point: Point, _ others: [Point]) -> Bool {
        others.contains { $0.time <= point.time && $0.walk <= point.walk }
    }

    /// Adds what no other one is as good as, in place of those that are worse.
    private static func add(_ point: Point, to points: inout [Point]) -> Bool {
        guard !isWorse(point, points) else { return false }
        points.removeAll { point.time <= $0.time && point.walk <= $0.walk }
        points.append(point)
        return true
    }
}
