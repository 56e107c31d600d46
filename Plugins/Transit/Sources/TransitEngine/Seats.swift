internal import Days

/// Where passengers may stay seated because their vehicle goes on as another run.
struct Seats {
    /// The runs that each run may go on as, by departure: the first one of the same day counts.
    private(set) var next: [(group: UInt32, value: UInt32)] = []

    /// How many runs of a vehicle are looked at for each run: a day's, of some services.
    private static let most = 200

    /// Those of all runs of a builder; of the same day the first one counts.
    init(
        _ rules: [Network.TransferRule], trip: (UInt32) -> Network.Trip, _ builder: PatternBuilder,
        stops: [Network.Stop], services: [DaySet], _ places: Places
    ) {
        var seated: Set<Places.Pair> = [], changed: Set<Places.Pair> = [], named: Set<UInt32> = []
        for rule in rules where rule.fromTrip != Network.none && rule.toTrip != Network.none {
            let pair = Places.Pair(from: rule.fromTrip, to: rule.toTrip)
            if rule.kind == .inSeat {
                seated.insert(pair)
                named.formUnion([pair.from, pair.to])
            } else if rule.kind == .notInSeat {
                changed.insert(pair)
            }
        }
        var blocks: [UInt32: [UInt32]] = [:]
        var linked: [UInt32: [UInt32]] = [:]
        for (number, run) in builder.runs.enumerated() {
            let block = trip(run.trip).block
            if block != Network.none { blocks[block, default: []].append(UInt32(number)) }
            if named.contains(run.trip) { linked[run.trip, default: []].append(UInt32(number)) }
        }
        func run(_ number: UInt32) -> Run { builder.runs[Int(number)] }
        func end(_ number: UInt32) -> Int32 {
            let length = builder.patterns[Int(run(number).pattern)].length
            return run(number).start + builder.events[Int(run(number).profile) + 2 * Int(length) - 1]
        }
        func stop(_ number: UInt32, isLast: Bool) -> UInt32 {
            let pattern = builder.patterns[Int(run(number).pattern)]
            let place = builder.patternStops[Int(pattern.stops + (isLast ? pattern.length - 1 : 0))] & PatternStop.place
            return places.stops[Int(place)]
        }
        func follow(_ one: UInt32, _ others: some Sequence<UInt32>) {
            var days = services[Int(run(one).service)]
            for other in others {
                guard !days.isEmpty else { return }
                let service = services[Int(run(other).service)]
                guard !changed.contains(Places.Pair(from: run(one).trip, to: run(other).trip)), days.intersects(service)
                else { continue }
                days.subtract(service)
                if Self.isSame(stop(one, isLast: true), stop(other, isLast: false), stops) { next.append((one, other)) }
            }
        }
        for runs in blocks.values {
            let sorted = runs.sorted { (run($0).start, end($0), $0) < (run($1).start, end($1), $1) }
            for (place, one) in sorted.enumerated() {
                let ended = end(one)
                follow(one, sorted[(place + 1)...].lazy.filter { run($0).start >= ended }.prefix(Self.most))
            }
        }
        for pair in seated.sorted(by: { ($0.from, $0.to) < ($1.from, $1.to) }) {
            for one in linked[pair.from] ?? [] {
                let later = (linked[pair.to] ?? []).filter { run($0).start >= end(one) }
                follow(one, later.sorted { run($0).start < run($1).start })
            }
        }
        next.sort { ($0.group, run($0.value).start, $0.value) < ($1.group, run($1.value).start, $1.value) }
    }

    private static func isSame(_ one: UInt32, _ other: UInt32, _ stops: [Network.Stop]) -> Bool {
        let (first, second) = (stops[Int(one)].parent, stops[Int(other)].parent)
        return one == other || first != Network.none && first == second || first == other || second == one
    }
}
