import FeatureKit
import Synchronization
import Testing

@testable import FlagEngine

@Suite struct SharingTests {
    private final class Board: Sendable {
        let program = Mutex(SharingTests.program(revision: 1))
    }

    /// A program whose flags all say its revision: one by its default, one by a rule, one by what it requires.
    private static func program(revision: UInt64) -> FlagProgram {
        let variants: [(String, Value)] = [("r\(revision)", .integer(Int64(revision))), ("other", -1)]
        let name = variants[0].0
        // Others before them move the indices from revision to revision.
        var flags = (0..<revision % 5).map { Sample.flag("0.\($0)") }
        flags.append(Sample.flag("a", variants: variants, default: name))
        flags.append(
            Sample.flag(
                "b", variants: variants, default: "other",
                .rules([Sample.rule(Sample.clause("country", .in, ["ES", .text(name)]), serve: name)])))
        flags.append(
            Sample.flag("c", variants: variants, default: name, requires: [("b", .integer(Int64(revision)))]))
        return Sample.program(flags, revision: revision).program
    }

    @Test(.timeLimit(.minutes(1))) func `readers never see two revisions mixed`() async {
        let board = Board()
        await withTaskGroup(of: Int.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    var evaluator = FlagEvaluator()
                    let context = Sample.context(Members([("country", "ES")]))
                    var mixed = 0
                    var last: UInt64 = 0
                    repeat {
                        let program = board.program.withLock { $0 }
                        if program.revision < last { mixed += 1 }
                        last = program.revision
                        for key in ["a", "b", "c"] {
                            let flag = program.flag(key) ?? -1
                            let evaluation = evaluator.evaluate(flag, of: program, for: context, now: 0)
                            let variant = evaluation.variant.map { program.flags[flag].variants[$0] }
                            if variant?.value != .integer(Int64(program.revision)) { mixed += 1 }
                        }
                        await Task.yield()
                    } while last < 1_000
                    return mixed
                }
            }
            for revision: UInt64 in 2...1_000 {
                let next = Self.program(revision: revision)
                board.program.withLock { $0 = next }
                if revision % 16 == 0 { await Task.yield() }
            }
            for await mixed in group { #expect(mixed == 0) }
        }
    }

    @Test func `an evaluator goes from one program to the next`() {
        var evaluator = FlagEvaluator()
        let context = Sample.context(Members([("country", "ES")]))
        for revision: UInt64 in [9, 2, 5, 1, 9] {
            let program = Self.program(revision: revision)
            for flag in program.flags.indices where program.flags[flag].key >= "a" {
                let evaluation = evaluator.evaluate(flag, of: program, for: context, now: 0)
                #expect(evaluation.variant == 0)
            }
        }
    }
}
