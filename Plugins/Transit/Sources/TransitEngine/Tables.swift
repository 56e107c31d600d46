internal import Columns
internal import Ways

/// What a search reads, in columns.
struct Tables: Sendable {
    /// Where a pattern calls at a place, from its start and from its end.
    struct Entry: BitwiseCopyable, Sendable {
        var pattern: UInt32
        var position: UInt16
        var reversed: UInt16
    }

    let patterns: Column<Pattern>
    let patternStops: Column<UInt32>
    let runs: Column<Run>
    /// Arrivals and departures after the start of a run.
    let events: Column<Int32>
    /// The patterns of each place.
    let entries: Groups<Entry>
    let places: PlaceTables
    /// The runs that each run may go on as, and that it may come from.
    let next: Groups<UInt32>
    let previous: Groups<UInt32>
    let hasSeats: Bool
    /// How many days after its own a run may still be under way.
    let daysAhead: Int

    init(_ builder: PatternBuilder, _ places: PlaceTables, _ seats: Seats, in arena: Arena) {
        patterns = arena.column(builder.patterns)
        patternStops = arena.column(builder.patternStops)
        runs = arena.column(builder.runs)
        events = arena.column(builder.events)
        self.places = places
        var entries: [(UInt32, Entry)] = []
        var latest: Int32 = 0
        for (number, pattern) in builder.patterns.enumerated() {
            for position in 0..<Int(pattern.length) {
                let place = patternStops[Int(pattern.stops) + position] & PatternStop.place
                let reversed = UInt16(Int(pattern.length) - 1 - position)
                entries.append(
                    (place, Entry(pattern: UInt32(number), position: UInt16(position), reversed: reversed)))
            }
            for run in pattern.runs..<pattern.runs + pattern.runCount {
                latest = max(latest, runs[run].start + events[Int(runs[run].profile) + 2 * Int(pattern.length) - 1])
            }
        }
        daysAhead = Int(latest) / 86_400
        self.entries = arena.groups(entries, count: places.count)
        hasSeats = !seats.next.isEmpty
        let back = seats.next.map { ($0.value, $0.group) }.sorted { one, other in
            (builder.runs[Int(other.1)].start, other.1) < (builder.runs[Int(one.1)].start, one.1)
        }
        next = arena.groups(seats.next, count: hasSeats ? runs.count : 0)
        previous = arena.groups(back, count: hasSeats ? runs.count : 0)
    }

    /// When a run arrives at a call, or departs from it, in seconds after noon minus 12 hours.
    @inline(__always) func time(_ run: Run, _ call: Int, arrives: Bool) -> Int32 {
        run.start &+ events[Int(run.profile) &+ 2 &* call &+ (arrives ? 0 : 1)]
    }

    /// The place at which a run calls.
    func place(of run: UInt32, at call: Int) -> Int {
        Int(patternStops[Int(patterns[runs[run].pattern].stops) + call] & PatternStop.place)
    }
}

/// What a search reads of places, in columns.
struct PlaceTables: Sendable {
    let count: Int
    let stops: Column<UInt32>
    let changes: Column<Int32>
    /// The walks from each place, and those to it, the shortest ones first.
    let feet: Groups<Link>
    let backFeet: Groups<Link>
    /// Whether somebody in a wheelchair can get on and off.
    let accessible: Column<Bool>

    init(_ places: Places, stops all: [Network.Stop], in arena: Arena) {
        count = places.stops.count
        stops = arena.column(places.stops)
        changes = arena.column(places.changes)
        feet = arena.groups(places.feet, count: count)
        let back = places.feet.map { ($0.value.to, Link(to: $0.group, length: $0.value.length)) }
        backFeet = arena.groups(back.sorted { ($0.1.length, $0.1.to) < ($1.1.length, $1.1.to) }, count: count)
        accessible = arena.column(
            places.stops.map { stop in
                var stop = all[Int(stop)]
                if stop.wheelchair == .unknown, stop.parent < all.count { stop = all[Int(stop.parent)] }
                return stop.wheelchair != .impossible
            })
    }
}
