import FeatureKit
import TestSupport
import Testing

@testable import FlagEngine

@Suite struct ProgramTests {
    @Test func `finds each flag by its key`() {
        let keys = (0..<500).map { "flag.\($0)" + String(repeating: "x", count: $0 % 40) } + ["", "a", "ab", "ü"]
        let (program, problems) = Sample.program(keys.map { Sample.flag($0) })
        #expect(problems.isEmpty)
        #expect(program.flags.map(\.key) == keys.sorted())
        for key in keys {
            #expect(program.flag(key).map { program.flags[$0].key } == key)
            #expect(program.flag(key + "?") == nil)
        }
    }

    @Test func `the later source's flag counts`() {
        var problems: [FlagProblem] = []
        let book = FlagDefinitions(sets: [
            FlagSet(source: "weak", flags: [Sample.flag("a", default: "on"), Sample.flag("b", default: "on")]),
            FlagSet(source: "strong", flags: [Sample.flag("a", default: "off")]),
        ])
        let program = FlagProgram(book, revision: 7, problems: &problems)
        #expect(answer("a", of: program) == "off STATIC")
        #expect(answer("b", of: program) == "on STATIC")
        #expect(program.flags.map(\.layer) == ["strong", "weak"])
        #expect(program.revision == 7)
    }

    @Test func `all errors are told and good flags stay`() {
        let (program, problems) = Sample.program(
            [
                Sample.flag("bad", line: 20, default: "onn", .rules([Sample.rule(serve: "of", line: 24)])),
                Sample.flag(
                    "lost", line: 40,
                    .rules([Sample.rule(.segment("stuff", Sample.place(44)), serve: "on")])),
                Sample.flag(
                    "divided", line: 60, .rules([Sample.rule(split: [("on", 1), ("left", 1)], line: 64)])),
                Sample.flag("good"),
            ], segments: [("staff", Sample.clause("staff", true))])
        #expect(
            problems.map(\.description) == [
                #"flags.yaml:20:5: error: flag "bad": no variant is called "onn"; there are "on" and "off"; did you mean "on"?"#,
                #"flags.yaml:24:5: error: flag "bad": no variant is called "of"; there are "on" and "off"; did you mean "off"?"#,
                #"flags.yaml:65:5: error: flag "divided": no variant is called "left"; there are "on" and "off""#,
                #"flags.yaml:44:5: error: flag "lost": no segment is called "stuff"; did you mean "staff"?"#,
            ])
        #expect(program.flags.map(\.key) == ["good"])
    }

    @Test func `segments that lead back are told as a whole`() {
        let (program, problems) = Sample.program(
            [Sample.flag("f", .rules([Sample.rule(.segment("c", Sample.place(11)), serve: "on")]))],
            segments: [
                ("a", .any([.segment("b", Sample.place(91)), .segment("b", Sample.place(92))], Sample.place(91))),
                ("b", .not(.segment("a", Sample.place(93)), Sample.place(93))), ("c", .segment("a", Sample.place(94))),
            ])
        #expect(problems.map(\.description) == [#"flags.yaml:90:5: error: segments mean themselves: "a" → "b" → "a""#])
        #expect(program.flags.isEmpty)
    }

    @Test func `conditions have a depth`() {
        let segments = (0..<100).map { index -> (String, Condition) in
            let inner: Condition = index == 0 ? Sample.clause("a", 1) : .segment("s\(index - 1)", Sample.place(91))
            return ("s\(index)", .not(inner, Sample.place(91)))
        }
        let (_, problems) = Sample.program([], segments: segments)
        #expect(
            problems.first?.description == "flags.yaml:91:5: error: conditions lie more than 64 deep in one another")
    }

    @Test func `names in any order come after those they need`() {
        for seed in Seeds.forThisRun(count: 50) {
            var random = SeededGenerator(seed: seed)
            let count = Int.random(in: 1...30, using: &random)
            // Each one needs only later ones, so that there is no cycle.
            let needs = (0..<count).map { index in
                (0..<3).map { _ in Int.random(in: index..<count, using: &random) }.filter { $0 > index }.map { "\($0)" }
            }
            var order = DependencyOrder(names: (0..<count).map { "\($0)" }) { Int($0).map { needs[$0] } ?? [] }
            order.sort()
            #expect(order.cycles.isEmpty && Set(order.sorted).count == count, "seed \(seed)")
            for (place, name) in order.sorted.enumerated() {
                for need in Int(name).map({ needs[$0] }) ?? [] {
                    #expect(order.sorted.firstIndex(of: need) ?? count < place, "seed \(seed)")
                }
            }
        }
    }
}
