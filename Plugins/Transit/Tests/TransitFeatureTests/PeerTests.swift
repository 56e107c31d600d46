import Calendars
import FeatureKit
import Files
import GTFS
import Glibc
import Testing
import TransitEngine

@testable import TransitFeature

/// Small timetables of other planners' own tests with the journeys that these expect: OpenTripPlanner's MMRI cases, and
/// those of nigiri whose rules are ours, too.
///
/// Left out of MMRI: 2e1 and 2e2, which prefer one of two changes that arrive together, where we know no preference; the
/// second arrival of 1g, where a journey that arrives at the wished moment is late for OTP and in time for us. Left out of
/// nigiri: bicycles, reservations, fares and flexible trips, which are no part of the module; stays at a stop to pass,
/// footpaths that depend on the time, and waits at an end, which no query of ours asks for; stop groups and other kinds of
/// files than GTFS; and the tests of its algorithms' insides, such as `pong`, `gpu`, `lua` and `abi`.
@Suite struct PeerTests {
    private static let folder = "../shared/data/gtfs/"
    private static let hasData =
        unsafe access(folder + "nigiri_cases", R_OK) == 0 && access(folder + "otp_mmri", R_OK) == 0

    /// A question and the journeys that are expected as `08:00-08:30 T0 T1`, in the time of the feed.
    struct Case: CustomTestStringConvertible, Sendable {
        var feed: String
        var ends: String
        var when: String
        var expected: [String]
        var day = "2014-01-01"
        var change: Int32 = 0
        var via: [String] = []
        var wheelchair = false
        var banned: [String] = []
        var modes: Set<UInt16>?
        /// Whether the feed's live message holds, too.
        var isLive = false
        var testDescription: String { "\(feed): \(ends) \(when)" }
    }

    private static let mmri = [
        Case(feed: "1g", ends: "1g1 1g2", when: "from 00:02", expected: ["00:03-00:04 1g|bus|2"]),
        Case(feed: "1g", ends: "1g1 1g2", when: "by 00:03", expected: ["00:01-00:02 1g|bus|1"]),
        Case(feed: "1g", ends: "1g1 1g2", when: "from 00:03", expected: ["00:03-00:04 1g|bus|2"], day: "2014-01-03"),
        Case(feed: "2a1", ends: "2a1 2a2", when: "from 00:01", expected: ["00:01-00:02 2a1|short|1"]),
        Case(feed: "2a1", ends: "2a1 2a2", when: "from 00:03", expected: ["00:05-00:06 2a1|long|2"]),
        Case(feed: "2b", ends: "2b1 2b2", when: "from 00:01", expected: ["00:03-00:04 2b|2"], wheelchair: true),
        // The bus walks to and from its stops, and needs no change.
        Case(
            feed: "2c", ends: "2c1 2c3", when: "from 00:01",
            expected: ["00:01-00:04 2c|train|1 2c|train|2", "00:01-00:07 walk 2c|bus walk"]),
        Case(feed: "2d", ends: "2d1 2d4", when: "from 00:01", expected: ["00:01-00:04 2d|1|1 2d|2|1"]),
        Case(feed: "2e3", ends: "2e31 2e36", when: "from 00:01", expected: ["00:01-00:05 2e3|1@2e34 2e3|2"]),
        Case(feed: "2e4", ends: "2e41 2e46", when: "from 00:01", expected: ["00:01-00:05 2e4|1@2e43 2e4|2"]),
        Case(feed: "3g1", ends: "3g11 3g16", when: "from 00:01", expected: ["00:01-00:05 3g1|1@3g14 3g1|2"]),
        Case(feed: "3g2", ends: "3g21 3g26", when: "from 00:01", expected: ["00:01-00:05 3g2|1@3g23 3g2|2"]),
        Case(feed: "3d", ends: "3d1 3d2", when: "from 00:01", expected: ["00:01-00:03 3d|2"], banned: ["3d|1"]),
        // Ten minutes late from the first stop on, while the next one is a minute late; two late at the second stop.
        Case(feed: "3b", ends: "3b1 3b2", when: "from 00:01", expected: ["00:01-00:02 3b|1"]),
        Case(feed: "3b", ends: "3b1 3b2", when: "from 00:01", expected: ["00:11-00:12 3b|1"], isLive: true),
        Case(feed: "3b", ends: "3b1 3b2", when: "from 00:11", expected: ["00:11-00:12 3b|1"], isLive: true),
        Case(feed: "3b", ends: "3b1 3b2", when: "from 00:12", expected: ["00:12-00:13 3b|2"], isLive: true),
        Case(feed: "3c", ends: "3c2 3c3", when: "from 00:04", expected: ["00:05-00:06 3c|2"]),
        Case(feed: "3c", ends: "3c2 3c3", when: "from 00:04", expected: ["00:04-00:05 3c|1"], isLive: true),
        // Cancelled.
        Case(feed: "3e", ends: "3e1 3e2", when: "from 00:01", expected: ["00:01-00:02 3e|1"]),
        Case(feed: "3e", ends: "3e1 3e2", when: "from 00:01", expected: ["00:03-00:04 3e|2"], isLive: true),
        Case(
            feed: "_interlining", ends: "stop0 stop3", when: "from 00:05",
            expected: ["00:10-00:40 route1-trip1=route1-trip2"]),
        Case(
            feed: "_interlining", ends: "stop0 stop5", when: "from 00:25",
            expected: ["00:30-00:55 route2-trip1 route2-trip2"]),
        Case(
            feed: "_interlining", ends: "stop0 stop6", when: "from 00:05",
            expected: ["00:10-00:35 route0-trip1=route3-trip1"]),
    ]

    private static let via = "via_search_test_0"
    private static let nigiri =
        [
            (Int32(120), "10:00-10:22 T1 T2"), (180, "10:00-10:22 T1 T2"), (240, "10:00-10:30 T1 T3"),
            (600, "10:00-10:30 T1 T3"),
        ]
        .map { change, words in
            Case(
                feed: "transfer_time_settings_test", ends: "A C", when: "from 10:00", expected: [words],
                day: "2019-05-01", change: change)
        } + [
            Case(
                feed: "transfer_time_settings_test", ends: "A C", when: "from 09:55",
                expected: ["10:00-10:22 T1 T2", "09:55-10:35 T4"], day: "2019-05-01", change: 120),
            Case(
                feed: "max_interval_test", ends: "A B", when: "within 12:00 13:00",
                expected: ["12:00-13:00 T_RE1", "13:00-14:00 T_RE2"], day: "2019-05-01", change: 120),
            Case(
                feed: "clasz_filter_test", ends: "A C", when: "from 10:00", expected: ["10:00-11:00 AIR"],
                day: "2024-03-01", change: 120),
            Case(
                feed: "clasz_filter_test", ends: "A C", when: "from 10:00", expected: ["10:00-12:00 T1 T2"],
                day: "2024-03-01", change: 120, modes: [2, 3]),
            Case(
                feed: "tb_test_1", ends: "S0 S2", when: "from 00:00", expected: ["00:00-13:00 R0_MON R1_MON"],
                day: "2021-03-01", change: 120),
            Case(
                feed: via, ends: "A D", when: "from 10:00", expected: ["10:00-10:30 T0 T1", "10:00-10:40 T3"],
                day: "2019-05-01", change: 120),
            Case(
                feed: via, ends: "A D", when: "from 10:00", expected: ["10:00-10:30 T0 T1"],
                day: "2019-05-01", change: 120, via: ["B"]),
            Case(
                feed: via, ends: "A D", when: "from 10:00", expected: ["10:00-10:40 T3"],
                day: "2019-05-01", change: 120, via: ["C"]),
            Case(
                feed: via, ends: "A J", when: "from 15:00", expected: ["15:00-15:30 T5"],
                day: "2019-05-01", change: 120, via: ["I"]),
            Case(
                feed: via, ends: "A J", when: "from 15:00", expected: ["15:00-16:00 T5 walk T8"],
                day: "2019-05-01", change: 120, via: ["K"]),
            Case(
                feed: via, ends: "H Q", when: "from 11:00", expected: ["11:00-13:00 T11 T10"],
                day: "2019-05-01", change: 120, via: ["N"]),
            Case(
                feed: via, ends: "M Q", when: "from 11:00", expected: ["11:00-12:00 T9"],
                day: "2019-05-01", change: 120, via: ["M", "O"]),
        ]

    @Test(.enabled(if: hasData, "the timetables of shared/data are not here"), arguments: mmri)
    func journeysAreThoseOfOpenTripPlanner(_ one: Case) throws { try check(one, "otp_mmri/") }

    @Test(.enabled(if: hasData, "the timetables of shared/data are not here"), arguments: nigiri)
    func journeysAreThoseOfNigiri(_ one: Case) throws { try check(one, "nigiri_cases/") }

    private func check(_ one: Case, _ group: String) throws {
        let zones = Zones()
        let tables = try FeedTables(path: Self.folder + group + one.feed, prefix: "")
        let day = try #require(Day(one.day))
        let reader = try FeedReader([tables], today: day, zones: zones, walk: 0, pace: 1.25)
        var network = reader.network
        for stop in network.stops.indices { network.stops[stop].change = one.change }
        let snapshot = try Snapshot(network, sequences: reader.sequences, shapes: [], zones: zones)
        let index = snapshot.index
        let start = snapshot.planned.moment(day: day.daysSince1970, seconds: 0, zone: 0)
        let timetable = one.isLive ? try live(Self.folder + group + one.feed + ".pb", snapshot) : snapshot.planned
        func places(_ id: Substring) throws -> [Query.Place] {
            index.platforms(of: try #require(index.stop(String(id)))).map { Query.Place($0) }
        }
        let (ends, when) = (one.ends.split(separator: " "), one.when.split(separator: " "))
        let moments = try when.dropFirst().map { start + (try #require(TimeOfDay(String($0)))).second }
        let last = moments[moments.count - 1]
        var query = Query(
            when[0] == "from"
                ? .departing(at: last)
                : when[0] == "by" ? .arriving(by: last) : .departingWithin(moments[0], through: last),
            from: try places(ends[0]), to: try places(ends[1]))
        query.via = try one.via.map { try places($0[...]).map(\.stop) }
        (query.wheelchair, query.modes) = (one.wheelchair, one.modes)
        query.bannedLines = Set(try one.banned.map { try #require(index.line($0)) })
        func clock(_ moment: Int) -> String { String(snapshot.local(moment).dropFirst(11).prefix(5)) }
        let found = Planner().journeys(query, in: timetable).map { journey in
            let legs = journey.legs.map { leg in
                guard case .ride(let ride) = leg else { return "walk" }
                return ride.parts.map { timetable.trip(of: $0.run)?.id ?? "?" }.joined(separator: "=")
            }
            var words = "\(clock(journey.departure))-\(clock(journey.arrival)) \(legs.joined(separator: " "))"
            // Where the change is expected, it is told.
            if let at = one.expected.first?.split(separator: "@"), at.count == 2, let ride = journey.rides.first,
                let part = ride.parts.last
            {
                let stop = timetable.stops[Int(timetable.calls(of: part.run)[part.alight].stop)].id
                words = words.replacing(legs[0] + " ", with: legs[0] + "@" + stop + " ", maxReplacements: 1)
            }
            return words
        }
        #expect(found == one.expected)
    }

    /// The timetable with what a message says of it.
    private func live(_ file: String, _ snapshot: Snapshot) throws -> Timetable {
        let message = try RealtimeMessage(try #require(try WholeFile.bytes(of: file, mostBytes: 1 << 20)))
        let made = Timestamp(nanoseconds: Int64(message.made) * 1_000_000_000)
        var board = LiveBoard()
        #expect(try board.take(message, from: "mmri", prefix: "", of: snapshot, at: made, until: .seconds(60)))
        #expect(board.sources["mmri"]?.said.unknownTrips == 0 && board.sources["mmri"]?.said.unknownStops == 0)
        return Board(snapshot, board).timetable
    }
}
