/// What a search reads, in columns.
struct Tables: Sendable {
    /// Where a pattern calls at a place, from its start and from its end.
    struct Entry: BitwiseCopyable, Sendable {
        var pattern: UInt32
        var position: UInt16
        var reversed: UInt16
    }

    /// Patterns from here on have their times among `liveEvents`.
    var planned: UInt32
    var patterns: Column<Pattern>
    var patternStops: Column<UInt32>
    /// When a run in the middle departs from each place of its pattern after its start, as a first guess.
    var usual: Column<Int32>
    var runs: Column<Run>
    var plannedEvents: Column<Int32>
    var liveEvents: Column<Int32>
    /// The patterns of each place.
    var entryOffsets: Column<UInt32>
    var entries: Column<Entry>
    var places: PlaceTables
    /// The runs that a run may go on as, and that it may come from.
    var hasSeats: Bool
    var nextOffsets: Column<UInt32>
    var next: Column<UInt32>
    var previousOffsets: Column<UInt32>
    var previous: Column<UInt32>

    @inline(__always) func events(of pattern: Int) -> Column<Int32> { pattern < planned ? plannedEvents : liveEvents }
}

/// What a search reads of places, in columns.
struct PlaceTables: Sendable {
    var count: Int
    var stops: Column<UInt32>
    var changes: Column<Int32>
    var footOffsets: Column<UInt32>
    var feet: Column<Places.Foot>
    var backOffsets: Column<UInt32>
    var backFeet: Column<Places.Foot>
    /// Whether somebody in a wheelchair can get on and off.
    var accessible: Column<Bool>

    init(_ places: Places, stops all: [Network.Stop], in arena: Arena) {
        count = places.stops.count
        stops = arena.column(places.stops)
        changes = arena.column(places.changes)
        (footOffsets, feet) = arena.table(places.feet.map { ($0.from, $0.foot) }, rows: count)
        let back = places.feet.map { ($0.foot.to, Places.Foot(to: $0.from, seconds: $0.foot.seconds)) }.sorted {
            ($0.0, $0.1.seconds, $0.1.to) < ($1.0, $1.1.seconds, $1.1.to)
        }
        (backOffsets, backFeet) = arena.table(back, rows: count)
        accessible = arena.column(
            places.stops.map { stop in
                var stop = all[Int(stop)]
                if stop.wheelchair == .unknown, stop.parent < all.count { stop = all[Int(stop.parent)] }
                return stop.wheelchair != .impossible
            })
    }
}

extension Tables {
    /// From rows of patterns and runs, with the places and planned times of before.
    init(
        patterns: [Pattern], patternStops: [UInt32], runs: [Run], planned: Int, plannedEvents: Column<Int32>,
        liveEvents: Column<Int32>, places: PlaceTables, seats: Seats, in arena: Arena
    ) {
        self.planned = UInt32(planned)
        self.patterns = arena.column(patterns)
        self.patternStops = arena.column(patternStops)
        self.runs = arena.column(runs)
        (self.plannedEvents, self.liveEvents, self.places) = (plannedEvents, liveEvents, places)
        usual = arena.column(patternStops.count, of: 0)
        for pattern in patterns {
            let run = runs[Int(pattern.runs + pattern.runCount / 2)]
            let events = run.pattern < planned ? plannedEvents : liveEvents
            for place in 0..<Int(pattern.length) {
                usual[Int(pattern.stops) + place] = events[Int(run.profile) + 2 * place + 1]
            }
        }
        var offsets = Array(repeating: UInt32(0), count: places.count + 1)
        for stop in patternStops { offsets[Int(stop & PatternStop.place) + 1] += 1 }
        for place in 0..<places.count { offsets[place + 1] += offsets[place] }
        entryOffsets = arena.column(offsets)
        entries = arena.column(patternStops.count, of: Entry(pattern: 0, position: 0, reversed: 0))
        for (number, pattern) in patterns.enumerated() {
            for position in 0..<Int(pattern.length) {
                let place = Int(patternStops[Int(pattern.stops) + position] & PatternStop.place)
                entries[offsets[place]] = Entry(
                    pattern: UInt32(number), position: UInt16(position),
                    reversed: UInt16(Int(pattern.length) - 1 - position))
                offsets[place] += 1
            }
        }
        hasSeats = !seats.next.isEmpty
        (nextOffsets, next) = arena.table(seats.next, rows: hasSeats ? runs.count : 0)
        let back = seats.next.map { ($0.next, $0.run) }.sorted { one, other in
            (one.0, runs[Int(other.1)].start, other.1) < (other.0, runs[Int(one.1)].start, one.1)
        }
        (previousOffsets, previous) = arena.table(back, rows: hasSeats ? runs.count : 0)
    }
}

extension Arena {
    /// A table whose values are sorted by row already.
    func table<Value>(_ values: [(UInt32, Value)], rows: Int) -> (Column<UInt32>, Column<Value>) {
        var offsets = Array(repeating: UInt32(0), count: rows + 1)
        for value in values { offsets[Int(value.0) + 1] += 1 }
        for row in 0..<rows { offsets[row + 1] += offsets[row] }
        return (column(offsets), column(values.map(\.1)))
    }
}
