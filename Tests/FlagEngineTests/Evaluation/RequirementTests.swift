import FeatureKit
import FlagEngine
import Testing

@Suite struct RequirementTests {
    private let ann = Members([("country", "ES")])
    private func spanish(_ key: String, off: String? = nil, requires: [(String, Value)] = []) -> FlagDefinition {
        Sample.flag(
            key, off: off, requires: requires, .rules([Sample.rule(Sample.clause("country", "ES"), serve: "on")]))
    }

    @Test func `who lacks what is required has the off variant`() {
        let (program, problems) = Sample.program([
            spanish("base"), Sample.flag("byValue", default: "on", off: "off", requires: [("base", true)]),
            Sample.flag("byName", default: "on", requires: [("base", "on")]),
        ])
        #expect(problems.isEmpty)
        #expect(answer("byValue", of: program, for: ann) == "on STATIC")
        #expect(answer("byValue", of: program) == "off DISABLED")
        #expect(answer("byName", of: program, for: ann) == "on STATIC")
        #expect(answer("byName", of: program) == "- DISABLED")
    }

    @Test func `what nobody can meet is off for everybody`() throws {
        let (program, problems) = Sample.program([
            Sample.flag("base", default: "off"),
            Sample.flag("top", default: "on", off: "off", requires: [("base", true)]),
            Sample.flag("peak", default: "on", requires: [("top", true)]),
        ])
        #expect(problems.isEmpty)
        #expect(answer("top", of: program) == "off DISABLED")
        let peak = try #require(program.flag("peak"))
        #expect(program.flags[peak].constant?.reason == .disabled)
        #expect(!program.canServe(0, of: peak))
    }

    @Test func `what everybody meets costs nothing`() throws {
        let (program, _) = Sample.program([
            Sample.flag("base", default: "on"), Sample.flag("top", default: "on", requires: [("base", true)]),
        ])
        let top = try #require(program.flag("top"))
        #expect(program.flags[top].constant?.reason == .static)
    }

    @Test(.timeLimit(.minutes(1))) func `a chain of diamonds is decided once each`() {
        var flags = [spanish("f0")]
        for index in 1..<15 {
            flags.append(spanish("l\(index)", off: "off", requires: [("f\(index - 1)", true)]))
            flags.append(spanish("r\(index)", off: "off", requires: [("f\(index - 1)", true)]))
            flags.append(spanish("f\(index)", off: "off", requires: [("l\(index)", true), ("r\(index)", true)]))
        }
        let (program, problems) = Sample.program(flags)
        #expect(problems.isEmpty)
        #expect(answer("f14", of: program, for: ann) == "on TARGETING_MATCH")
        #expect(answer("f14", of: program) == "off DISABLED")
    }

    @Test func `requirements that lead back are told as a whole`() {
        let (program, problems) = Sample.program([
            Sample.flag("a", line: 1, requires: [("b", true)]), Sample.flag("b", line: 11, requires: [("c", true)]),
            Sample.flag("c", line: 21, requires: [("a", true)]), Sample.flag("d", line: 31, requires: [("a", true)]),
            Sample.flag("e", line: 41, requires: [("e", true)]), Sample.flag("fine"),
        ])
        #expect(
            problems.map(\.description) == [
                #"flags.yaml:3:5: error: flag "a": flags require themselves: "a" → "b" → "c" → "a""#,
                #"flags.yaml:43:5: error: flag "e": flags require themselves: "e" → "e""#,
            ])
        #expect(program.flags.map(\.key) == ["fine"])
    }

    @Test func `what is required has to be there`() {
        let (program, problems) = Sample.program([
            Sample.flag("shop"), Sample.flag("a", requires: [("shp", true)]),
            Sample.flag("b", requires: [("shop", "one")]),
        ])
        #expect(
            problems.map(\.description) == [
                #"flags.yaml:3:5: error: flag "a": requires "shp", and no flag is called that; did you mean "shop"?"#,
                #"flags.yaml:3:5: error: flag "b": requires "shop" to hold "one", which is none of its values and none of its variants "on" and "off"; did you mean "on"?"#,
            ])
        #expect(program.flags.map(\.key) == ["shop"])
    }

    @Test func `chains have an end`() {
        let flags = [spanish("f0")] + (1..<40).map { spanish("f\($0)", requires: [("f\($0 - 1)", true)]) }
        let (program, problems) = Sample.program(flags)
        #expect(program.flags.count == 33)
        #expect(
            problems.first?.description
                == #"flags.yaml:3:5: error: flag "f33": requires flags that require others, more than 32 deep"#)
    }
}
