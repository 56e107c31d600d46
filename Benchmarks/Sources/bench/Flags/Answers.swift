import CCount
import FeatureKit
import FlagEngine
import HostHTTP
import JSON
import Measures

/// Reads a question as apps send it over HTTP, evaluates the flag that it is about and writes the answer.
struct Answers {
    private static let question = Array(
        """
        {"context":{"targetingKey":"user-4f2a9c","email":"someone@example.com","country":"ES","plan":"enterprise",\
        "version":"1.24.3","beta":true,"age":42}}
        """.utf8)
    private static let answer =
        #"{"key":"flag-b","reason":"TARGETING_MATCH","variant":"on","value":true,"metadata":{}}"#
    /// How many make a round.
    private static let count = 100_000

    private let program: FlagProgram
    private let lines: FlagLines
    private var reader = JSONReader()
    private var context = FlagContext()
    private var evaluator = FlagEvaluator()
    private var body: [UInt8] = []

    init(program: FlagProgram) {
        self.program = program
        lines = FlagLines(program)
    }

    /// The nanoseconds of one answer, once for each round, and how many allocations all of them made together.
    mutating func measure(rounds: Int) throws -> (nanoseconds: [Double], allocations: UInt64) {
        try answer("flag-b")
        guard body.elementsEqual(Self.answer.utf8) else {
            throw BenchError("a question over HTTP is answered in other words")
        }
        var nanoseconds: [Double] = []
        nanoseconds.reserveCapacity(rounds)
        let allocations = allocation_count()
        for _ in 0..<rounds {
            let start = Uptime.ofThread
            for _ in 0..<Self.count { try answer("flag-b") }
            nanoseconds.append(Double(Uptime.ofThread - start) / Double(Self.count))
        }
        return (nanoseconds, allocation_count() - allocations)
    }

    @inline(never)
    private mutating func answer(_ name: String) throws {
        context.wipe()
        guard case .fits = OFREPBody.add(try reader.read(Self.question.span), to: &context) else {
            throw BenchError("a question over HTTP is answered in other words")
        }
        guard let flag = program.flag(name) else { throw BenchError("there is no flag \(name)") }
        body.removeAll(keepingCapacity: true)
        lines.write(evaluator.evaluate(flag, of: program, for: context, now: 1_800_000_000), to: &body)
    }
}
