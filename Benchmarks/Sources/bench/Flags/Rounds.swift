import CCount
import FlagEngine
import Measures

/// Evaluates one flag for all users again and again, looked up by its name each time.
struct Rounds {
    let program: FlagProgram
    private var users: [FlagContext]
    private var evaluator = FlagEvaluator()

    init(program: FlagProgram, users: [FlagContext]) {
        self.program = program
        self.users = users
    }

    /// The nanoseconds of one evaluation, once for each round, and how many allocations all of them made together.
    mutating func measure(_ name: String, rounds: Int) throws -> (nanoseconds: [Double], allocations: UInt64) {
        let on = try run(name)
        let isRight =
            switch name {
            case "flag-a": on == users.count
            case "flag-b": on == Flags.targetedUsers(of: users.count)
            default: (users.count * 47 / 100...users.count * 53 / 100).contains(on)
            }
        guard isRight else { throw BenchError("\(name) is on for \(on) users") }
        var nanoseconds: [Double] = []
        nanoseconds.reserveCapacity(rounds)
        let allocations = allocation_count()
        for _ in 0..<rounds {
            let start = Uptime.ofThread
            for _ in 0..<Self.passes { _ = try run(name) }
            nanoseconds.append(Double(Uptime.ofThread - start) / Double(users.count * Self.passes))
        }
        return (nanoseconds, allocation_count() - allocations)
    }

    /// How often a round goes through all users.
    private static let passes = 10

    /// For how many users it is on.
    @inline(never)
    private mutating func run(_ name: String) throws -> Int {
        var on = 0
        for user in users.indices {
            guard let flag = program.flag(name) else { throw BenchError("there is no flag \(name)") }
            if Self.isOn(flag, of: program, for: &users[user], &evaluator) { on += 1 }
        }
        return on
    }

    // The user is lent and not copied: who asks for flags has one and keeps it.
    @inline(__always)
    private static func isOn(
        _ flag: Int, of program: FlagProgram, for user: inout FlagContext, _ evaluator: inout FlagEvaluator
    ) -> Bool {
        evaluator.evaluate(flag, of: program, for: user, now: 1_800_000_000).variant == 0
    }
}
