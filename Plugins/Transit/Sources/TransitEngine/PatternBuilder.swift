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
    /// Whether somebody in a wheelchair can ride.
    var isAccessible: Bool
}

/// A place of a pattern, with what passengers may do there, in one number.
enum PatternStop {
    static let pickup: UInt32 = 1 << 31
    static let dropOff: UInt32 = 1 << 30
    static let place: UInt32 = 1 << 30 - 1

    static func pack(_ place: UInt32, _ boarding: Network.Boarding) -> UInt32 {
        place | (boarding.contains(.pickup) ? pickup : 0) | (boarding.contains(.dropOff) ? dropOff : 0)
    }
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
        /// First departures, where they are not what its calls say.
        var isAccessible: Bool
        var starts: [Int32]?
        /// The planned run whose place it takes on its day, or none.
        var origin = Network.none
    }

    private typealias Waiting = (run: Run, origin: UInt32)

    private struct Group {
        var stops: Range<Int>
        var line: UInt32
        var members: [Int] = []
    }

    private(set) var patterns: [Pattern] = []
    private(set) var patternStops: [UInt32] = []
    private(set) var runs: [Run] = []
    /// The planned run of each run, or none.
    private(set) var origins: [UInt32] = []
    private(set) var events: [Int32] = []

    /// Numbers that those of the columns that exist already take.
    let firstRun: Int, firstStop: Int, firstPattern: Int

    init(firstPattern: Int = 0, firstStop: Int = 0, firstRun: Int = 0) {
        (self.firstPattern, self.firstStop, self.firstRun) = (firstPattern, firstStop, firstRun)
    }

    /// Groups trips that share a line and their places, and makes patterns of each group.
    mutating func add(
        _ members: [Member], calls: [Network.Call], place: (_ member: Member, _ call: Network.Call) -> UInt32
    ) {
        var groups: [Group] = []
        var named: [UInt64: [Int]] = [:]
        var stops: [UInt32] = []
        var packed: [UInt32] = []
        for (number, member) in members.enumerated() {
            packed.removeAll(keepingCapacity: true)
            var hash = UInt64(member.line) &+ 0x9E37_79B9_7F4A_7C15
            for call in member.calls {
                let stop = PatternStop.pack(place(member, calls[call]), calls[call].boarding)
                packed.append(stop)
                hash = (hash ^ UInt64(stop)) &* 0x0000_0100_0000_01B3
                hash ^= hash >> 29
            }
            let known = named[hash]?.first {
                groups[$0].line == member.line && stops[groups[$0].stops].elementsEqual(packed)
            }
            if let known {
                groups[known].members.append(number)
            } else {
                named[hash, default: []].append(groups.count)
                groups.append(
                    Group(stops: stops.count..<stops.count + packed.count, line: member.line, members: [number]))
                stops += packed
            }
        }
        for group in groups { add(group, of: members, calls: calls, stops: stops[group.stops]) }
    }

    private mutating func add(
        _ group: Group, of members: [Member], calls: [Network.Call], stops: ArraySlice<UInt32>
    ) {
        let length = stops.count
        var waiting: [Waiting] = []
        var named: [UInt64: [UInt32]] = [:]
        for number in group.members {
            let member = members[number]
            let first = calls[member.calls.lowerBound].departure
            let profile = profile(of: calls[member.calls], after: first, known: &named)
            for start in member.starts ?? [first] {
                let run = Run(
                    start: start, profile: profile, service: member.service, trip: member.trip, pattern: 0,
                    isAccessible: member.isAccessible)
                waiting.append((run, member.origin))
            }
        }
        let last = 2 * (length - 1)
        waiting.sort { first, second in
            let (one, other) = (first.run, second.run)
            let ends = (
                one.start + events[Int(one.profile) + last], other.start + events[Int(other.profile) + last]
            )
            return (one.start, ends.0, one.trip) < (other.start, ends.1, other.trip)
        }
        // Each goes behind the first one that it does not overtake.
        var rows: [[Waiting]] = []
        for run in waiting {
            if let row = rows.firstIndex(where: { row in
                row.last.map { keepsBehind(run.run, $0.run, by: 0, length: length) } ?? true
            }) {
                rows[row].append(run)
            } else {
                rows.append([run])
            }
        }
        let zone = group.members.first.map { members[$0].zone } ?? 0
        for row in rows { add(row, stops: stops, line: group.line, zone: zone) }
    }

    private mutating func add(_ row: [Waiting], stops: ArraySlice<UInt32>, line: UInt32, zone: UInt16) {
        guard let first = row.first?.run, let last = row.last?.run else { return }
        let number = UInt32(firstPattern + patterns.count)
        // Days have 23 hours at least.
        let wraps = !keepsBehind(first, last, by: 82_800, length: stops.count)
        patterns.append(
            Pattern(
                stops: UInt32(firstStop + patternStops.count), length: UInt32(stops.count),
                runs: UInt32(firstRun + runs.count), runCount: UInt32(row.count), line: line, zone: zone, wraps: wraps))
        patternStops += stops
        for (one, origin) in row {
            var run = one
            run.pattern = number
            runs.append(run)
            origins.append(origin)
        }
    }

    /// Whether a run, so much later, is nowhere before another one.
    private func keepsBehind(_ run: Run, _ other: Run, by later: Int32, length: Int) -> Bool {
        if run.profile == other.profile { return run.start + later >= other.start }
        let (one, two) = (Int(run.profile), Int(other.profile))
        for event in 0..<2 * length
        where run.start + later + events[one + event] < other.start + events[two + event] { return false }
        return true
    }

    private mutating func profile(
        of calls: ArraySlice<Network.Call>, after first: Int32, known: inout [UInt64: [UInt32]]
    ) -> UInt32 {
        let place = events.count
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for call in calls {
            for time in [call.arrival - first, call.departure - first] {
                events.append(time)
                hash = (hash ^ UInt64(UInt32(bitPattern: time))) &* 0x0000_0100_0000_01B3
                hash ^= hash >> 31
            }
        }
        let length = events.count - place
        for other in known[hash] ?? []
        where events[place...].elementsEqual(events[Int(other)..<Int(other) + length]) {
            events.removeLast(length)
            return other
        }
        known[hash, default: []].append(UInt32(place))
        return UInt32(place)
    }
}
