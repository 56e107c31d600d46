import FeatureKit
import FeatureTestKit
import Testing

@testable import TrackStatusFeature

/// Recorded sessions: what is wrong in one is said before it plays, with its place.
@Suite(.timeLimit(.minutes(1))) struct SessionTests {
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
            "00:00:00.000{\"Status\":\"\(String(repeating: "x", count: EventReader.mostBytes))\"}",
            ":1:1: error: this line has 262169 bytes; the most is 262144"
        ),
        ("00:00:00.000{\"Status\":\"é\u{0}\"}", ":1:25: error: a control character has to be escaped"),
    ])
    func `what is wrong is told with its place`(text: String, told: String) {
        #expect(throws: (any Error).self) { _ = try SessionText(path: "a.jsonStream", bytes: Array(text.utf8)) }
        do throws(SessionProblem) { _ = try SessionText(path: "a.jsonStream", bytes: Array(text.utf8)) } catch {
            #expect("\(error)" == "a.jsonStream" + told)
        }
    }

    @Test func `a line too many is told`() {
        let lines = String(repeating: "\n", count: SessionFile.mostLines + 1)
        let problem = SessionProblem(path: "a", reason: .tooManyLines)
        #expect(throws: problem) { _ = try SessionText(path: "a", bytes: Array(lines.utf8)) }
    }

    @Test func `files of one session are merged by their times`() throws {
        let codes = try SessionText(
            path: "codes",
            bytes: Array("00:01:00.000{\"Status\":\"2\"}\n00:01:10.500{\"Status\":\"5\"}\n".utf8))
        let rows = try SessionText(
            path: "rows",
            bytes: Array(
                "{\"at\":\"00:01:10.499\",\"global_mode\":\"RED_FLAG\"}\n{\"at\":\"00:01:10.500\",\"global_mode\":\"RED_FLAG\"}"
                    .utf8))
        let steps = try SessionReplay.merged([codes, rows])
        #expect(steps.map(\.time) == [.zero, .milliseconds(10_499), .milliseconds(10_500), .milliseconds(10_500)])
        #expect(steps.map { $0.value["Status"] } == ["2", nil, "5", nil])
        let moments = try SessionText(
            path: "moments", bytes: Array("{\"at\":\"2026-05-24T13:00:00Z\",\"global_mode\":\"RED_FLAG\"}".utf8))
        #expect(throws: SessionProblem(path: "moments", reason: .otherTimeThan("codes"))) {
            try SessionReplay.merged([codes, moments])
        }
    }

    @Test func `rows with moments play by their distances`() async throws {
        let folder = try Folder()
        let path = try folder.write(
            "rows.jsonl",
            """
            {"at":"2026-05-24T13:00:07Z","global_mode":"RED_FLAG"}
            {"at":"2026-05-24T15:00:00+02:00","global_mode":"YELLOW_FLAG"}

            """)
        try await play(RecordingSettings(files: [path], speed: 2)) { ear in
            #expect(await ear.next() == "yellow")
            await ear.advance(.milliseconds(3_499))
            await ear.advance(.milliseconds(1))
            #expect(await ear.next() == "redFlag")
            await ear.advance(.seconds(1))
            #expect(await ear.next() == nil)
        }
    }

    /// A recording that has nothing new to say is as good as on its day, until it has ended.
    @Test func `what was said last is said again in between`() async throws {
        let folder = try Folder()
        let path = try folder.write("a", "00:00:00.000{\"Status\":\"4\"}\n00:00:12.000{\"Status\":\"1\"}\n")
        try await play(RecordingSettings(files: [path], repeats: true)) { ear in
            for expected in ["safetyCar", "safetyCar", "safetyCar"] {
                #expect(await ear.next() == expected)
                await ear.advance(.seconds(5))
            }
            #expect(await ear.next() == "normal")
            await ear.advance(.seconds(1))
            #expect(await ear.next() == "safetyCar")
        }
    }

    @Test func `the session of the samples tells its story`() async throws {
        let folder = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
        let files = ["RaceControlMessages", "TrackStatus"].map { "/\(folder)/Scenarios/session/\($0).jsonStream" }
        try await play(RecordingSettings(files: files, speed: 0)) { ear in
            var story: [String] = []
            for _ in 0..<22 {
                guard let told = await ear.next() else { break }
                if told != story.last { story.append(told) }
            }
            #expect(
                story == [
                    "normal", "normal, sectors 5 yellow: YELLOW IN TRACK SECTOR 5",
                    "yellow, sectors 5 yellow: YELLOW IN TRACK SECTOR 5",
                    "yellow, sectors 5 yellow: DOUBLE YELLOW IN TRACK SECTOR 5", "vsc, sectors 5 yellow: VSC DEPLOYED",
                    "vsc ending, sectors 5 yellow: VSC ENDING", "vsc ending: VSC ENDING", "vsc ending", "normal",
                    "normal, sectors 2 yellow: YELLOW IN TRACK SECTOR 2",
                    "yellow, sectors 2 yellow: YELLOW IN TRACK SECTOR 2", "redFlag, sectors 2 yellow: RED FLAG",
                    "redFlag: RED FLAG", "redFlag", "normal",
                ])
        }
    }

    @Test func `a file that can't be read is told`() async throws {
        let folder = try Folder()
        for (path, told) in [
            (
                "/nowhere/a",
                "/nowhere/a: error: there is no such file; name recordings in the setting `recording.files`"
            ),
            (folder.path, "\(folder.path): error: is not a file"),
        ] {
            do throws(SourceProblem) {
                _ = try await NetworkFeed.open(
                    network: nil, recording: RecordingSettings(files: [path]), clock: Ear.clock(), log: Ear.log())
                Issue.record("it was read")
            } catch { #expect("\(error)" == told) }
        }
    }

    @Test func `settings that can't be meant are told`() async throws {
        let recording = RecordingSettings(files: ["/nowhere"])
        let table: [(NetworkSettings, RecordingSettings?, String)] = [
            (
                NetworkSettings(url: "http://a"), recording,
                "`network` and `recording` are both set; a recording plays in the place of the network, so leave one out"
            ),
            (
                NetworkSettings(url: "ftp://user:pass@a/b?key=x"), nil,
                "`network.url` has to be an address that begins with http:// or https://, not \"ftp://a/b\""
            ),
            (
                NetworkSettings(url: "https://"), nil,
                "`network.url` has to be an address that begins with http:// or https://, not \"https://\""
            ),
            (
                NetworkSettings(url: "http://a b"), nil,
                "`network.url` has to be an address that begins with http:// or https://, not \"http://a b\""
            ),
            (
                NetworkSettings(url: "HTTPS://a", every: .seconds(30), stale: .seconds(30)), nil,
                "`network.stale` is 30s, which has to be more than `network.every`, 30s: each word would be stale before the next one"
            ),
        ]
        for (network, recording, told) in table {
            do throws(SourceProblem) {
                _ = try await NetworkFeed.open(
                    network: network, recording: recording, clock: Ear.clock(), log: Ear.log())
                Issue.record("it was meant")
            } catch { #expect("\(error)" == told) }
        }
    }

    @Test func `shapes agree`() {
        expectShapeAgrees(NetworkSettings.self)
        expectShapeAgrees(RecordingSettings.self)
    }

    private func play(_ settings: RecordingSettings, _ body: (Ear) async throws -> Void) async throws {
        try await Ear.with { clock, log in
            try await NetworkFeed.open(network: nil, recording: settings, clock: clock, log: log)
        } _: {
            try await body($0)
        }
    }
}
