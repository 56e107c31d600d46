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

    private enum Colour: String, CaseIterable, Shaped { case red, green }

    private let on = Flag("on", default: false, "Whether.")
    private let number = Flag("number", default: 1, "How many.")
    private let key = Flag("key", default: "?", "Which.")
    private let unset = Flag("unset", default: 7, "How many.")
    private let colour = Flag("text", default: Colour.green, "Which colour.")

    private func flags(_ onMisuse: @escaping @Sendable (FlagMisuse) -> Void = { _ in }) -> Flags {
        Flags(
            [.evaluates(on), .evaluates(number), .evaluates(key), .evaluates(unset), .evaluates(colour)], of: "lamp",
            source: Fixed(), onMisuse: onMisuse)
    }

    @Test func holdWhatTheSourceSays() throws {
        #expect(try flags().value(of: on, for: .system))
        #expect(try flags().value(of: number, for: .system) == 3)
        #expect(try flags().value(of: key, for: Caller(key: "u1", origin: .http)) == "u1")
    }

    @Test func fallBackWhereInDoubt() throws {
        #expect(try flags().value(of: unset, for: .system) == 7)
        #expect(try flags().value(of: colour, for: .system) == .green)
        #expect(try flags().value(of: key, for: .system) == "?")
    }

    @Test func mistakesAreErrorsWhereTheyAreMade() {
        let noted = Lock<[FlagMisuse]>([])
        let flags = flags { error in noted.withLock { $0.append(error) } }
        let unknown = #expect(throws: FlagMisuse.self) {
            try flags.value(of: Flag("nunber", default: 1, "How many."), for: .system)
        }
        #expect(unknown?.code == .undeclared)
        #expect(
            unknown?.description
                == #"lamp: no .evaluates(…) in its contracts declares the flag "nunber"; did you mean "number"?"#)
        let other = #expect(throws: FlagMisuse.self) {
            try flags.value(of: Flag("number", default: true, "Whether."), for: .system)
        }
        #expect(other?.code == .otherType)
        #expect(
            other?.description
                == #"lamp: the flag "number" is asked for as true or false, and declared as a whole number"#)
        #expect(noted.withLock { $0 } == [unknown, other].compactMap(\.self))
    }

    @Test func contractsSayWhatTheyHoldByDefault() {
        let contract = Contract.evaluates(colour)
        #expect(contract.role == .evaluates && contract.name == "text")
        #expect(contract.shape == .choice(["red", "green"]))
        #expect(contract.decision == .init(fallback: "green", summary: "Which colour."))
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
