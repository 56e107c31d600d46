internal import Columns

/// Runs along the same places of one line, none of which overtakes another one: the first to depart is the best.
struct Pattern: BitwiseCopyable, Sendable {
    /// Where its places begin.
    var stops: UInt32
    var length: UInt32
    /// Where its runs begin, in order of time.
    var runs: UInt32
    var runCount: UInt32
    var line: UInt32
    var zone: UInt16
    /// Whether a run may be overtaken by one of the next day.
    var wraps: Bool
}

/// A trip as it runs: what is repeated has many runs.
struct Run: BitwiseCopyable, Sendable {
    /// Its first departure in seconds after noon minus 12 hours.
    var start: Int32
    /// Where its times begin, arrival and departure in turn, in seconds after `start`.
    var profile: UInt32
    var service: UInt32
    var trip: UInt32
    var pattern: UInt32
    /// The planned run whose place it takes on its day, or itself.
    var planned: UInt32
    /// Whether somebody in a wheelchair can ride.
    var isAccessible: Bool
}

/// A place of a pattern, with what passengers may do there, in one number.
enum PatternStop {
    static let pickup: UInt32 = 1 << 30
    static let dropOff: UInt32 = 1 << 31
    static let place: UInt32 = 1 << 30 - 1

    static func pack(_ place: UInt32, _ boarding: Network.Boarding) -> UInt32 {
        place | UInt32(boarding.rawValue) << 30
    }

    static func boarding(_ stop: UInt32) -> Network.Boarding { Network.Boarding(rawValue: UInt8(stop >> 30)) }
}

/// Makes patterns of trips.
struct PatternBuilder {
    /// A trip to be placed, with its times.
    struct Member {
        var trip: UInt32
        var line: UInt32
        var zone: UInt16
        var service: UInt32
        var calls: Range<Int>
        var isAccessible: Bool
        /// First departures, where they are not what its calls say.
        var starts: [Int32]?
        /// The planned run whose place it takes on its day, or none.
        var planned = Network.none
    }

    /// How many of the times before are looked at for the same ones.
    private static let mostCompared = 64

    private(set) var patterns: [Pattern] = []
    private(set) var patternStops: [UInt32] = []
    var runs: [Run] = []
    private(set) var events: [Int32] = []

    init() {}

    /// What is added comes behind what tables have.
    init(_ tables: Tables) {
        (patterns, patternStops) = (tables.patterns.values, tables.patternStops.values)
        (runs, events) = (tables.runs.values, tables.events.values)
    }

    /// Groups trips that share a line and their places, and makes patterns of each group.
    mutating func add(_ members: [Member], calls: [Network.Call], _ places: Places) {
        var groups: [(key: [UInt32], members: [Member])] = []
        var numbers: [[UInt32]: Int] = [:]
        for member in members {
            var key = [member.line]
            key.reserveCapacity(member.calls.count + 1)
            for call in calls[member.calls] {
                let place = places.place(of: call.stop, line: member.line, trip: member.trip)
                key.append(PatternStop.pack(place, call.boarding))
            }
            let number = numbers[key] ?? groups.count
            if number == groups.count {
                numbers[key] = number
                groups.append((key, []))
            }
            groups[number].members.append(member)
        }
        for group in groups { add(group.members, calls: calls, stops: group.key.dropFirst()) }
    }

    private mutating func add(_ members: [Member], calls: [Network.Call], stops: ArraySlice<UInt32>) {
        let length = stops.count
        var waiting: [Run] = []
        var profiles: [Int] = []
        for member in members {
            let first = calls[member.calls.lowerBound].departure
            var times: [Int32] = []
            times.reserveCapacity(2 * length)
            for call in calls[member.calls] {
                times.append(call.arrival - first)
                times.append(call.departure - first)
            }
            let known = profiles.suffix(Self.mostCompared).last { events[$0..<$0 + times.count] == times[...] }
            let profile = known ?? events.count
            if known == nil {
                profiles.append(profile)
                events += times
            }
            for start in member.starts ?? [first] {
                waiting.append(
                    Run(
                        start: start, profile: UInt32(profile), service: member.service, trip: member.trip, pattern: 0,
                        planned: member.planned, isAccessible: member.isAccessible))
            }
        }
        func end(_ run: Run) -> Int32 { run.start + events[Int(run.profile) + 2 * (length - 1)] }
        waiting.sort { ($0.start, end($0), $0.trip) < ($1.start, end($1), $1.trip) }
        // Each goes behind the first one that it does not overtake.
        var rows: [[Run]] = []
        for one in waiting {
            let row = rows.firstIndex { $0.last.map { keepsBehind(one, $0, by: 0, length: length) } ?? true }
            if let row { rows[row].append(one) } else { rows.append([one]) }
        }
        for row in rows { add(row, stops: stops, line: members[0].line, zone: members[0].zone) }
    }

    private mutating func add(_ row: [Run], stops: ArraySlice<UInt32>, line: UInt32, zone: UInt16) {
        let number = UInt32(patterns.count)
        // Days have 23 hours at least.
        let wraps = !keepsBehind(row[0], row[row.count - 1], by: 82_800, length: stops.count)
        patterns.append(
            Pattern(
                stops: UInt32(patternStops.count), length: UInt32(stops.count), runs: UInt32(runs.count),
                runCount: UInt32(row.count), line: line, zone: zone, wraps: wraps))
        patternStops += stops
        for var run in row {
            run.pattern = number
            if run.planned == Network.none { run.planned = UInt32(runs.count) }
            runs.append(run)
        }
    }

    /// Whether a run, so much later, is nowhere before another one.
    private func keepsBehind(_ run: Run, _ other: Run, by later: Int32, length: Int) -> Bool {
        if run.profile == other.profile { return run.start + later >= other.start }
        let (one, two) = (Int(run.profile), Int(other.profile))
        return (0..<2 * length).allSatisfy {
            run.start + later + events[one + $0] >= other.start + events[two + $0]
        }
    }
}
