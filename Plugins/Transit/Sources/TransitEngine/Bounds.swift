/// How long it takes at least from some places to all others and back, without any waiting: by the triangle inequality
/// that bounds from below how long it takes between any two places.
struct Bounds: Sendable {
    /// How many places are measured from.
    static let count = 8
    private static let unknown = UInt16.max

    /// For each place, the seconds to it from each of them, then the seconds from it to each of them.
    private(set) var seconds: Column<UInt16>

    private struct Edge {
        var to: UInt32
        var seconds: Int32
    }

    init(_ tables: Tables, in arena: Arena) {
        let places = tables.places.count
        seconds = arena.column(2 * Self.count * places, of: Self.unknown)
        guard places > 0 else { return }
        let edges = Self.edges(tables)
        let (offsets, ahead) = Self.table(edges.map { ($0.from, Edge(to: $0.to, seconds: $0.seconds)) }, places)
        let (backOffsets, back) = Self.table(edges.map { ($0.to, Edge(to: $0.from, seconds: $0.seconds)) }, places)
        var nearest = Array(repeating: Int32.max, count: places)
        var start = (0..<places).max { offsets[$0 + 1] - offsets[$0] < offsets[$1 + 1] - offsets[$1] } ?? 0
        for number in 0..<Self.count {
            let from = Self.distances(start, offsets, ahead)
            let to = Self.distances(start, backOffsets, back)
            for place in 0..<places {
                seconds[2 * Self.count * place + number] = Self.short(from[place])
                seconds[2 * Self.count * place + Self.count + number] = Self.short(to[place])
                if from[place] < .max { nearest[place] = min(nearest[place], from[place]) }
            }
            // The next one is far from all.
            start = (0..<places).max { Self.far(nearest[$0]) < Self.far(nearest[$1]) } ?? 0
        }
    }

    /// Whether it still bounds what is ridden, with what is ridden from a pattern on.
    func holds(for tables: Tables, from pattern: Int) -> Bool {
        Self.hops(tables, from: pattern).allSatisfy { from, to, time in
            (0..<Self.count).allSatisfy { number in
                let one = 2 * Self.count * Int(from) + number, two = 2 * Self.count * Int(to) + number
                let ahead = Int32(seconds[two]) <= Int32(seconds[one]) + time || seconds[one] == Self.unknown
                let back =
                    Int32(seconds[one + Self.count]) <= Int32(seconds[two + Self.count]) + time
                    || seconds[two + Self.count] == Self.unknown
                return ahead && back
            }
        }
    }

    private static func short(_ seconds: Int32) -> UInt16 { seconds < Int32(unknown) ? UInt16(seconds) : unknown }
    private static func far(_ seconds: Int32) -> Int32 { seconds == .max ? -1 : seconds }

    /// The shortest ride from each place of patterns to the next one.
    private static func hops(_ tables: Tables, from first: Int) -> [(from: UInt32, to: UInt32, seconds: Int32)] {
        var result: [(UInt32, UInt32, Int32)] = []
        for number in first..<tables.patterns.count {
            let pattern = tables.patterns[number]
            let events = tables.events(of: number)
            var shortest = Array(repeating: Int32.max, count: Int(pattern.length) - 1)
            var last: UInt32?
            for run in pattern.runs..<pattern.runs + pattern.runCount where tables.runs[run].profile != last {
                last = tables.runs[run].profile
                for hop in 0..<shortest.count {
                    let event = Int(tables.runs[run].profile) + 2 * hop
                    shortest[hop] = min(shortest[hop], events[event + 2] - events[event + 1])
                }
            }
            for hop in 0..<shortest.count {
                let stop = Int(pattern.stops) + hop
                result.append(
                    (
                        tables.patternStops[stop] & PatternStop.place,
                        tables.patternStops[stop + 1] & PatternStop.place, shortest[hop]
                    ))
            }
        }
        return result
    }

    private static func edges(_ tables: Tables) -> [(from: UInt32, to: UInt32, seconds: Int32)] {
        var result = hops(tables, from: 0)
        for place in 0..<tables.places.count {
            for step in tables.places.footOffsets.range(place) {
                let foot = tables.places.feet[step]
                result.append((UInt32(place), foot.to, foot.seconds))
            }
        }
        guard tables.hasSeats else { return result }
        for run in 0..<tables.runs.count {
            let one = tables.patterns[tables.runs[run].pattern]
            let last = tables.patternStops[Int(one.stops + one.length) - 1] & PatternStop.place
            for step in tables.nextOffsets.range(run) {
                let next = tables.patterns[tables.runs[tables.next[step]].pattern]
                result.append((last, tables.patternStops[Int(next.stops)] & PatternStop.place, 0))
            }
        }
        return result
    }

    private static func table(_ edges: [(UInt32, Edge)], _ places: Int) -> ([Int], [Edge]) {
        var offsets = Array(repeating: 0, count: places + 1)
        for edge in edges { offsets[Int(edge.0) + 1] += 1 }
        for place in 0..<places { offsets[place + 1] += offsets[place] }
        var next = offsets
        var result = Array(repeating: Edge(to: 0, seconds: 0), count: edges.count)
        for edge in edges {
            result[next[Int(edge.0)]] = edge.1
            next[Int(edge.0)] += 1
        }
        return (offsets, result)
    }

    /// The shortest times from a place to all others, in buckets of a second.
    private static func distances(_ start: Int, _ offsets: [Int], _ edges: [Edge]) -> [Int32] {
        var best = Array(repeating: Int32.max, count: offsets.count - 1)
        var buckets: [[UInt32]] = [[UInt32(start)]]
        best[start] = 0
        var time = 0
        while time < buckets.count {
            while let place = buckets[time].popLast() {
                guard best[Int(place)] == Int32(time) else { continue }
                for number in offsets[Int(place)]..<offsets[Int(place) + 1] {
                    let reached = Int32(time) + edges[number].seconds
                    guard reached < best[Int(edges[number].to)], reached < Int32(unknown) else { continue }
                    best[Int(edges[number].to)] = reached
                    while buckets.count <= Int(reached) { buckets.append([]) }
                    buckets[Int(reached)].append(edges[number].to)
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
