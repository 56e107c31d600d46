import CSV
import Calendars
import GTFS
import Protobuf
import Testing

@Suite struct ServiceTablesTests {
    private func day(_ text: String) throws -> Day { try #require(Day(text)) }

    @Test func servicesRunByTheWeekAndItsExceptions() throws {
        let week = "monday,tuesday,wednesday,thursday,friday,saturday,sunday"
        let tables = [
            "calendar.txt": """
            service_id,\(week),start_date,end_date
            work,1,1,1,1,1,0,0,20261123,20261206
            never,1,1,1,1,1,1,1,20261206,20261123
            long,0,0,0,0,0,0,1,20200101,20301231
            bad,1,1,1,1,1,1,1,2026,20261206

            """,
            "calendar_dates.txt": """
            service_id,date,exception_type
            work,20261124,2
            work,20261128,1
            extra,20261129,1
            far,20310101,1
            work,tomorrow,1

            """,
        ]
        let feed = FeedTables(tables.mapValues { Array($0.utf8) }, name: "x", prefix: "")
        #expect(feed.serviceDays == (try day("2020-01-01"))...(try day("2031-01-01")))
        var notes: [String] = []
        let found = feed.services(within: try day("2026-11-23")...day("2026-11-29")) { file, row, what in
            notes.append("\(file):\(row.line): \(what)")
        }
        #expect(
            found.mapValues { $0.map(\.description).sorted() } == [
                "work": ["2026-11-23", "2026-11-25", "2026-11-26", "2026-11-27", "2026-11-28"],
                "never": [], "long": ["2026-11-29"], "extra": ["2026-11-29"], "far": [],
            ])
        #expect(
            notes == [
                "calendar.txt:2: days of work are left out: too far from today",
                "calendar.txt:4: days of long are left out: too far from today",
                "calendar.txt:5: the days of bad can't be read", "calendar_dates.txt:6: \"tomorrow\" is no day",
            ])
        #expect(FeedTables([:], name: "x", prefix: "").serviceDays == nil)
    }

    @Test(
        arguments: [
            ([(10, 20), (nil, nil), (nil, nil), (80, 80)], [(10, 20), (40, 40), (60, 60), (80, 80)]),
            ([(nil, 20), (30, nil)], [(20, 20), (30, 30)]), ([(10, 20), (19, 30)], nil), ([(20, 10)], nil),
            ([(nil, nil), (10, 10)], nil), ([(10, 10), (nil, nil)], nil), ([], []),
        ] as [([(Int32?, Int32?)], [(Int32, Int32)]?)])
    func blankTimesLieEvenlyBetweenTheOthers(times: [(Int32?, Int32?)], filled: [(Int32, Int32)]?) {
        let found = StopTimes.filled(times.map { (arrival: $0.0, departure: $0.1) })
        #expect(found?.map { [$0.arrival, $0.departure] } == filled?.map { [$0.0, $0.1] })
    }

    /// Of the fields only those that are read: what the alert is about (5), when (1), header (10), description (11), effect (7).
    @Test func anAlertSaysWhatItIsAboutAndHowBadItIs() throws {
        func part(_ field: UInt8, _ bytes: [UInt8]) -> [UInt8] { [field << 3 | 2, UInt8(bytes.count)] + bytes }
        func text(_ field: UInt8, _ text: String) -> [UInt8] { part(field, Array(text.utf8)) }
        func alert(_ effect: UInt8, _ level: UInt8?) throws -> RealtimeAlert {
            let subject = part(5, text(5, "stop") + part(4, text(1, "trip") + text(5, "line")))
            let texts = part(10, part(1, text(1, "Hola") + text(2, "ES"))) + part(11, part(1, text(1, "more")))
            let bytes = part(1, [8, 5]) + subject + [7 << 3, effect] + texts + (level.map { [14 << 3, $0] } ?? [])
            return try RealtimeAlert(WireMessage(bytes[...]))
        }
        let found = try alert(1, nil)
        #expect(found.subjects.map { [$0.agency, $0.route, $0.stop, $0.trip] } == [[nil, "line", "stop", "trip"]])
        #expect(found.periods == [5...Int.max] && found.texts == ["es": "Hola", "": "more"])
        #expect(found.severity == .severe)
        #expect(try alert(1, 2).severity == .info)
        #expect(try alert(4, nil).severity == .warning)
        #expect(try alert(8, nil).severity == .info)
    }
}

@Suite struct RealtimeEntitiesTests {
    /// A message of entities with these ids, made at a second, whole or differential; one after a dash is taken back.
    private func message(_ ids: String, made: UInt8, isDifferential: Bool = false) throws -> RealtimeMessage {
        func part(_ field: UInt8, _ bytes: [UInt8]) -> [UInt8] { [field << 3 | 2, UInt8(bytes.count)] + bytes }
        let head = part(1, [2 << 3, isDifferential ? 1 : 0, 3 << 3, made])
        let entities = ids.split(separator: " ").flatMap { id in
            part(2, part(1, Array(id.utf8.drop { $0 == 45 })) + (id.hasPrefix("-") ? [2 << 3, 1] : []))
        }
        return try RealtimeMessage(head + entities)
    }

    @Test func whatIsNotSaidAgainStaysOnlyWhereAMessageIsDifferential() throws {
        var heard = RealtimeEntities()
        func ids() -> [String] { heard.all.map(\.id) }
        #expect(try heard.take(message("a b", made: 5)))
        #expect(try heard.take(message("-a c", made: 6, isDifferential: true)))
        #expect(ids() == ["b", "c"])
        // One that was made before changes nothing and is counted.
        #expect(try !heard.take(message("x", made: 5)))
        #expect(ids() == ["b", "c"] && heard.outdated == 1 && heard.made == 6)
        #expect(try heard.take(message("d", made: 6)))
        #expect(ids() == ["d"])
    }

    @Test func whatIsTooMuchIsRefused() throws {
        var heard = RealtimeEntities()
        let many: [UInt8] = [10, 0] + (0..<200_001).flatMap { _ in [18, 2, 10, 0] as [UInt8] }
        #expect(throws: RealtimeEntities.TooLarge.self) { try heard.take(RealtimeMessage(many)) }
        #expect(heard.all.isEmpty)
    }
}
