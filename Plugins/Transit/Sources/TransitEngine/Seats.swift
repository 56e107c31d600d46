/// Where passengers may stay seated because their vehicle goes on as another run.
struct Seats {
    /// The runs that each run may go on as, by departure: the first one of the same day counts.
    private(set) var next: [(group: UInt32, value: UInt32)] = []

    private struct End {
        var run: UInt32
        var trip: UInt32
        var service: UInt32
        var start: Int32
        var end: Int32
        var first: UInt32
        var last: UInt32
    }

    private struct Pair: Hashable {
        var from: UInt32
        var to: UInt32
    }

    /// How many runs of a vehicle are looked at for each run: a day's, of some services.
    private static let most = 200

    /// Those of all runs of a builder; of the same day the first one counts.
    init(
        _ rules: [Network.TransferRule], trip: (UInt32) -> Network.Trip, _ builder: PatternBuilder,
        stops: [Network.Stop], services: [DaySet], _ places: Places
    ) {
        var seated: Set<Pair> = [], changed: Set<Pair> = [], named: Set<UInt32> = []
        for rule in rules where rule.fromTrip != Network.none && rule.toTrip != Network.none {
            let pair = Pair(from: rule.fromTrip, to: rule.toTrip)
            if rule.kind == .inSeat {
                seated.insert(pair)
                named.formUnion([pair.from, pair.to])
            } else if rule.kind == .notInSeat {
                changed.insert(pair)
            }
        }
        var blocks: [UInt32: [End]] = [:]
        var linked: [UInt32: [End]] = [:]
        for (number, run) in builder.runs.enumerated() {
            let block = trip(run.trip).block
            guard block != Network.none || named.contains(run.trip) else { continue }
            let pattern = builder.patterns[Int(run.pattern)]
            let duration = builder.events[Int(run.profile) + 2 * Int(pattern.length) - 1]
            func stop(_ place: UInt32) -> UInt32 {
                places.stops[Int(builder.patternStops[Int(pattern.stops + place)] & PatternStop.place)]
            }
            let end = End(
                run: UInt32(number), trip: run.trip, service: run.service, start: run.start, end: run.start + duration,
                first: stop(0), last: stop(pattern.length - 1))
            if block != Network.none { blocks[block, default: []].append(end) }
            if named.contains(run.trip) { linked[run.trip, default: []].append(end) }
        }
        func follow(_ one: End, _ others: some Sequence<End>) {
            var days = services[Int(one.service)]
            for other in others {
                guard !days.isEmpty else { return }
                guard !changed.contains(Pair(from: one.trip, to: other.trip)),
                    days.intersects(services[Int(other.service)])
                else { continue }
                days.subtract(services[Int(other.service)])
                guard Self.isSame(one.last, other.first, stops) else { continue }
                next.append((one.run, other.run))
            }
        }
        for ends in blocks.values {
            let sorted = ends.sorted { ($0.start, $0.end, $0.run) < ($1.start, $1.end, $1.run) }
            for (place, one) in sorted.enumerated() {
                follow(one, sorted[(place + 1)...].lazy.filter { $0.start >= one.end }.prefix(Self.most))
            }
        }
        for pair in seated.sorted(by: { ($0.from, $0.to) < ($1.from, $1.to) }) {
            for one in linked[pair.from] ?? [] {
                follow(one, (linked[pair.to] ?? []).filter { $0.start >= one.end }.sorted { $0.start < $1.start })
            }
        }
        next.sort { one, other in
            let starts = (builder.runs[Int(one.value)].start, builder.runs[Int(other.value)].start)
            return (one.group, starts.0, one.value) < (other.group, starts.1, other.value)
        }
    }

    private static func isSame(_ one: UInt32, _ other: UInt32, _ stops: [Network.Stop]) -> Bool {
        let (first, second) = (stops[Int(one)].parent, stops[Int(other)].parent)
        return one == other || first != Network.none && first == second || first == other || second == one
    }
}

extension DaySet {
    func intersects(_ other: DaySet) -> Bool { zip(words, other.words).contains { $0 & $1 != 0 } }

    mutating func subtract(_ other: DaySet) {
        for (place, word) in other.words.enumerated() where place < words.count { words[place] &= ~word }
    }
}
