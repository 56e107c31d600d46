import Testing

@_spi(Hosting) @testable import FeatureKit

@Suite struct FlagsTests {
    private struct Fixed: FlagSource {
        func value(of key: String, for caller: Caller) -> Value? {
            switch key {
            case "on": true
            case "number": 3
            case "text": "x"
            case "key": caller.key.map { .text($0) }
            default: nil
            }
        }
    }

    private let flags = Flags(source: Fixed())

    @Test func holdWhatTheSourceSays() {
        #expect(flags.value(of: Flag("on", default: false), for: .system))
        #expect(flags.value(of: Flag("number", default: 1), for: .system) == 3)
        #expect(flags.value(of: Flag("number", default: 1.5), for: .system) == 3)
        #expect(flags.value(of: Flag("key", default: "?"), for: Caller(key: "u1", origin: .http)) == "u1")
    }

    @Test func fallBackWhereInDoubt() {
        #expect(flags.value(of: Flag("unknown", default: 7), for: .system) == 7)
        #expect(flags.value(of: Flag("text", default: 7), for: .system) == 7)
        #expect(flags.value(of: Flag("number", default: true), for: .system))
        #expect(flags.value(of: Flag("key", default: "?"), for: .system) == "?")
    }
}

@Suite struct LogTests {
    @Test func writesEveryLevelWithItsFields() {
        let list = ListLog()
        let log = Log(feature: "lamp", sink: list)
        log.debug("a")
        log.info("b", [("x", "1"), ("y", "2")])
        log.warning("c")
        log.error("d", [("x", "1")])
        #expect(list.lines == ["debug lamp: a", "info lamp: b x=1 y=2", "warning lamp: c", "error lamp: d x=1"])
    }

    @Test func makesNoLineThatNobodyWants() {
        let list = ListLog(from: .warning)
        let log = Log(feature: "lamp", sink: list)
        func costly() -> String {
            Issue.record("made a line that nobody wants")
            return "x"
        }
        log.debug(costly())
        log.info("x", [("y", costly())])
        log.warning("kept")
        #expect(list.lines == ["warning lamp: kept"])
    }

    @Test func levelsAreInOrder() {
        #expect(LogLevel.all.map(\.description) == ["debug", "info", "warning", "error"])
        #expect(LogLevel.all.sorted() == LogLevel.all)
    }
}

@Suite struct KitVersionTests {
    @Test(arguments: [("1.0", 1, 0), ("2.13", 2, 13), ("65535.65535", 65_535, 65_535)])
    func reads(_ text: String, _ major: Int, _ minor: Int) {
        #expect(KitVersion(text) == KitVersion(major: major, minor: minor))
        #expect(KitVersion(text)?.description == text)
    }

    @Test(arguments: [
        "", "1", "1.", ".1", "1.0.0", "1,0", "+1.0", "1.-0", "-1.0", "1.0 ", "v1.0", "1.x", "65536.0", "１.0",
    ])
    func refuses(_ text: String) { #expect(KitVersion(text) == nil) }

    @Test func olderComesFirst() {
        let versions = [KitVersion(major: 1, minor: 9), .init(major: 1, minor: 10), .init(major: 2, minor: 0)]
        #expect(versions.reversed().sorted() == versions)
        #expect(!KitVersion.compiler.isEmpty)
        #expect(KitVersion.current.major >= 1)
    }
}
