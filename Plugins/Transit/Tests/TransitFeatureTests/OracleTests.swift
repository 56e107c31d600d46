import Calendars
import FeatureKit
import GTFS
import Glibc
import Testing
import TransitEngine
import WebJSON

@testable import TransitFeature

/// The journeys of real timetables, against those that another program found by trying everything.
@Suite struct OracleTests {
    private static let folder = "../shared/data/gtfs/"
    private static let hasData = unsafe access(folder + "oracle", R_OK) == 0

    @Test(
        .enabled(if: hasData, "the timetables of shared/data are not here"),
        arguments: [
            ("malaga_20260120", "es_gtfs_metro_malaga"), ("malaga_walk300", "es_gtfs_metro_malaga"),
            ("mallorca_20260120", "es_gtfs_sfm_mallorca"), ("mallorca_walk300", "es_gtfs_sfm_mallorca"),
            ("crtm_m10_20251118", "es_crtm_metro_ligero_M10.zip"),
            ("crtm_m4_freq_20250603", "es_crtm_metro_madrid_M4.zip"),
            ("bart_20180605", "transitland/bart.zip"), ("bart_walk300", "transitland/bart.zip"),
            ("cairns_20140603", "gtfs_kit/cairns_gtfs.zip"), ("cairns_walk300", "gtfs_kit/cairns_gtfs.zip"),
            ("cairns_20140607_saturday", "gtfs_kit/cairns_gtfs.zip"), ("hart_walk300", "transitland/hart.zip"),
            ("nyc_20241217", "gtfs_kit/nyc_subway_gtfs.zip"), ("caltrain_20180605", "transitland/caltrain.zip"),
        ].filter { unsafe access(folder + $0.1, R_OK) == 0 }) func journeysAreThoseOfTheOracle(
            file: String, feed: String
        ) throws
    {
        let zones = Zones()
        let tables = try FeedTables(path: Self.folder + feed, prefix: "")
        let oracle = try Oracle(Self.folder + "oracle/\(file).json")
        let walks = file.hasSuffix("_walk300")
        let reader = try FeedReader([tables], today: oracle.day, zones: zones, walk: walks ? 300 : 0, pace: 1.25)
        var network = reader.network
        // By its README the oracle walks by distance alone there.
        if walks { network.rules.removeAll { $0.from != $0.to } }
        // By its README it takes a station's rules for none of its platforms, as New York's are meant.
        let stations = Set(network.stops.map(\.parent))
        network.rules.removeAll { stations.contains($0.from) || stations.contains($0.to) }
        let snapshot = try Snapshot(network, sequences: reader.sequences, shapes: [], zones: zones)
        let start = snapshot.planned.moment(day: oracle.day.daysSince1970, seconds: 0, zone: 0)
        let planner = Planner()
        for question in oracle.questions {
            let from = try #require(snapshot.index.stop(question.from))
            let to = try #require(snapshot.index.stop(question.to))
            let (first, last) = (start + question.window.lowerBound, start + question.window.upperBound)
            var query = Query(.departing(at: first), from: [Query.Place(from)], to: [Query.Place(to)])
            if question.isRange { query.when = .departingWithin(first, through: last) }
            query.maxTransfers = 5
            // By its README it knows no blocks of vehicles.
            query.inSeat = false
            var answers: Set<Oracle.Answer> = []
            if question.isRange {
                // As the oracle has them: who waits until after the range departs at its last departure.
                var outlines: [Planner.Outline] = []
                planner.outlines(query, in: snapshot.planned, into: &outlines)
                let all = Set(outlines.map { Oracle.Answer($0, start: start) })
                answers = all.filter { one in !all.contains { $0.isBetter(than: one) } }
            } else {
                answers = Set(planner.journeys(query, in: snapshot.planned).map { Oracle.Answer($0, start: start) })
            }
            let note = "\(file): \(question.from) to \(question.to) at \(question.window)"
            #expect(answers.subtracting(question.answers).map(\.description) == [], "\(note)")
            #expect(question.answers.subtracting(answers).map(\.description) == [], "\(note)")
        }
        #expect(oracle.questions.count >= 10)
    }
}

/// A file of the oracle.
private struct Oracle {
    struct Question {
        var from: String
        var to: String
        var window: ClosedRange<Int>
        var isRange: Bool
        var answers: Set<Answer>
    }

    /// A journey; only ranges name its departure.
    struct Answer: Hashable, CustomStringConvertible {
        var departure: Int?
        var arrival: Int
        var transfers: Int
        var description: String { "\(departure ?? 0)-\(arrival), \(transfers)" }

        init(_ journey: Journey, start: Int) {
            (arrival, transfers) = (journey.arrival - start, journey.transfers)
        }

        init(_ outline: Planner.Outline, start: Int) {
            (departure, arrival) = (outline.departure - start, outline.arrival - start)
            transfers = outline.rides - 1
        }

        func isBetter(than other: Answer) -> Bool {
            self != other && (departure ?? 0) >= (other.departure ?? 0) && arrival <= other.arrival
                && transfers <= other.transfers
        }

        init(_ members: Members) throws {
            guard case .integer(let transfers)? = members["transfers"], case .text(let arrival)? = members["arrival"]
            else { throw OracleProblem() }
            self.transfers = Int(transfers)
            self.arrival = try Oracle.seconds(arrival)
            if case .text(let departure)? = members["depart"] { self.departure = try Oracle.seconds(departure) }
        }
    }

    let day: Day
    var questions: [Question] = []

    init(_ path: String) throws {
        guard let file = unsafe fopen(path, "r") else { throw OracleProblem() }
        defer { unsafe fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 8 << 20)
        let count = unsafe fread(&bytes, 1, bytes.count, file)
        guard case .object(let all) = try JSONText.value(of: Array(bytes[..<count])),
            case .object(let meta)? = all["meta"], case .text(let date)? = meta["date"],
            case .list(let list)? = all["queries"]
        else { throw OracleProblem() }
        day = try #require(Day(compact: date))
        var profiles: [Value] = []
        if case .list(let list)? = all["range_profiles"] { profiles = list }
        for case .object(let query) in list + profiles {
            guard case .text(let from)? = query["from"], case .text(let to)? = query["to"],
                case .list(let pareto)? = query["pareto"]
            else { throw OracleProblem() }
            var moments: [Value] = []
            if let depart = query["depart"] { moments = [depart] }
            if case .list(let window)? = query["window"] { moments = window }
            let seconds = try moments.map { moment in
                guard case .text(let text) = moment else { throw OracleProblem() }
                return try Self.seconds(text)
            }
            guard let first = seconds.first, let last = seconds.last else { throw OracleProblem() }
            let answers = try pareto.map { value in
                guard case .object(let members) = value else { throw OracleProblem() }
                return try Answer(members)
            }
            questions.append(
                Question(from: from, to: to, window: first...last, isRange: seconds.count > 1, answers: Set(answers)))
        }
    }

    fileprivate static func seconds(_ text: String) throws -> Int {
        let parts = text.split(separator: ":").compactMap { Int($0) }
        guard parts.count == 3 else { throw OracleProblem() }
        return parts[0] * 3_600 + parts[1] * 60 + parts[2]
    }
}

private struct OracleProblem: Error {}
