internal import FeatureKit

/// Looks at one flag.
struct FlagLinter {
    private let flag: FlagDefinition
    private var implication: Implication
    private(set) var remarks: [FlagProblem] = []

    init(_ flag: FlagDefinition, segments: [String: Condition]) {
        self.flag = flag
        implication = Implication(segments: segments)
    }

    mutating func look(at program: FlagProgram, today: Timestamp) {
        if let expires = flag.expires, expires <= today { add(.expired(expires), flag.place) }
        for code in flag.silenced.sorted() where LintCode(rawValue: code) == nil {
            add(.unknownCode(code), flag.place)
        }
        if case .rules(let rules) = flag.targeting {
            lookAtOrder(of: rules)
            lookAtNames(of: rules)
            lookAtWeights(of: rules)
            lookAtVariants(rules)
        }
        lookAtRequirements(program)
    }

    private mutating func add(_ remark: LintRemark, _ place: FlagPlace) {
        guard !flag.silenced.contains(remark.code.rawValue) else { return }
        remarks.append(FlagProblem(.remark(remark), .warning, flag: flag.key, at: place))
    }

    /// Which rules can't be the first to decide.
    private mutating func lookAtOrder(of rules: [Rule]) {
        // A split leaves those to the next rule who lack what it divides by, so that only who is served is decided.
        var deciding: [(rule: Rule, name: LintRemark.RuleName)] = []
        var always: LintRemark.RuleName?
        for (index, rule) in rules.enumerated() {
            let name = LintRemark.RuleName(name: rule.name, number: index + 1)
            if let always {
                add(.afterAlways(name, always: always), rule.place)
                continue
            }
            guard let condition = rule.condition else {
                if rule.decides { always = name }
                continue
            }
            if implication.never(condition) {
                add(.neverHolds(name), rule.place)
                continue
            }
            let other = deciding.first { earlier in
                earlier.rule.condition.map { implication.implies(condition, $0) } ?? false
            }
            if let other { add(.shadowed(name, by: other.name, other.rule.place), rule.place) }
            guard rule.decides else { continue }
            if implication.always(condition) { always = name }
            if deciding.count < Self.mostCompared { deciding.append((rule, name)) }
        }
    }

    /// How many earlier rules each one is compared with.
    private static let mostCompared = 200

    private mutating func lookAtNames(of rules: [Rule]) {
        var names: Set<String> = []
        for rule in rules {
            if let name = rule.name, !names.insert(name).inserted { add(.sameName(name), rule.place) }
        }
    }

    /// Percentages are of a hundred, since reading puts the rest beside them; weights that come near were meant to be.
    private mutating func lookAtWeights(of rules: [Rule]) {
        for rule in rules {
            guard case .split(let split) = rule.outcome else { continue }
            let sum = split.shares.reduce(UInt128(0)) { $0 + UInt128($1.weight) }
            let hundred = UInt128(100 * Split.one)
            if sum == 0 {
                add(.noWeights, split.place)
            } else if sum != hundred, split.shares.count > 1, (hundred * 9 / 10...hundred * 11 / 10).contains(sum) {
                add(.weightsNearHundred(UInt64(sum)), split.place)
            }
        }
    }

    private mutating func lookAtVariants(_ rules: [Rule]) {
        var used = Set([flag.defaultVariant, flag.offVariant].compactMap { $0 })
        for rule in rules {
            switch rule.outcome {
            case .serve(let variant): used.insert(variant)
            case .split(let split): used.formUnion(split.shares.compactMap(\.variant))
            }
        }
        // The variants of true/false need not be written; those that were not stand where the flag does.
        for variant in flag.variants where !used.contains(variant.name) && variant.place != flag.place {
            add(.unusedVariant(variant.name), variant.place)
        }
    }

    private mutating func lookAtRequirements(_ program: FlagProgram) {
        for requirement in flag.requires {
            guard let index = program.flag(requirement.flag) else { continue }
            let other = program.flags[index]
            let wanted = other.variants.indices.filter {
                other.variants[$0].value == requirement.value || .text(other.variants[$0].name) == requirement.value
            }
            if wanted.allSatisfy({ !other.reachable.contains($0) }) {
                add(.requirementOff(flag: requirement.flag), requirement.place)
            }
        }
    }
}

extension Rule {
    /// Whether it decides for everyone it means.
    fileprivate var decides: Bool { if case .serve = outcome { true } else { false } }
}
