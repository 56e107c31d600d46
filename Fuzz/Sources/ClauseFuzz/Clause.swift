import FeatureKit
import FlagEngine
import Glibc
import Harness

/// Any clause is compiled or refused in words, and tested; the same each time, and in keeping with its relatives.
@main enum ClauseHarness {
    static func main() { exit(fuzz(read)) }
}

private func read(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var seed = Seed(Array(UnsafeBufferPointer(start: start, count: count)))
    let found = seed.value(depth: 2, words)
    let operand = seed.value(depth: 1, words)
    let (held, known) = passed(operand, by: found)
    for (one, other) in excluding where held.contains(one) && held.contains(other) {
        require(false, "\(found.json) passes \(one) and \(other) \(operand.json)")
    }
    for (one, other) in entailing where held.contains(one) && known.contains(other) && !held.contains(other) {
        require(false, "\(found.json) passes \(one) and not \(other) \(operand.json)")
    }
    return 0
}

private let excluding: [(ClauseTest, ClauseTest)] = [
    (.eq, .not), (.in, .notIn), (.inNoCase, .notInNoCase), (.gt, .lte), (.lt, .gte), (.before, .after),
    (.semverGt, .semverLte), (.semverLt, .semverGte), (.semverEq, .semverGt),
]

private let entailing: [(ClauseTest, ClauseTest)] = [
    (.eq, .eqNoCase), (.in, .inNoCase), (.contains, .containsNoCase), (.startsWith, .startsWithNoCase),
    (.endsWith, .endsWithNoCase), (.startsWith, .contains), (.endsWith, .contains), (.notInNoCase, .notIn), (.gt, .gte),
    (.semverEq, .semverCaret), (.semverTilde, .semverCaret), (.semverGt, .semverGte),
]

/// The tests that an attribute passes, and those that take such an operand.
private func passed(_ operand: Value, by found: Value) -> (held: Set<ClauseTest>, known: Set<ClauseTest>) {
    let place = FlagPlace(file: "flags.yaml", line: 1, column: 1)
    let flags = ClauseTest.allCases.map { test in
        var flag = FlagDefinition(
            key: test.rawValue, place: place, kind: .boolean,
            variants: [
                FlagDefinition.Variant(name: "off", value: false, place: place),
                FlagDefinition.Variant(name: "on", value: true, place: place),
            ], defaultVariant: "off")
        let clause = Clause(attribute: "it", test: test, operand: operand, place: place)
        flag.targeting = .rules([
            Rule(name: nil, condition: .clause(clause), outcome: .serve(variant: "on"), place: place)
        ])
        return flag
    }
    var problems: [FlagProblem] = []
    let book = FlagDefinitions(sets: [FlagSet(source: "fuzz", flags: flags)])
    let program = FlagProgram(book, revision: 1, problems: &problems)
    for problem in problems { require(!problem.description.isEmpty) }

    var context = FlagContext()
    context.add("it", found)
    var evaluator = FlagEvaluator()
    var (held, known): (Set<ClauseTest>, Set<ClauseTest>) = ([], [])
    for test in ClauseTest.allCases {
        guard let flag = program.flag(test.rawValue) else { continue }
        known.insert(test)
        let first = evaluator.evaluate(flag, of: program, for: context, now: 1_700_000_000)
        require(
            first == evaluator.evaluate(flag, of: program, for: context, now: 1_700_000_000),
            "\(found.json) \(test) \(operand.json) is not always the same")
        require(first.error == nil, "\(found.json) \(test) \(operand.json) goes wrong")
        if program.flags[flag].variants[first.variant ?? 0].name == "on" { held.insert(test) }
    }
    return (held, known)
}

private let words = [
    "", "a", "A", "ab", "ß", "ẞ", "İ", "ı", "K", "ſ", "ǅ", "ά", "1", "1.0", "v1.2", "1.2.3", "1.2.4-rc.1", "1.3.0+b",
    "10.0.0.0/8", "10.1.2.3", "::1", "::/0", "2001:db8::/32", "::ffff:10.0.0.1", "fe80::1%eth0", "2026-01-01T00:00:00Z",
    "2026-01-01T00:00:00.5+02:00", "2026-02-30", "0000-01-01", "^a+$", "(?i)b", "[", "a{1000}", "\\pL", ".*",
]
