import Calendars
import FeatureKit
import Files
import GTFS
import TransitEngine
import WebJSON

@testable import TransitFeature

/// The largest real timetable that is here, whose vehicles all go on as other trips: how soon it can be searched, and how
/// long the searches of its expected answers take.
struct FeedRows {
    static let feed = "../../shared/data/gtfs/transitland/hart.zip"
    private static let answers = "../../shared/data/gtfs/oracle/hart_walk300.json"

    struct Problem: Error { var what: String }

    /// A search of the expected answers.
    struct Question {
        var from: String
        var to: String
        /// Seconds after noon minus 12 hours.
        var time: Int
    }

    let snapshot: Snapshot
    let day: Day
    let questions: [Question]
    /// The milliseconds from the file to a timetable that can be searched.
    let loading: Double

    /// Reads a timetable and the questions about it; nil where they are not here.
    init?() throws {
        guard let bytes = try WholeFile.bytes(of: Self.answers, mostBytes: 8 << 20) else { return nil }
        guard case .object(let all) = try JSONText.value(of: bytes), case .object(let meta)? = all["meta"],
            case .text(let date)? = meta["date"], let day = Day(compact: date), case .list(let list)? = all["queries"]
        else { throw Problem(what: "\(Self.answers) is not as expected") }
        self.day = day
        questions = try list.map { try Question($0) }
        let begun = processorTime()
        let zones = Zones()
        let reader = try FeedReader(
            [FeedTables(path: Self.feed, prefix: "")], today: day, zones: zones, walk: 300, pace: 1.25)
        snapshot = try Snapshot(reader, zones: zones)
        loading = processorTime() - begun
    }

    /// What was measured; each search counts by the best of some turns.
    func rows(turns: Int) throws -> [Row] {
        [
            Row(name: "hart.zip: reading", value: loading, unit: "ms", bar: 0...1_000),
            Row(
                name: "hart.zip: a search, median", value: try median(inSeat: true, turns: turns), unit: "ms",
                bar: 0...0.3),
            Row(
                name: "hart.zip: where nobody stays seated, median", value: try median(inSeat: false, turns: turns),
                unit: "ms"),
        ]
    }

    private func median(inSeat: Bool, turns: Int) throws -> Double {
        let start = snapshot.planned.moment(day: day.daysSince1970, seconds: 0, zone: 0)
        let planner = Planner()
        let times = try questions.map { question in
            guard let from = snapshot.index.stop(question.from), let to = snapshot.index.stop(question.to) else {
                throw Problem(what: "there is no stop \(question.from) or \(question.to)")
            }
            var query = Query(.departing(at: start + question.time), from: [.init(from)], to: [.init(to)])
            (query.maxTransfers, query.inSeat) = (5, inSeat)
            guard !planner.journeys(query, in: snapshot.planned).isEmpty else {
                throw Problem(what: "nothing leads from \(question.from) to \(question.to)")
            }
            return (0..<turns).map { _ in
                let begun = processorTime()
                for _ in 0..<10 { _ = planner.journeys(query, in: snapshot.planned) }
                return (processorTime() - begun) / 10
            }.min() ?? 0
        }
        return times.sorted()[times.count / 2]
    }
}

extension FeedRows.Question {
    fileprivate init(_ value: Value) throws {
        guard case .object(let query) = value, case .text(let from)? = query["from"], case .text(let to)? = query["to"],
            case .text(let depart)? = query["depart"]
        else { throw FeedRows.Problem(what: "a question is not as expected") }
        let time = depart.split(separator: ":").compactMap { Int($0) }.reduce(0) { $0 * 60 + $1 }
        self.init(from: from, to: to, time: time)
    }
}
