/// A search for the best journeys by arrival, changes and walking: at each place it keeps all that are not worse than
/// another one in both time and walking, where the plain search keeps one.
struct WalkingSearch {
    private struct Node {
        var place: Int
        var time: Int32
        var walk: Int32
        var label: RideLabel
        /// The ride before, or -1.
        var before: Int
    }

    private struct Boarding {
        var place: Int
        var time: Int32
        var walk: Int32
        var before: Int
    }

    private struct Point {
        var time: Int32
        var walk: Int32
    }

    /// The most rides that are looked at; what is found until then is the answer.
    private static let most = 200_000

    private let search: Search<Forward>
    private let timetable: Timetable
    private let start: Int32
    private let limit: Int32
    private var nodes: [Node] = []
    private var alighted: [[Point]]
    private var ready: [[Point]]
    private var ends: [Point] = []
    private var found: [(node: Int, arrival: Int32, walk: Int32)] = []

    init(_ search: Search<Forward>, query: Query, timetable: Timetable) {
        (self.search, self.timetable) = (search, timetable)
        start = search.moment(query)
        limit = start + search.longest
        alighted = Array(repeating: [], count: search.places)
        ready = Array(repeating: [], count: search.places)
        if search.directWalk < Places.never {
            ends.append(Point(time: start + search.directWalk, walk: search.directWalk))
        }
    }

    /// The best journeys, those that arrive first before the others.
    mutating func journeys() -> [Journey] {
        var waiting: [Boarding] = []
        for number in 0..<search.accessCount {
            let place = Int(search.scratch.accessList[number])
            let walk = search.scratch.access[place]
            waiting.append(Boarding(place: place, time: start + walk, walk: walk, before: -1))
        }
        for _ in 0..<search.mostRides where !waiting.isEmpty && nodes.count < Self.most {
            let first = nodes.count
            for boarding in waiting { board(boarding) }
            waiting.removeAll(keepingCapacity: true)
            for node in first..<nodes.count { change(node, &waiting) }
        }
        let best = found.sorted { ($0.arrival, $0.walk, $0.node) < ($1.arrival, $1.walk, $1.node) }
        return best.compactMap { journey(of: $0.node) }
    }

    private mutating func board(_ boarding: Boarding) {
        let tables = search.tables, scratch = search.scratch
        for number in tables.entryOffsets.range(boarding.place) {
            let entry = tables.entries[number]
            let pattern = tables.patterns[entry.pattern]
            let position = Int(entry.position)
            guard tables.patternStops[Int(pattern.stops) + position] & PatternStop.pickup != 0, entry.reversed > 0,
                !search.isFiltered || scratch.lineAllowed[pattern.line],
                !search.wheelchair || tables.places.accessible[boarding.place]
            else { continue }
            let events = tables.events(of: Int(entry.pattern))
            for slot in 0..<search.slotCount {
                guard let day = scratch.slots[slot] else { continue }
                let row = day.rows[entry.pattern]
                let offset = scratch.offsets[Int(pattern.zone) * Scratch.mostSlots + slot]
                var isFirst = true
                for place in Int(row.first)..<Int(row.first + row.count) {
                    let run = day.entries[place]
                    guard offset + run.start + events[Int(run.profile) + 2 * position + 1] >= boarding.time,
                        !search.wheelchair || tables.runs[run.run].isAccessible
                    else { continue }
                    // Later ones matter where they go on as another run alone.
                    let goesOn = search.inSeat && tables.hasSeats && search.next(run.run, slot) != nil
                    if isFirst || goesOn { ride(run.run, slot, position, boarding) }
                    isFirst = false
                    if !(search.inSeat && tables.hasSeats) { break }
                }
            }
        }
    }

    private mutating func ride(_ boarded: UInt32, _ slot: Int, _ position: Int, _ boarding: Boarding) {
        let tables = search.tables
        var run = boarded
        var step = position + 1
        while true {
            let one = tables.runs[run]
            let pattern = tables.patterns[one.pattern]
            let events = tables.events(of: Int(one.pattern))
            let offset = search.scratch.offsets[Int(pattern.zone) * Scratch.mostSlots + slot] + one.start
            while step < Int(pattern.length) {
                let stop = tables.patternStops[Int(pattern.stops) + step]
                let time = offset + events[Int(one.profile) + 2 * step]
                guard time <= limit, nodes.count < Self.most else { return }
                let label = RideLabel(
                    time: time, code: RideLabel.code(run: run, slot: slot, layer: 0), boarded: boarded,
                    board: UInt16(position), alight: UInt16(step))
                if stop & PatternStop.dropOff != 0 { alight(Int(stop & PatternStop.place), label, boarding) }
                step += 1
            }
            guard tables.hasSeats, search.inSeat, let next = search.next(run, slot),
                !search.wheelchair || tables.runs[next].isAccessible,
                !search.isFiltered
                    || search.scratch.lineAllowed[tables.patterns[tables.runs[next].pattern].line]
            else { return }
            (run, step) = (next, 1)
        }
    }

    private mutating func alight(_ place: Int, _ label: RideLabel, _ boarding: Boarding) {
        guard !search.wheelchair || search.tables.places.accessible[place] else { return }
        let point = Point(time: label.time, walk: boarding.walk)
        guard !Self.isWorse(point, ends), Self.add(point, to: &alighted[place]) else { return }
        nodes.append(
            Node(place: place, time: label.time, walk: boarding.walk, label: label, before: boarding.before))
        let walk = search.scratch.egress[place]
        guard walk >= 0, label.time + walk <= limit else { return }
        let end = Point(time: label.time + walk, walk: boarding.walk + walk)
        if Self.add(end, to: &ends) {
            let count = rides(nodes.count - 1)
            let kept = found.filter { count > rides($0.node) || end.time > $0.arrival || end.walk > $0.walk }
            found = kept
            found.append((nodes.count - 1, end.time, end.walk))
        }
    }

    /// Changes at the same place, and walks to other ones.
    private mutating func change(_ number: Int, _ waiting: inout [Boarding]) {
        let node = nodes[number], tables = search.tables
        func go(_ place: Int, _ seconds: Int32, _ walk: Int32) {
            let point = Point(time: node.time + seconds + search.slack, walk: node.walk + walk)
            guard seconds < Places.never, point.time <= limit, !Self.isWorse(point, ends),
                Self.add(point, to: &ready[place])
            else { return }
            waiting.append(Boarding(place: place, time: point.time, walk: point.walk, before: number))
        }
        go(node.place, tables.places.changes[node.place], 0)
        for step in tables.places.footOffsets.range(node.place) {
            let foot = tables.places.feet[step]
            // Between parts of a stop nobody walks.
            let isSame = tables.places.stops[foot.to] == tables.places.stops[node.place]
            go(Int(foot.to), foot.seconds, isSame ? 0 : foot.seconds)
        }
    }

    private func rides(_ node: Int) -> Int {
        var (count, node) = (0, node)
        while node >= 0 { (count, node) = (count + 1, nodes[node].before) }
        return count
    }

    private func journey(of number: Int) -> Journey? {
        var rides: [Journey.Ride] = []
        var node = number
        var start = nodes[number].place
        while node >= 0 {
            let one = nodes[node]
            guard let ride = search.ride(one.label, in: timetable) else { return nil }
            rides.append(ride)
            let pattern = search.tables.patterns[search.tables.runs[one.label.boarded].pattern]
            start = Int(
                search.tables.patternStops[Int(pattern.stops) + Int(one.label.board)] & PatternStop.place)
            node = one.before
        }
        return search.journey(rides.reversed(), start: start, end: nodes[number].place, in: timetable)
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
