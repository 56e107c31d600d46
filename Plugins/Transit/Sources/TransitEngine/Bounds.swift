internal import Columns

/// How long it takes at least from some places to all others and back, without any waiting: by the triangle inequality
/// that bounds from below how long it takes between any two places.
struct Bounds: Sendable {
    /// How many places are measured from.
    static let count = 8
    private static let unknown = UInt16.max

    /// For each place, the seconds to it from each of them, then the seconds from it to each of them.
    private(set) var seconds: Column<UInt16>

    private typealias Foot = Places.Foot
    private typealias Hop = (group: UInt32, value: Foot)

    init(_ tables: Tables, in arena: Arena) {
        let places = tables.places.count
        seconds = arena.column(2 * Self.count * places, of: Self.unknown)
        let edges = Self.edges(tables)
        let work = Arena()
        defer { withExtendedLifetime(work) {} }
        let ahead = work.groups(edges, count: places)
        let back = work.groups(
            edges.map { ($0.value.to, Foot(to: $0.group, seconds: $0.value.seconds)) }, count: places)
        var nearest = Array(repeating: Int32.max, count: places)
        var start = (0..<places).max { ahead[$0].count < ahead[$1].count }
        for number in 0..<Self.count {
            guard let first = start else { return }
            let (from, to) = (Self.distances(first, places, ahead), Self.distances(first, places, back))
            for place in 0..<places {
                seconds[2 * Self.count * place + number] = UInt16(clamping: from[place])
                seconds[2 * Self.count * place + Self.count + number] = UInt16(clamping: to[place])
                if from[place] < .max { nearest[place] = min(nearest[place], from[place]) }
            }
            // The next one is far from all.
            func far(_ place: Int) -> Int32 { nearest[place] == .max ? -1 : nearest[place] }
            start = (0..<places).max { far($0) < far($1) }
        }
    }

    /// Whether it still bounds what is ridden, with what is ridden from a pattern on.
    func holds(for tables: Tables, from pattern: Int) -> Bool {
        Self.hops(tables, from: pattern).allSatisfy { from, hop in
            (0..<Self.count).allSatisfy { number in
                let one = 2 * Self.count * Int(from) + number, two = 2 * Self.count * Int(hop.to) + number
                let ahead = Int32(seconds[two]) <= Int32(seconds[one]) + hop.seconds || seconds[one] == Self.unknown
                let back =
                    Int32(seconds[one + Self.count]) <= Int32(seconds[two + Self.count]) + hop.seconds
                    || seconds[two + Self.count] == Self.unknown
                return ahead && back
            }
        }
    }

    /// The shortest ride from each place of patterns to the next one.
    private static func hops(_ tables: Tables, from first: Int) -> [Hop] {
        var result: [Hop] = []
        for number in first..<tables.patterns.count {
            let pattern = tables.patterns[number]
            var shortest = Array(repeating: Int32.max, count: Int(pattern.length) - 1)
            var last: UInt32?
            for run in pattern.runs..<pattern.runs + pattern.runCount where tables.runs[run].profile != last {
                last = tables.runs[run].profile
                for hop in shortest.indices {
                    let event = Int(tables.runs[run].profile) + 2 * hop
                    shortest[hop] = min(shortest[hop], tables.events[event + 2] - tables.events[event + 1])
                }
            }
            for (hop, time) in shortest.enumerated() {
                let stop = Int(pattern.stops) + hop
                let to = tables.patternStops[stop + 1] & PatternStop.place
                result.append((tables.patternStops[stop] & PatternStop.place, Foot(to: to, seconds: time)))
            }
        }
        return result
    }

    /// All that leads from a place to another one: rides, walks, and staying seated.
    private static func edges(_ tables: Tables) -> [Hop] {
        var result = hops(tables, from: 0)
        for place in 0..<tables.places.count {
            for step in tables.places.feet[place] { result.append((UInt32(place), tables.places.feet.values[step])) }
        }
        for run in 0..<UInt32(tables.hasSeats ? tables.runs.count : 0) {
            let length = Int(tables.patterns[tables.runs[run].pattern].length)
            for step in tables.next[Int(run)] {
                let to = tables.place(of: tables.next.values[step], at: 0)
                let foot = Foot(to: UInt32(to), seconds: 0)
                result.append((UInt32(tables.place(of: run, at: length - 1)), foot))
            }
        }
        return result
    }

    /// The shortest times from a place to all others, in buckets of a second.
    private static func distances(_ start: Int, _ places: Int, _ edges: Groups<Foot>) -> [Int32] {
        var best = Array(repeating: Int32.max, count: places)
        var buckets: [[UInt32]] = [[UInt32(start)]]
        best[start] = 0
        var time = 0
        while time < buckets.count {
            while let place = buckets[time].popLast() {
                guard best[Int(place)] == Int32(time) else { continue }
                for number in edges[Int(place)] {
                    let edge = edges.values[number]
                    let reached = Int32(time) + edge.seconds
                    guard reached < best[Int(edge.to)], reached < Int32(unknown) else { continue }
                    best[Int(edge.to)] = reached
                    while buckets.count <= Int(reached) { buckets.append([]) }
                    buckets[Int(reached)].append(edge.to)
                }
            }
            time += 1
        }
        return best
    }
}

/// What a query's ends are bounded by: for each place that is measured from, the least that leads to the ends and
/// the most that leads back.
struct EndBounds: BitwiseCopyable, Sendable {
    private var ahead = InlineArray<8, Int32>(repeating: .max)
    private var back = InlineArray<8, Int32>(repeating: .min)
    var isUsed = false

    /// Notes an end, with the walk to it.
    mutating func add(_ place: UInt32, walk: Int32, _ seconds: Column<UInt16>, isForward: Bool) {
        isUsed = true
        let first = 2 * Bounds.count * Int(place)
        for number in 0..<Bounds.count {
            let to = seconds[first + (isForward ? 0 : Bounds.count) + number]
            let from = seconds[first + (isForward ? Bounds.count : 0) + number]
            // What can't be measured bounds nothing.
            ahead[number] = min(ahead[number], to == .max ? -65_536 : Int32(to) + walk)
            back[number] = max(back[number], from == .max ? 131_072 : Int32(from) - walk)
        }
    }

    /// Whether it takes longer than that to the ends.
    @inline(__always) func exceeds(_ rest: Int32, from place: Int, _ seconds: Column<UInt16>, isForward: Bool) -> Bool {
        let first = 2 * Bounds.count * place
        for number in 0..<Bounds.count {
            let to = Int32(seconds[first + (isForward ? 0 : Bounds.count) + number])
            if ahead[number] &- to >= rest { return true }
            let from = Int32(seconds[first + (isForward ? Bounds.count : 0) + number])
            if from < 65_535, from &- back[number] >= rest { return true }
        }
        return false
    }
}
