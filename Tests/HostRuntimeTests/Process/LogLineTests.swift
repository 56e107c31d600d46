@_spi(Hosting) import FeatureKit
import Testing

@testable import HostRuntime

/// How lines look, character by character.
@Suite struct LogLineTests {
    /// 12:31:07.123 in UTC.
    let time = Timestamp(nanoseconds: 1_790_166_667_123_456_789)

    func record(
        _ message: String, _ fields: [(String, String)] = [], level: LogLevel = .info, feature: String = "ble"
    ) -> LogRecord {
        LogRecord(level: level, feature: feature, message: message, fields: fields)
    }

    func text(_ record: LogRecord, colours: Bool = false, secondsFromUTC: Int = 0) -> String {
        var text = ""
        TextLine(hasColours: colours, secondsFromUTC: secondsFromUTC).write(record, at: time, to: &text)
        return text
    }

    func json(_ record: LogRecord) -> String {
        var text = ""
        JSONLine.write(record, at: time, to: &text)
        return text
    }

    @Test func `a line for people`() {
        #expect(
            text(record("replaying lap.btsnoop", [("frames", "12"), ("from", "0")]))
                == "12:31:07.123 info  ble  replaying lap.btsnoop  frames=12 from=0\n")
    }

    @Test func `each level has a word of the same width, and a colour where colours are wanted`() {
        let words = LogLevel.all.map { text(record("m", level: $0)).dropFirst(13).prefix(9) }
        #expect(words == ["debug ble", "info  ble", "warn  ble", "error ble"])
        #expect(
            LogLevel.all.map { text(record("m", level: $0), colours: true) } == [
                "12:31:07.123 \u{1B}[2mdebug\u{1B}[0m ble  m\n", "12:31:07.123 \u{1B}[32minfo\u{1B}[0m  ble  m\n",
                "12:31:07.123 \u{1B}[33mwarn\u{1B}[0m  ble  m\n", "12:31:07.123 \u{1B}[31merror\u{1B}[0m ble  m\n",
            ])
    }

    @Test(arguments: [(0, "12:31:07.123"), (7200, "14:31:07.123"), (-46_800, "23:31:07.123"), (43_200, "00:31:07.123")])
    func `the time is the local one`(secondsFromUTC: Int, expected: String) {
        #expect(text(record("m"), secondsFromUTC: secondsFromUTC).hasPrefix(expected + " "))
    }

    @Test func `before 1970 the day still has 24 hours`() {
        var text = ""
        TextLine(hasColours: false, secondsFromUTC: 0)
            .write(record("m"), at: Timestamp(nanoseconds: -1_000_000), to: &text)
        #expect(text.hasPrefix("23:59:59.999 "))
    }

    @Test func `values that would end too early are quoted`() {
        let fields = [("a", "two words"), ("b", ""), ("c", "x=\"1\""), ("d", "C:\\x"), ("e", "a\\ b")]
        #expect(
            text(record("m", fields)).dropFirst(27)
                == #"a="two words" b="" c="x=\"1\"" d=C:\x e="a\\ b""# + "\n")
    }

    @Test func `no text leaves its line, moves the cursor or turns the text around`() {
        let evil = "a\nb\r\tc\u{1B}[2Jd\u{0}\u{7F}\u{9B}e\u{202E}f\u{2028}g\u{2066}h"
        let shown = #"a\nb\r\tc\u{1b}[2Jd\u{0}\u{7f}\u{9b}e\u{202e}f\u{2028}g\u{2066}h"#
        #expect(
            text(record(evil, [(evil, evil)], feature: evil))
                == "12:31:07.123 info  \(shown)  \(shown)  \(shown)=\"\(shown)\"\n")
        #expect(text(record("größe → 7 👩‍👩‍👧")).hasSuffix("größe → 7 👩‍👩‍👧\n"))
    }

    @Test func `a line for machines`() {
        #expect(
            json(record("replaying lap.btsnoop", [("frames", "12")]))
                == #"{"time":"2026-09-23T12:31:07.123Z","level":"info","feature":"ble","#
                + #""message":"replaying lap.btsnoop","frames":"12"}"# + "\n")
    }

    @Test func `what JSON escapes`() {
        #expect(
            json(record("a\"b\\c\nd\re\tf\u{1B}g\u{0}h/é👩")).contains(
                #""message":"a\"b\\c\nd\re\tf\u001bg\u0000h/é👩"}"#))
    }

    @Test func `no member has another one's name`() {
        #expect(
            json(record("m", [("level", "1"), ("x", "2"), ("x", "3"), ("field.x", "4"), ("x", "5")])).hasSuffix(
                #""message":"m","field.level":"1","x":"2","field.x":"3","field.field.x":"4","field.field.field.x":"5"}"#
                    + "\n"))
    }

    @Test func `where which style fits`() {
        #expect(LogStyle.fitting(isTerminal: false, environment: [:]) == .json)
        #expect(LogStyle.fitting(isTerminal: true, environment: [:]) == .text(colours: true))
        #expect(LogStyle.fitting(isTerminal: true, environment: ["NO_COLOR": ""]) == .text(colours: true))
        #expect(LogStyle.fitting(isTerminal: true, environment: ["NO_COLOR": "1"]) == .text(colours: false))
        #expect(LogStyle.fitting(isTerminal: true, environment: ["TERM": "dumb"]) == .text(colours: false))
    }

    @Test func `what is too long is cut between scalars, and says so`() {
        let long = String(repeating: "é", count: 20_000)
        let many = (0..<40).map { ("f\($0)", "x") }
        guard case .record(let cut, _) = LogEntry.record(record("x" + long, many + [("v", long)]), at: time).bounded
        else { return }
        #expect(cut.message == "x" + String(repeating: "é", count: 8191) + "…")
        #expect(cut.fields.count == 33)
        #expect(cut.fields.last.map { "\($0)=\($1)" } == "fields_left_out=9")
        guard case .record(let value, _) = LogEntry.record(record("m", [("v", long)]), at: time).bounded else { return }
        #expect(value.fields.first?.1 == String(repeating: "é", count: 2048) + "…")
        guard case .record(let whole, _) = LogEntry.record(record(String(long.prefix(8192))), at: time).bounded else {
            return
        }
        #expect(whole.message == String(long.prefix(8192)))
    }

    @Test func `levels of features stand before the standard one`() {
        let levels = LogLevels(standard: .warning, features: ["ble": .debug, "track": .error])
        let taken = ["ble", "track", "host"].map { feature in
            LogLevel.all.filter { levels.take($0, from: feature) }.map(\.description)
        }
        #expect(taken == [["debug", "info", "warning", "error"], ["error"], ["warning", "error"]])
    }

    @Test func `a full queue keeps the first lines and counts the others`() {
        var queue = LogQueue()
        let wakes = (0..<5000).map { queue.add(.line("\($0)")) }
        #expect(wakes.first == true, "the first one wakes the writer")
        #expect(wakes.filter { $0 }.count == 1)
        let first = queue.takeAll()
        #expect(first.entries.count == LogQueue.mostEntries)
        #expect(first.lost == ["host": 5000 - LogQueue.mostEntries])
        let nothing = queue.takeAll()
        #expect(nothing.entries.isEmpty && nothing.lost.isEmpty)

        let large = LogEntry.line(String(repeating: "x", count: 1024 * 1024))
        for _ in 0..<6 { _ = queue.add(large) }
        let second = queue.takeAll()
        #expect(second.entries.count == 4)
        #expect(second.lost == ["host": 2])
    }

    @Test func `a feature that floods leaves room for the others and for the host`() {
        func record(_ feature: String) -> LogEntry {
            .record(LogRecord(level: .info, feature: feature, message: "m"), at: Timestamp(nanoseconds: 0))
        }
        var queue = LogQueue()
        for _ in 0..<10_000 { _ = queue.add(record("flood")) }
        _ = queue.add(record("track"))
        _ = queue.add(record("host"))
        let taken = queue.takeAll()
        #expect(taken.entries.count == LogQueue.mostEntries / LogQueue.share + 2)
        #expect(taken.lost == ["flood": 10_000 - LogQueue.mostEntries / LogQueue.share])
    }

    @Test func `losses name those that lost the most`() {
        var losses = LogLosses(bySource: ["a": 1, "b": 5, "c": 5, "d": 7])
        losses.add(LogLosses(bySource: ["a": 1], unwritten: 3))
        #expect(losses.fields.map(\.0) == ["lines", "from"])
        #expect(losses.fields.map(\.1) == ["22", "d 7, b 5, c 5"])
    }
}
