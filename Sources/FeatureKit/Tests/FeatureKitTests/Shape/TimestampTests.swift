import FeatureKit
import Testing

@Suite struct TimestampTests {
    @Test(arguments: [
        ("1970-01-01T00:00:00Z", 0), ("1969-12-31T23:59:59Z", -1), ("2000-02-29T12:00:00Z", 951_825_600),
        ("2000-03-01T00:00:00Z", 951_868_800), ("2100-03-01T00:00:00Z", 4_107_542_400),
        ("1900-03-01T00:00:00Z", -2_203_891_200), ("2024-12-31T23:59:59Z", 1_735_689_599),
        ("2026-11-20T14:03:05Z", 1_795_183_385), ("2026-11-20T15:03:05+01:00", 1_795_183_385),
        ("2026-11-20T08:33:05-05:30", 1_795_183_385), ("2026-11-21T14:02:05+23:59", 1_795_183_385),
        ("2026-11-20T14:03:05-00:00", 1_795_183_385), ("2026-11-20t14:03:05z", 1_795_183_385),
        ("2026-11-20 14:03:05Z", 1_795_183_385), ("2016-12-31T23:59:60Z", 1_483_228_799),
        ("2017-01-01T00:59:60+01:00", 1_483_228_799), ("2016-12-31T23:00:00-01:00", 1_483_228_800),
    ])
    func reads(_ text: String, seconds: Int64) {
        #expect(Timestamp(text)?.nanoseconds == seconds * 1_000_000_000)
    }

    @Test(
        arguments: [
            ("1970-01-01T00:00:00.5Z", 500_000_000, "1970-01-01T00:00:00.500Z"),
            ("1970-01-01T00:00:00.000001Z", 1_000, "1970-01-01T00:00:00.000001Z"),
            ("1970-01-01T00:00:00.123456789Z", 123_456_789, "1970-01-01T00:00:00.123456789Z"),
            ("1969-12-31T23:59:59.999999999Z", -1, "1969-12-31T23:59:59.999999999Z"),
            ("1969-12-31T23:59:59.5Z", -500_000_000, "1969-12-31T23:59:59.500Z"),
            ("1970-01-01T00:00:00.000Z", 0, "1970-01-01T00:00:00Z"),
            ("1677-09-21T00:12:43.145224192Z", .min, "1677-09-21T00:12:43.145224192Z"),
            ("2262-04-11T23:47:16.854775807Z", .max, "2262-04-11T23:47:16.854775807Z"),
        ] as [(String, Int64, String)])
    func readsFractions(_ text: String, nanoseconds: Int64, _ printed: String) {
        #expect(Timestamp(text)?.nanoseconds == nanoseconds)
        #expect(Timestamp(nanoseconds: nanoseconds).description == printed)
    }

    @Test(arguments: [
        "", "2026", "2026-11-20", "2026-11-20T14:03Z", "2026-11-20T14:03:05", "2026-11-20T14:03:05+01",
        "2026-11-20T14:03:05+0100", "2026-11-20T14:03:05 Z", "2026-11-20T14:03:05ZZ", "2026-11-20T14:03:05.Z",
        "2026-11-20T14:03:05.1234567890Z", "2026-11-20T14:03:05,5Z", "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z",
        "2026-01-00T00:00:00Z", "2026-01-32T00:00:00Z", "2026-04-31T00:00:00Z", "2026-02-29T00:00:00Z",
        "2100-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "2024-02-30T00:00:00Z", "2026-11-20T24:00:00Z",
        "2026-11-20T14:60:00Z", "2026-11-20T14:03:61Z", "2026-11-20T14:03:60Z", "2026-11-20T14:03:05+24:00",
        "2026-11-20T14:03:05+01:60", "1677-09-21T00:12:43.145224191Z", "2262-04-11T23:47:16.854775808Z",
        "0000-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "12026-11-20T14:03:05Z", "-026-11-20T14:03:05Z",
        "2026/11/20T14:03:05Z", "2026-11-20_14:03:05Z", " 2026-11-20T14:03:05Z", "2026-11-20T14:03:05Z\n",
        "２026-11-20T14:03:05Z", "2026-11-20T14:03:05+é1:00", "+026-11-20T14:03:05Z",
    ])
    func refuses(_ text: String) { #expect(Timestamp(text) == nil) }

    @Test func readsWhatItPrinted() {
        var random = SeededRandom.announced()
        for round in 0..<5_000 {
            let scale: Int64 = [1, 1_000, 1_000_000, 1_000_000_000, 86_400_000_000_000][round % 5]
            let time = Timestamp(nanoseconds: Int64.random(in: .min ... .max, using: &random) / scale * scale)
            #expect(Timestamp(time.description) == time, "\(time) \(time.nanoseconds)")
        }
    }

    /// A walk through every day that can be counted, by the calendar's own rule.
    @Test func everyDayFollowsTheOneBefore() {
        var (year, month, day) = (1677, 9, 22)
        var time = Timestamp(nanoseconds: -106_751 * 86_400_000_000_000)
        while year < 2262 {
            let text = "\(year)-\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)T00:00:00Z"
            guard time.description == text, Timestamp(text) == time else {
                Issue.record("\(text) is printed as \(time) and read as \(String(describing: Timestamp(text)))")
                return
            }
            let isLeap = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
            day += 1
            if day > [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] {
                (month, day) = (month + 1, 1)
            }
            if month > 12 { (year, month) = (year + 1, 1) }
            time = time.advanced(by: .seconds(86_400))
        }
    }

    @Test func movesAndStopsAtTheEnds() {
        let time = Timestamp(nanoseconds: 5)
        #expect(time.advanced(by: .nanoseconds(-6)).nanoseconds == -1)
        #expect(time.advanced(by: .milliseconds(1)).nanoseconds == 1_000_005)
        #expect(time.advanced(by: .seconds(Int64.max)).nanoseconds == .max)
        #expect(time.advanced(by: .seconds(Int64.min)).nanoseconds == .min)
        #expect(Timestamp(nanoseconds: .max).advanced(by: .nanoseconds(1)).nanoseconds == .max)
        #expect(Timestamp(nanoseconds: .min).advanced(by: .nanoseconds(-1)).nanoseconds == .min)
        // What does not fit on the way is no reason to stop where the end does fit.
        let late = Timestamp(nanoseconds: .min).advanced(by: .seconds(10_000_000_000))
        #expect(late.nanoseconds == 776_627_963_145_224_192)
        #expect(Timestamp(nanoseconds: 1) < Timestamp(nanoseconds: 2))
    }

    @Test func isCodedAsText() throws {
        let time = Timestamp(nanoseconds: 1_500_000_000)
        #expect(try Value(encoding: time) == "1970-01-01T00:00:01.500Z")
        #expect(try Value.text("1970-01-01T00:00:01.500Z").decoded(as: Timestamp.self) == time)
        #expect(throws: RecordError.self) { try Value.text("now").decoded(as: Timestamp.self) }
        #expect(throws: RecordError.self) { try Value.integer(5).decoded(as: Timestamp.self) }
    }
}
