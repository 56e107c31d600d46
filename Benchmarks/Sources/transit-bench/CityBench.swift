import CCount
import Days
import TransitEngine

/// A row of the table that is printed and written.
struct Row {
    var name: String
    var value: Double
    var unit: String
    var bar: ClosedRange<Double>?
}

private let clock = ContinuousClock()
func milliseconds(_ duration: Duration) -> Double {
    Double(duration.components.seconds) * 1_000 + Double(duration.components.attoseconds) / 1e15
}

/// Measures how long searches take in a city, and in a real timetable.
@main struct CityBench {
    let short = CommandLine.arguments.contains("--short")
    var rows: [Row] = []

    static func main() throws {
        var bench = CityBench()
        try bench.run()
        try bench.report()
    }

    mutating func run() throws {
        var city: City? = City()
        let network = city?.network ?? Network(days: ServiceDays(first: 0, count: 0))
        city = nil
        rows.append(Row(name: "stops", value: Double(network.stops.count), unit: ""))
        rows.append(Row(name: "trips", value: Double(network.trips.count), unit: ""))
        rows.append(Row(name: "departures", value: Double(network.calls.count), unit: ""))
        rows.append(Row(name: "footpaths", value: Double(network.footpaths.count), unit: ""))
        rows.append(
            Row(name: "stops of a trip", value: Double(network.calls.count) / Double(network.trips.count), unit: ""))
        let begun = clock.now
        let timetable = try Timetable(network)
        rows.append(Row(name: "building the timetable", value: milliseconds(clock.now - begun), unit: "ms"))
        measure(timetable)
        if let feed = try FeedRows() {
            rows += try feed.rows(turns: short ? 1 : 10)
        } else {
            print("skipped: \(FeedRows.feed) is not here")
        }
        rows.append(
            Row(
                name: "the timetable with its day", value: Double(timetable.bytes) / 1_048_576, unit: "MiB",
                bar: 0...150))
    }

    mutating func measure(_ timetable: Timetable) {
        var random = Seeded(state: 1)
        let pairs = (0..<(short ? 100 : 1_000)).map { _ in
            (UInt32(random.number(0...City.stops - 1)), UInt32(random.number(0...City.stops - 1)))
        }
        let eight = 20_000 * 86_400 + 8 * 3_600
        func queries(_ when: (Int) -> Query.When, _ count: Int) -> [Query] {
            pairs.prefix(count).enumerated().map { number, pair in
                var query = Query(when(number), from: [.init(pair.0)], to: [.init(pair.1)])
                query.maxTransfers = Planner.mostTransfers
                return query
            }
        }
        let planner = Planner()
        var outlines: [Planner.Outline] = []
        outlines.reserveCapacity(10_000)
        var arrivals: [Int] = []
        func best(_ queries: [Query], turns: Int, _ each: () -> Void) -> Double {
            (0..<turns).map { _ in
                let begun = processorTime()
                for query in queries {
                    planner.outlines(query, in: timetable, into: &outlines)
                    each()
                }
                return (processorTime() - begun) / Double(queries.count)
            }.min() ?? 0
        }
        let forward = queries({ _ in .departing(at: eight) }, pairs.count)
        var (rounds, patterns, found, count) = (0, 0, 0, 0)
        _ = best(forward, turns: 1) {
            (rounds, patterns) = (rounds + planner.work.rounds, patterns + planner.work.patterns)
            arrivals.append(outlines.map(\.arrival).min() ?? eight + 3_600)
            (found, count) = (found + (outlines.isEmpty ? 0 : 1), count + outlines.count)
        }
        let many = Double(pairs.count)
        rows.append(Row(name: "rounds of a query", value: Double(rounds) / many, unit: "", bar: 8...100))
        rows.append(Row(name: "patterns scanned by a query", value: Double(patterns) / many, unit: ""))
        rows.append(Row(name: "queries with a journey", value: 100 * Double(found) / many, unit: "%"))
        rows.append(Row(name: "journeys of a query", value: Double(count) / many, unit: ""))
        let allocated = allocation_count()
        for query in forward { planner.outlines(query, in: timetable, into: &outlines) }
        rows.append(
            Row(
                name: "allocations of a warm query", value: Double(allocation_count() - allocated) / many, unit: "",
                bar: 0...0))
        let depart = best(forward, turns: short ? 1 : 5) {}
        rows.append(Row(name: "departing at 08:00, mean", value: depart, unit: "ms", bar: 0...4))
        let backward = queries({ .arriving(by: arrivals[$0]) }, pairs.count)
        let arrive = best(backward, turns: short ? 1 : 4) {}
        rows.append(Row(name: "arriving by, mean", value: arrive, unit: "ms"))
        rows.append(Row(name: "arriving by / departing", value: arrive / depart, unit: "", bar: 0...1.2))
        let ranges = queries({ _ in .departingWithin(eight, through: eight + 7_200) }, pairs.count / 5)
        rows.append(
            Row(name: "two hours, mean", value: best(ranges, turns: short ? 1 : 2) {}, unit: "ms", bar: 0...60))
    }

    func report() throws {
        var missed = false
        for row in rows {
            let bar = row.bar.map { $0.contains(row.value) ? "  ok" : "  MISSED, bar \($0)" } ?? ""
            if let bar = row.bar, !bar.contains(row.value) { missed = true }
            print("\(row.name): \((row.value * 1_000).rounded() / 1_000) \(row.unit)\(bar)")
        }
        if let place = CommandLine.arguments.firstIndex(of: "--results"), place + 1 < CommandLine.arguments.count {
            let fields = rows.map { "  {\"name\": \"\($0.name)\", \"value\": \($0.value), \"unit\": \"\($0.unit)\"}" }
            try write("[\n" + fields.joined(separator: ",\n") + "\n]\n", to: CommandLine.arguments[place + 1])
        }
        exitWith(missed ? 1 : 0)
    }
}
