@_spi(Hosting) import FeatureKit
import FlagEngine
import Testing

@testable import HostRuntime

/// Flags change while they are asked.
@Suite(.timeLimit(.minutes(1))) struct FlagBoardTests {
    /// Two flags that hold the number of their revision.
    private static func snapshot(_ number: UInt64) -> FlagBoard.Snapshot {
        let place = FlagPlace(file: "flags.yaml", line: 1, column: 1)
        let flags = ["left", "right"].map { key in
            FlagDefinition(
                key: key, place: place, kind: .integer,
                variants: [.init(name: "value", value: .integer(Int64(number)), place: place)], defaultVariant: "value")
        }
        var problems: [FlagProblem] = []
        let book = FlagDefinitions(sets: [FlagSet(source: "flags.yaml", flags: flags)])
        let program = FlagProgram(book, revision: number, problems: &problems)
        return FlagBoard.Snapshot(program, etag: "\(number)", since: Timestamp(nanoseconds: 0))
    }

    @Test func `eight readers through a thousand changes never see two revisions mixed`() async {
        let board = FlagBoard(Self.snapshot(1))
        let isOver = Lock(false)
        await withTaskGroup { group in
            for _ in 0..<8 {
                group.addTask {
                    var asker = FlagAsker(board, clock: SystemClock())
                    var last: UInt64 = 0
                    while !isOver.withLock({ $0 }) {
                        asker.refresh()
                        let program = asker.snapshot.program
                        for key in ["left", "right"] {
                            guard let flag = program.flag(key) else {
                                Issue.record("no flag")
                                return
                            }
                            let evaluation = asker.evaluate(flag, for: .system, now: 0)
                            let value = evaluation.variant.map { program.flags[flag].variants[$0].value }
                            #expect(value == .integer(Int64(program.revision)))
                        }
                        #expect(asker.snapshot.etag == "\(program.revision)")
                        #expect(program.revision >= last, "an older one came after a newer one")
                        last = program.revision
                        await Task.yield()
                    }
                }
            }
            for number in 2...1_001 {
                board.post(Self.snapshot(UInt64(number)))
                // Now and then: each time, this waits for whatever other tests compute on the same two threads.
                if number.isMultiple(of: 20) { await Task.yield() }
            }
            isOver.withLock { $0 = true }
        }
        #expect(board.current.program.revision == 1_001)
    }
}
