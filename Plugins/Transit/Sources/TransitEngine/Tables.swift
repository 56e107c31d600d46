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
    /// The runs that each run may go on as.
    let next: Groups<UInt32>
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
        next = arena.groups(seats.next, count: hasSeats ? runs.count : 0)
    }

    /// When a run arrives at a call, or departs from it, in seconds after noon minus 12 hours.
    @inline(__always) func time(_ run: Run, _ call: Int, arrives: Bool) -> Int32 {
        run.start &+ events[Int(run.profile) &+ 2 &* call &+ (arrives ? 0 : 1)]
    }

    /// The runs of a day that somebody may get on where a pattern calls, or off, with their times until told that no more
    /// are wanted.
    func runs(at entry: Entry, on day: DaySlot, departing: Bool, _ visit: (_ run: UInt32, _ time: Int32) -> Bool) {
        let stop = patternStops[Int(patterns[entry.pattern].stops) + Int(entry.position)]
        guard (departing ? entry.reversed : entry.position) > 0,
            stop & (departing ? PatternStop.pickup : PatternStop.dropOff) != 0
        else { return }
        let row = day.rows[entry.pattern]
        for order in row.first..<row.first + row.count {
            let run = day.entries[order]
            let time = run.start + events[Int(run.profile) + 2 * Int(entry.position) + (departing ? 1 : 0)]
            guard visit(run.run, time) else { return }
        }
    }

    /// The place at which a run calls.
    func place(of run: UInt32, at call: Int) -> Int {
        Int(patternStops[Int(patterns[runs[run].pattern].stops) + call] & PatternStop.place)
    }

    /// The shortest ride from each place of patterns to the next one.
    func rides(from first: Int) -> [(group: UInt32, value: Link)] {
        var result: [(UInt32, Link)] = []
        for number in first..<patterns.count {
            let pattern = patterns[number]
            for hop in 0..<Int(pattern.length) - 1 {
                let times = (pattern.runs..<pattern.runs + pattern.runCount).lazy.map { run in
                    let event = Int(runs[run].profile) + 2 * hop
                    return events[event + 2] - events[event + 1]
                }
                let stop = Int(pattern.stops) + hop
                let ride = Link(to: patternStops[stop + 1] & PatternStop.place, length: times.min() ?? 0)
                result.append((patternStops[stop] & PatternStop.place, ride))
            }
        }
        return result
    }

    /// All that leads from a place to another one: rides, walks, and staying seated.
    var links: [(group: UInt32, value: Link)] {
        var result = rides(from: 0)
        for place in 0..<places.count {
            for step in places.feet[place] { result.append((UInt32(place), places.feet.values[step])) }
        }
        for run in 0..<UInt32(hasSeats ? runs.count : 0) {
            let length = Int(patterns[runs[run].pattern].length)
            for step in next[Int(run)] {
                let to = UInt32(place(of: next.values[step], at: 0))
                result.append((UInt32(place(of: run, at: length - 1)), Link(to: to, length: 0)))
            }
        }
        return result
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
