import FeatureKit
import FlagEngine
import Measures

/// What is evaluated, and for whom: the same as in `peers.py`.
enum Flags {
    /// On for everybody; on for those of two countries and a domain; half and half.
    static let names = ["flag-a", "flag-b", "flag-c"]

    static func program() throws -> FlagProgram {
        let book = FlagDefinitions(sets: [FlagSet(source: "bench", flags: [plain, targeted, divided])])
        var problems: [FlagProblem] = []
        let program = FlagProgram(book, revision: 1, problems: &problems)
        if let problem = problems.first { throw BenchError("\(problem)") }
        return program
    }

    /// Six attributes and a key each; half of the e-mails match, and half of the countries.
    static func users(_ count: Int) -> [FlagContext] {
        let countries = ["ES", "FR", "IT", "DE", "US", "BR"]
        return (0..<count).map { index in
            let digits = String(String(index + 100_000).dropFirst())
            var context = FlagContext()
            context.add([
                "targetingKey": .text("user-\(digits)"),
                "email": .text("user\(index)@" + (index.isMultiple(of: 2) ? "example.com" : "other.org")),
                "country": .text(countries[index / 2 % countries.count]),
                "plan": index.isMultiple(of: 3) ? "pro" : "free", "age": .integer(Int64(18 + index % 60)),
                "version": .text("1.\(index % 20).0"), "beta": .boolean(index.isMultiple(of: 5)),
            ])
            return context
        }
    }

    /// For how many of so many users `flag-b` is on, counted without the engine.
    static func targetedUsers(of count: Int) -> Int { (0..<count).count { $0.isMultiple(of: 2) && $0 / 2 % 6 < 3 } }

    private static let place = FlagPlace(file: "bench", line: 1, column: 1)

    private static func flag(_ key: String, default name: String, _ rules: [Rule]) -> FlagDefinition {
        let variants = [("on", Value.boolean(true)), ("off", false)].map {
            FlagDefinition.Variant(name: $0.0, value: $0.1, place: place)
        }
        var flag = FlagDefinition(key: key, place: place, kind: .boolean, variants: variants, defaultVariant: name)
        if !rules.isEmpty { flag.targeting = .rules(rules) }
        return flag
    }

    private static let plain = flag("flag-a", default: "on", [])

    private static let targeted = flag(
        "flag-b", default: "off",
        [
            Rule(
                name: nil,
                condition: .all(
                    [
                        clause("email", .endsWith, "@example.com"),
                        clause("country", .in, ["ES", "FR", "IT"]),
                    ], place),
                outcome: .serve(variant: "on"), place: place)
        ])

    private static let divided = flag(
        "flag-c", default: "off",
        [
            Rule(
                name: nil, condition: nil,
                outcome: .split(
                    Split(
                        attribute: Split.usualAttribute, seed: "flag-c",
                        shares: ["on", "off"].map { Split.Share(variant: $0, weight: 50 * Split.one) }, place: place)),
                place: place)
        ])

    private static func clause(_ attribute: String, _ test: ClauseTest, _ operand: Value) -> Condition {
        .clause(Clause(attribute: attribute, test: test, operand: operand, place: place))
    }
}
