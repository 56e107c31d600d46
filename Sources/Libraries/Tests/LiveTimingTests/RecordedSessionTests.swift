import FeatureKit
import Testing

@testable import LiveTiming

/// Recorded sessions: what is wrong in one is said before it plays, with its place.
@Suite struct RecordedSessionTests {
    private static let code = #"{"Status":"1","Message":"AllClear"}"#

    @Test(arguments: [
        ("", ": error: holds nothing"), ("\u{FEFF}\r\n \n", ": error: holds nothing"),
        (
            code,
            ":1:1: error: expected a time such as 00:12:05.250 before the mapping, or a mapping with `at`"
        ),
        ("00:00:00.000 \(code)", ":1:13: error: expected a mapping"),
        ("00:00:00.000", ":1:13: error: expected a mapping"),
        ("00:00:00.000[]", ":1:13: error: expected a mapping"),
        (
            "0:00:00.000\(code)",
            ":1:1: error: expected a time such as 00:12:05.250 before the mapping, or a mapping with `at`"
        ),
        (
            "00:60:00.000\(code)",
            ":1:1: error: expected a time such as 00:12:05.250 before the mapping, or a mapping with `at`"
        ),
        ("00:00:00.000\(code)\r\n00:00:01.000{\"Status\" \"1\"}\r\n", ":2:23: error: expected \":\" after this name"),
        ("00:00:00.000{\"Status\":\"1\"", ":1:26: error: expected \",\" or \"}\""),
        ("00:00:00.000\(code)\n\n00:00:01.000{\"Status\":[]}", ":3:13: error: \"Status\" is a list"),
        ("00:00:00.000{\"Lap\":7}", ":1:13: error: the row has no \"global_mode\""),
        (
            "00:00:00.000\(code)\n{\"at\":\"2026-05-24T13:00:00Z\",\"global_mode\":\"GREEN_FLAG\"}",
            ":2:1: error: this line counts its time differently than the first one"
        ),
        (
            "{\"at\":7,\"global_mode\":\"GREEN_FLAG\"}",
            ":1:1: error: expected a time such as 00:12:05.250 before the mapping, or a mapping with `at`"
        ),
        (
            "00:00:00.000{\"Status\":\"\(String(repeating: "x", count: RecordedSession.mostLineBytes))\"}",
            ":1:1: error: this line has 262169 bytes; the most is 262144"
        ),
        ("00:00:00.000{\"Status\":\"é\u{0}\"}", ":1:25: error: a control character has to be escaped"),
    ])
    func `what is wrong is told with its place`(text: String, told: String) {
        do throws(RecordedSession.Problem) {
            _ = try read(text)
            Issue.record("it was read")
        } catch { #expect("\(error)" == told) }
    }

    /// A recording of which each line is live timing's, or a row with a mode.
    private func read(_ text: String) throws(RecordedSession.Problem) -> RecordedSession {
        var reader = TimingReader()
        return try RecordedSession(Array(text.utf8)) { value in
            if value["global_mode"] == nil, try reader.read(value) == nil {
                throw TimingProblem("the row has no \"global_mode\"")
            }
        }
    }

    @Test func `a line too many is told`() {
        let lines = String(repeating: "\n", count: RecordedSession.mostLines + 1)
        let problem = RecordedSession.Problem(reason: "has more than 100000 lines, the most that are read")
        #expect(throws: problem) { try read(lines) }
    }

    @Test func `times are those of the session, or moments`() throws {
        let session = try read("00:01:00.000{\"Status\":\"2\"}\n{\"at\":\"00:01:10.499\",\"global_mode\":\"RED_FLAG\"}")
        #expect(session.clock == .session)
        #expect(session.entries.map(\.time) == [.seconds(60), .milliseconds(70_499)])
        let rows = try read("\u{FEFF}{\"at\":\"1970-01-01T00:00:07Z\",\"global_mode\":\"RED_FLAG\"}\r\n")
        #expect(rows.clock == .wall && rows.entries.map(\.time) == [.seconds(7)])
    }

    @Test func `files of one session count alike, and are merged by their times`() throws {
        func session(_ text: String) throws -> RecordedSession { try RecordedSession(Array(text.utf8)) { _ in } }
        let codes = try session("00:01:00.000{\"Status\":\"2\"}\n00:01:10.500{\"Status\":\"5\"}\n")
        let rows = try session("{\"at\":\"00:01:10.499\",\"a\":1}\n{\"at\":\"00:01:10.500\",\"a\":2}")
        let steps = try RecordedSession.merged([("codes", codes), ("rows", rows)])
        #expect(steps.map(\.time) == [.zero, .milliseconds(10_499), .milliseconds(10_500), .milliseconds(10_500)])
        #expect(steps.map { $0.value["Status"] } == ["2", nil, "5", nil])
        let moments = try session("{\"at\":\"2026-05-24T13:00:00Z\",\"a\":1}")
        let error = #expect(throws: RecordingProblem.self) {
            try RecordedSession.merged([("codes", codes), ("moments", moments)])
        }
        #expect(
            error?.description
                == "moments: error: counts its time differently than codes; files of one session count alike")
    }
}
