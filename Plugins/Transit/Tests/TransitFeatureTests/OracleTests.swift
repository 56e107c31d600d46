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
            ("malaga_20260120", "es_gtfs_metro_malaga", 0), ("malaga_walk300", "es_gtfs_metro_malaga", 300),
            ("mallorca_20260120", "es_gtfs_sfm_mallorca", 0), ("mallorca_walk300", "es_gtfs_sfm_mallorca", 300),
            ("crtm_m10_20251118", "es_crtm_metro_ligero_M10.zip", 0),
            ("crtm_m4_freq_20250603", "es_crtm_metro_madrid_M4.zip", 0),
            ("bart_20180605", "transitland/bart.zip", 0), ("bart_walk300", "transitland/bart.zip", 300),
            ("cairns_20140603", "gtfs_kit/cairns_gtfs.zip", 0), ("nyc_20241217", "gtfs_kit/nyc_subway_gtfs.zip", 0),
        ]) func journeysAreThoseOfTheOracle(file: String, feed: String, walk: Int) throws
    {
        let zones = Zones()
        let tables = try FeedTables(path: Self.folder + feed, prefix: "")
        let oracle = try Oracle(Self.folder + "oracle/\(file).json")
        let reader = try FeedReader([tables], today: oracle.day, zones: zones, walk: walk, pace: 1.25)
        // The oracle walks by distance alone there, and knows no rules of whole stations.
        var network = reader.network
        if walk > 0 { network.rules.removeAll { $0.from != $0.to } }
        if feed.contains("nyc") { network.rules = [] }
        let snapshot = try Snapshot(network, sequences: reader.sequences, shapes: [], zones: zones)
        let start = snapshot.planned.moment(day: oracle.day.daysSince1970, seconds: 0, zone: 0)
        let planner = Planner()
        for question in oracle.questions {
            let from = try #require(snapshot.index.stop(question.from))
            let to = try #require(snapshot.index.stop(question.to))
            var query = Query(
                .departing(at: start + question.seconds), from: [Query.Place(from)], to: [Query.Place(to)])
            query.maxTransfers = 5
            let found = planner.journeys(query, in: snapshot.planned)
            let answers = Set(found.map { [$0.transfers, $0.arrival - start] })
            #expect(answers == question.answers, "\(file): \(question.from) to \(question.to) at \(question.seconds)")
        }
        #expect(oracle.questions.count >= 10)
    }
}

/// A file of the oracle.
private struct Oracle {
    struct Question {
        var from: String
        var to: String
        var seconds: Int
        /// Transfers and arrival of each journey.
        var answers: Set<[Int]>
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
        for case .object(let query) in list {
            guard case .text(let from)? = query["from"], case .text(let to)? = query["to"],
                case .text(let depart)? = query["depart"], case .list(let pareto)? = query["pareto"]
            else { throw OracleProblem() }
            var answers: Set<[Int]> = []
            for case .object(let answer) in pareto {
                guard case .integer(let transfers)? = answer["transfers"], case .text(let arrival)? = answer["arrival"]
                else { throw OracleProblem() }
                answers.insert([Int(transfers), try Self.seconds(arrival)])
            }
            questions.append(
                Question(from: from, to: to, seconds: try Self.seconds(depart), answers: answers))
        }
    }

    private static func seconds(_ text: String) throws -> Int {
        let parts = text.split(separator: ":").compactMap { Int($0) }
        guard parts.count == 3 else { throw OracleProblem() }
        return parts[0] * 3_600 + parts[1] * 60 + parts[2]
    }
}

private struct OracleProblem: Error {}
