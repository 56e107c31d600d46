import FeatureKit
import Testing
import WebJSON

@testable import TrackStatusFeature

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
        var reader = NetworkReader()
        var says: String?
        for word in Self.table[index].heard.split(separator: ", ", omittingEmptySubsequences: false).map(String.init) {
            let text = Self.words[word] ?? #"{"Status": "\#(word)", "Message": "AllClear"}"#
            says = try reader.read(try JSONText.value(of: Array(text.utf8))).report.short
        }
        #expect(says == Self.table[index].says)
    }

    /// All messages first, then each new one by its number; numbers are numbers, 9 before 10.
    @Test func `race control's messages come as a list and then one by one`() throws {
        func message(_ name: String) -> String { Self.words[name] ?? "" }
        var reader = NetworkReader()
        func read(_ text: String) throws -> String {
            try reader.read(try JSONText.value(of: Array(text.utf8)), named: "RaceControlMessages").report.short
        }
        #expect(try read(#"{"Messages": [\#(message("red")), \#(message("green"))]}"#) == "normal")
        #expect(try read(#"{"Messages": {"10": \#(message("clear 5")), "9": \#(message("yellow 5"))}}"#) == "normal")
        #expect(
            try read(#"{"Messages": {"11": \#(message("sc")), "_kf": true}}"#) == "safetyCar: SAFETY CAR DEPLOYED")
        // Connected anew: the list says all of it again.
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
        var reader = NetworkReader()
        let value = try JSONText.value(of: Array(text.utf8))
        do throws(RowProblem) {
            _ = try reader.read(value, named: name)
            Issue.record("it was read")
        } catch { #expect("\(error)" == why) }
    }

    @Test func `a message says when it was said, in UTC`() throws {
        var reader = TimingReader()
        for (text, at) in [
            ("2026-05-24T13:05:12", "2026-05-24T13:05:12Z"), ("2026-05-24T13:05:13.250Z", "2026-05-24T13:05:13.250Z"),
            ("yesterday", "2026-05-24T13:05:13.250Z"),
        ] {
            reader.hear(try TimingMessage.read(["Utc": .text(text), "Category": "Other", "Message": ""]))
            #expect(reader.report.updated?.description == at)
        }
    }
}
