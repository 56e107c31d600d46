import TestSupport

/// A host's document of the size that the bars speak of, the same one for the same seed.
///
/// Its flags are of every kind that people write: rules with conditions, splits and rollouts, variants of all types,
/// what is said for people, and some in flagd's form; its features have settings that their Shapes know.
struct BigDocument {
    static let flagCount = 5_000
    static let featureCount = 100

    /// What it has to come near to: lines, bytes, nodes.
    static let lines = 60_000
    static let bytes = 2_000_000
    static let nodes = 241_000
    /// How far it may be from that.
    static let tolerance = 0.05

    var random: SeededGenerator
    private(set) var sections: [String] = []
    private(set) var flags: [String] = []

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        sections = (0..<Self.featureCount).map { section($0) }
        flags = (0..<Self.flagCount).map { flag($0) }
    }

    /// All of it, as `plugins.yaml` has it.
    var text: String {
        "# Seeded; see Benchmarks/config.\nfeatures:\n\(sections.joined())log: info\n\(Self.head)\(flags.joined())"
    }

    /// Its flags alone, as a source of flags has them.
    var flagText: String { Self.head + flags.joined() }

    /// The whole with one flag's rollout written otherwise.
    func changingOneFlag(to percentage: Int) -> String {
        text + """
              changed.flag:
                default: off
                when: {plan: pro}
                rollout: \(percentage)%
                serve: on

            """
    }

    private static let head = """
        metadata: {project: circuit, stage: production}
        segments:
          staff: {email: {ends_with: "@circuit.example"}}
          beta: {plan: [pro, team], app.version: {semver_gte: 2.4.0}}
          europe: {country: [ES, FR, PT, IT, DE, NL, BE, AT]}
          nobody: {and: [{country: ES}, {country: {not: ES}}]}
        $evaluators:
          isStaff: {ends_with: [{var: email}, "@circuit.example"]}
          isPro: {in: [{var: plan}, [pro, team, enterprise]]}
        flags:

        """

    // MARK: - Chances

    mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

    mutating func chance(_ percent: Int) -> Bool { number(1...100) <= percent }

    mutating func one(of words: [String]) -> String { words[number(0...words.count - 1)] }

    /// Some of the words, each once, in their order.
    mutating func some(_ count: ClosedRange<Int>, of words: [String]) -> String {
        words.shuffled(using: &random).prefix(number(count)).joined(separator: ", ")
    }
}
