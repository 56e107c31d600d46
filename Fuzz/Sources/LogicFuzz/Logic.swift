import FeatureKit
import FlagEngine
import Glibc
import Harness
import JSON

/// Any expression of JsonLogic is compiled or refused, and evaluated to an end; the same each time, and as other
/// expressions that mean the same.
@main enum LogicHarness {
    static func main() { exit(fuzz(read)) }
}

private func read(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let sample: Sample
    if bytes.first == UInt8(ascii: "{") {
        guard let written = Sample(json: bytes) else { return 0 }
        sample = written
    } else {
        sample = Sample(Seed(bytes))
    }
    sample.check()
    return 0
}

private struct Sample {
    let rule: Value
    let data: Members
    let bucketing: Bucketing

    init?(json: [UInt8]) {
        guard let document = try? Value(json: json) else { return nil }
        rule = document["rule"] ?? .null
        guard case .object(let data)? = document["data"] else { return nil }
        self.data = data
        bucketing = document["bucketing"] == "v1" ? .v1 : document["bucketing"] == "v3" ? .v3 : .v2
    }

    init(_ seed: Seed) {
        var seed = seed
        bucketing = seed.pick(Bucketing.allCases)
        var data = Members()
        for name in ["a", "list", "targetingKey"] { data[name] = seed.value(depth: 3, Self.words) }
        self.data = data
        rule = Self.expression(&seed, depth: 6)
    }

    func check() {
        let same: [Value] = [
            ["!!": [rule]], ["if": [rule, true, false]], ["!": [["!": [rule]]]], ["==": [["!!": [rule]], true]],
        ]
        let answers = evaluate([rule] + same)
        // The longer ones may take more steps than there are.
        let usual = answers.dropFirst().filter { $0.error != .general }
        require(usual.allSatisfy { $0.variant == usual.first?.variant }, "\(rule.json) of \(data)")
    }

    private func evaluate(_ rules: [Value]) -> [Evaluation] {
        let place = FlagPlace(file: "flags.json", line: 1, column: 1)
        let variants = ["true", "false", "1", "a", ""].map {
            FlagDefinition.Variant(name: $0, value: .text($0), place: place)
        }
        let flags = rules.enumerated().map { index, rule in
            var flag = FlagDefinition(
                key: "flag\(index)", place: place, kind: .string, variants: variants, defaultVariant: "a")
            flag.bucketing = bucketing
            flag.targeting = .logic(Logic(rule))
            return flag
        }
        var problems: [FlagProblem] = []
        let book = FlagDefinitions(sets: [FlagSet(source: "fuzz", flags: flags)])
        let program = FlagProgram(book, revision: 1, problems: &problems)
        for problem in problems { require(!problem.description.isEmpty) }
        require(program.flags.count == flags.count, "a flag is lost")

        var context = FlagContext()
        context.add(data)
        var evaluator = FlagEvaluator()
        return flags.indices.map { index in
            let first = evaluator.evaluate(index, of: program, for: context, now: 1_700_000_000)
            let second = evaluator.evaluate(index, of: program, for: context, now: 1_700_000_000)
            require(first == second, "\(rules[index].json) of \(data): \(first), then \(second)")
            require(first.variant.map(variants.indices.contains) ?? true, "there is no such variant")
            return first
        }
    }

    private static func expression(_ seed: inout Seed, depth: Int) -> Value {
        guard depth > 0, seed.below(5) > 0 else { return seed.value(depth: 2, words) }
        let name = seed.pick(operators)
        if seed.below(12) == 1 { return .object(Members([(name, expression(&seed, depth: depth - 1))])) }
        let arguments = (0..<seed.below(5)).map { _ in expression(&seed, depth: depth - 1) }
        return seed.below(12) == 1 ? .list(arguments) : .object(Members([(name, .list(arguments))]))
    }

    private static let operators = [
        "var", "missing", "missing_some", "if", "?:", "and", "or", "!", "!!", "==", "===", "!=", "!==", ">", ">=", "<",
        "<=", "+", "-", "*", "/", "%", "max", "min", "map", "filter", "reduce", "all", "none", "some", "merge", "in",
        "cat", "substr", "starts_with", "ends_with", "sem_ver", "fractional", "nobody",
    ]

    private static let words = [
        "", "a", "list", "list.0", "list.1.a", "targetingKey", "current", "accumulator", "accumulator.0", "current.a",
        "$flagd", "$flagd.flagKey", "true", "1", "1.0.0", "1.2.3-a.1+b", "v2", "=", "^", "~", ">=", "-1e3", " 7 ", "ñ😀",
    ]
}
