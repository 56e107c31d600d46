import FeatureKit
import Testing
import WebJSON

@testable import LiveTiming

/// What live timing says, and what comes of it: `2` is the track's code, the rest are race control's words.
@Suite struct TimingReaderTests {
    private static let words: [String: String] = [
        "yellow 5":
            #"{"Category": "Flag", "Flag": "YELLOW", "Scope": "Sector", "Sector": 5, "Message": "YELLOW IN TRACK SECTOR 5"}"#,
        "double 5":
            #"{"Category": "Flag", "Flag": "DOUBLE YELLOW", "Scope": "Sector", "Sector": "5", "Message": "DOUBLE YELLOW IN TRACK SECTOR 5"}"#,
        "clear 5":
            #"{"Category": "Flag", "Flag": "CLEAR", "Scope": "Sector", "Sector": 5, "Message": "CLEAR IN TRACK SECTOR 5"}"#,
        "odd 5": #"{"Category": "Flag", "Flag": "STRIPES", "Scope": "Sector", "Sector": 5, "Message": "?"}"#,
        "yellow -1": #"{"Category": "Flag", "Flag": "YELLOW", "Scope": "Sector", "Sector": -1, "Message": "?"}"#,
        "clear": #"{"Category": "Flag", "Flag": "CLEAR", "Scope": "Track", "Message": "TRACK CLEAR"}"#,
        "green": #"{"Category": "Flag", "Flag": "GREEN", "Scope": "Track", "Message": "GREEN LIGHT - PIT EXIT OPEN"}"#,
        "red": #"{"Category": "Flag", "Flag": "RED", "Scope": "Track", "Message": "RED FLAG"}"#,
        "chequered": #"{"Category": "Flag", "Flag": "CHEQUERED", "Scope": "Track", "Message": "CHEQUERED FLAG"}"#,
        "blue":
            #"{"Category": "Flag", "Flag": "BLUE", "Scope": "Driver", "RacingNumber": "7", "Message": "BLUE FLAG"}"#,
        "clear driver":
            #"{"Category": "Flag", "Flag": "CLEAR", "Scope": "Driver", "RacingNumber": "7", "Message": "?"}"#,
        "odd": #"{"Category": "Flag", "Flag": "GREENISH", "Scope": "Track", "Message": "?"}"#,
        "sc":
            #"{"Category": "SafetyCar", "Status": "DEPLOYED", "Mode": "SAFETY CAR", "Message": "SAFETY CAR DEPLOYED"}"#,
        "sc in":
            #"{"Category": "SafetyCar", "Status": "IN THIS LAP", "Mode": "SAFETY CAR", "Message": "SAFETY CAR IN THIS LAP"}"#,
        "vsc":
            #"{"Category": "SafetyCar", "Status": "DEPLOYED", "Mode": "VIRTUAL SAFETY CAR", "Message": "VSC DEPLOYED"}"#,
        "vsc ending":
            #"{"Category": "SafetyCar", "Status": "ENDING", "Mode": "VIRTUAL SAFETY CAR", "Message": "VSC ENDING"}"#,
        "odd car": #"{"Category": "SafetyCar", "Status": "DEPLOYED", "Mode": "HOVER CAR", "Message": "?"}"#,
        "other": #"{"Category": "Other", "Message": "CAR 7 NOTED - TRACK LIMITS, RED KERB"}"#,
    ]

    typealias Row = (heard: String, says: String)
    static let table: [Row] = [
        ("1", "normal"), ("2", "yellow"), ("4", "safetyCar"), ("5", "redFlag"), ("6", "vsc"), ("7", "vsc ending"),
        // Nobody knows what they mean.
        ("3", "unknown"), ("8", "unknown"), ("01", "unknown"), ("", "unknown"), ("1 ", "unknown"),
        ("red", "redFlag: RED FLAG"),
        // Of the track nothing was said.
        ("yellow 5", "unknown, sectors 5 yellow: YELLOW IN TRACK SECTOR 5"), ("clear 5", "unknown"),
        ("other", "unknown"),
        ("1, yellow 5", "normal, sectors 5 yellow: YELLOW IN TRACK SECTOR 5"),
        ("1, double 5", "normal, sectors 5 yellow: DOUBLE YELLOW IN TRACK SECTOR 5"),
        ("1, yellow 5, clear 5", "normal"),
        ("1, odd 5", "normal, sectors 5 unknown: ?"),
        ("1, yellow 5, odd 5", "normal, sectors 5 yellow: YELLOW IN TRACK SECTOR 5"),
        ("1, yellow -1", "normal"), ("1, yellow 5, clear", "normal"), ("2, yellow 5, 1", "normal"),
        // It opens the pit lane, and clears no sector.
        ("1, yellow 5, green", "normal, sectors 5 yellow: YELLOW IN TRACK SECTOR 5"),
        ("1, chequered", "normal"), ("5, chequered", "redFlag"), ("1, blue", "normal"),
        ("red, clear driver", "redFlag: RED FLAG"),
        ("1, odd", "unknown: ?"), ("red, odd", "redFlag: RED FLAG"), ("1, odd car", "unknown: ?"),
        ("sc, odd car", "safetyCar: SAFETY CAR DEPLOYED"),
        ("1, other", "normal"),
        // The two that speak of the track come in either order.
        ("1, red", "redFlag: RED FLAG"), ("1, red, 5", "redFlag: RED FLAG"), ("1, red, 5, 4", "safetyCar"),
        ("1, red, 2", "redFlag: RED FLAG"), ("5, red, 4", "safetyCar"),
        ("5, red, green", "redFlag"),
        ("5, red, green, 1", "normal"), ("red, 1", "normal"),
        ("1, sc", "safetyCar: SAFETY CAR DEPLOYED"), ("sc, 4, sc in", "safetyCar ending: SAFETY CAR IN THIS LAP"),
        ("sc, 4, sc in, 1", "normal"), ("sc, sc in, clear", "normal"),
        ("vsc, 6, vsc ending, 7", "vsc ending: VSC ENDING"), ("vsc, 6, 7, 1", "normal"),
        // Behind a red flag a safety car calms nobody, and the end of a virtual one is not the end of the real one.
        ("red, sc", "redFlag: RED FLAG"), ("red, sc in", "redFlag: RED FLAG"), ("red, green", "normal"),
        ("vsc, sc", "safetyCar: SAFETY CAR DEPLOYED"), ("vsc, sc, vsc ending", "safetyCar: SAFETY CAR DEPLOYED"),
        ("1, 3", "unknown"), ("3, 1", "normal"),
        // The whole story once.
        ("1, yellow 5, 2, vsc, 6, vsc ending, 7, clear, 1, yellow 5, 2, red, 5, green, 1", "normal"),
    ]

    @Test(arguments: table.indices) func `the worse counts`(index: Int) throws {
        var reader = TimingReader()
        var says: String?
        for word in Self.table[index].heard.split(separator: ", ", omittingEmptySubsequences: false).map(String.init) {
            let text = Self.words[word] ?? #"{"Status": "\#(word)", "Message": "AllClear"}"#
            _ = try reader.read(try JSONText.value(of: Array(text.utf8)))
            says = short(reader.flags)
        }
        #expect(says == Self.table[index].says)
    }

    /// All messages first, then each new one by its number; numbers are numbers, 9 before 10.
    @Test func `race control's messages come as a list and then one by one`() throws {
        func message(_ name: String) -> String { Self.words[name] ?? "" }
        var reader = TimingReader()
        func read(_ text: String) throws -> String {
            _ = try reader.read(try JSONText.value(of: Array(text.utf8)), named: "RaceControlMessages")
            return short(reader.flags)
        }
        #expect(try read(#"{"Messages": [\#(message("red")), \#(message("green"))]}"#) == "normal")
        #expect(try read(#"{"Messages": {"10": \#(message("clear 5")), "9": \#(message("yellow 5"))}}"#) == "normal")
        #expect(
            try read(#"{"Messages": {"11": \#(message("sc")), "_kf": true}}"#) == "safetyCar: SAFETY CAR DEPLOYED")
        // After a new connection the list says all of it again.
        #expect(try read(#"{"Messages": []}"#) == "unknown")
    }

    @Test(arguments: [
        ("TrackStatus", "{}", #"the track's status has no "Status""#),
        ("TrackStatus", "[]", "the track's status is a list"),
        ("TrackStatus", #"{"Status": true}"#, #""Status" is true or false"#),
        ("RaceControlMessages", #"{"Messages": 3}"#, #""Messages" is a whole number"#),
        ("RaceControlMessages", #"{"Messages": [3]}"#, "a message of race control is a whole number"),
        ("RaceControlMessages", #"{"Messages": {"x": {}}}"#, #""x" is no message's number"#),
    ])
    func `what is none of it is told`(name: String, text: String, why: String) throws {
        var reader = TimingReader()
        let value = try JSONText.value(of: Array(text.utf8))
        do throws(TimingProblem) {
            _ = try reader.read(value, named: name)
            Issue.record("it was read")
        } catch { #expect("\(error)" == why) }
    }

    @Test func `there are 99 sectors, and a message has 500 characters`() throws {
        var reader = TimingReader()
        for sector in -5..<600 {
            _ = try reader.read([
                "Category": "Flag", "Flag": "YELLOW", "Scope": "Sector", "Sector": .integer(Int64(sector)),
                "Message": .text(String(repeating: "a", count: 9_000)),
            ])
        }
        #expect(reader.flags.sectors.keys.sorted() == Array(1...99) && reader.flags.message?.count == 500)
    }

    @Test func `a message says when it was said, in UTC`() throws {
        var reader = TimingReader()
        for (text, at) in [
            ("2026-05-24T13:05:12", "2026-05-24T13:05:12Z"), ("2026-05-24T13:05:13.250Z", "2026-05-24T13:05:13.250Z"),
            ("yesterday", "2026-05-24T13:05:13.250Z"),
        ] {
            _ = try reader.read(["Utc": .text(text), "Category": "Other", "Message": ""])
            #expect(reader.flags.updated?.description == at)
        }
    }

    /// What matters of it: `safetyCar ending, sectors 5 yellow: message`.
    private func short(_ flags: TimingFlags) -> String {
        let sectors = flags.sectors.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.rawValue)" }
        return flags.track.rawValue + (flags.isEnding ? " ending" : "")
            + (sectors.isEmpty ? "" : ", sectors " + sectors.joined(separator: " "))
            + (flags.message.map { ": \($0)" } ?? "")
    }

    // MARK: - Sessions

    private func read(_ messages: [(String, String)]) throws -> TimingSession {
        var reader = TimingReader()
        for (name, text) in messages {
            #expect(try reader.read(try JSONText.value(of: Array(text.utf8)), named: name) == .session, "\(text)")
        }
        return reader.session
    }

    @Test(arguments: [false, true]) func `a classification builds up from messages`(isNamed: Bool) throws {
        let session = try read(
            [
                ("SessionInfo", #"{"Meeting": {"Name": "Invented Grand Prix"}, "Name": "Race"}"#),
                ("LapCount", #"{"CurrentLap": 12, "TotalLaps": 66}"#),
                (
                    "ExtrapolatedClock",
                    #"{"Utc": "2026-05-24T13:05:12Z", "Remaining": "01:29:59", "Extrapolating": true}"#
                ),
                (
                    "DriverList",
                    #"{"44": {"RacingNumber": "44", "FullName": "Ana Roca", "TeamName": "Llebre", "Line": 1}, "7": {"RacingNumber": "7", "BroadcastName": "B SOL", "Line": 2}, "_kf": true}"#
                ),
                (
                    "TimingData",
                    #"{"Lines": {"7": {"Position": "1", "GapToLeader": "", "NumberOfLaps": 12}, "44": {"Position": "2", "GapToLeader": "+1.204", "IntervalToPositionAhead": {"Value": "+1.204"}, "Retired": true}}}"#
                ),
                ("TimingAppData", #"{"Lines": {"7": {"Stints": [{"Compound": "SOFT", "TotalLaps": 9}]}}}"#),
                ("TimingAppData", #"{"Lines": {"7": {"Stints": {"1": {"Compound": "HARD"}}}}}"#),
                ("TimingAppData", #"{"Lines": {"7": {"Stints": {"0": {"TotalLaps": 10}, "1": {"TotalLaps": 3}}}}}"#),
            ].map { (isNamed ? $0.0 : "", $0.1) })
        #expect(session.meeting == "Invented Grand Prix" && session.name == "Race")
        #expect(session.lap == 12 && session.laps == 66 && session.running)
        #expect(session.remaining == .seconds(5_399) && session.clockAt?.description == "2026-05-24T13:05:12Z")
        #expect(
            session.classification.map(\.number) == ["7", "44"]
                && session.classification.map(\.name) == ["B SOL", "Ana Roca"])
        #expect(
            session.classification.map(\.gap) == [nil, "+1.204"]
                && session.classification.map(\.retired) == [false, true])
        #expect(
            session.classification[0].tyre == "hard" && session.classification[0].tyreLaps == 3
                && session.classification[1].team == "Llebre")
    }

    @Test func `what is odd in a classification leaves it as it was`() throws {
        let session = try read([
            ("LapCount", #"{"CurrentLap": 3}"#), ("LapCount", #"{"CurrentLap": -1, "TotalLaps": "many"}"#),
            ("ExtrapolatedClock", #"{"Remaining": "soon"}"#), ("TimingData", #"{"Lines": 7}"#),
            ("TimingData", #"{"Lines": {"x": {"Position": "1"}, "12345": {}, "8": {"Position": true, "Stints": 3}}}"#),
            ("DriverList", "[]"),
        ])
        #expect(session.lap == 3 && session.laps == nil && session.remaining == nil)
        #expect(session.classification == [TimingSession.Line(number: "8", retired: false)])
        let crowd = (0..<999).map { #""\#($0)": {"Position": "1"}"# }.joined(separator: ", ")
        #expect(try read([("TimingData", #"{"Lines": {\#(crowd)}}"#)]).classification.count == 100)
    }

    @Test func `what is none of live timing is left to others`() throws {
        var reader = TimingReader()
        for value in [["Lap": 7], ["global_mode": "RED"], [], "Status"] as [Value] {
            #expect(try reader.read(value) == nil)
        }
        #expect(try reader.read(["a": 1], named: "WeatherData") == nil)
    }
}
