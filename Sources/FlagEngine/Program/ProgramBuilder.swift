internal import FeatureKit

/// What a program is put together in.
///
/// Compilers give steps as values; their children have been added before, side by side.
struct ProgramBuilder {
    var slate = Slate()
    var steps: [Step] = []
    var attributes: [AttributeReference] = []
    var parts: [NamePart] = []
    var notes: [StepNote] = []
    /// What `matches` looks for; the program keeps them, and a step's `aux` is an index of them.
    var patterns: [Pattern] = []
    var problems: [FlagProblem] = []
    var rules: [RuleRow] = []
    var splits: [CompiledSplit] = []
    var ranges: [CompiledRange] = []
    /// By split: its name among the allocations.
    var splitNames: [String] = []
    /// Variants' names.
    var names: [NamePart] = []
    var requirements: [RequirementRow] = []
    /// The variants that will do for them.
    var wanted: [Int32] = []
    /// How splits divided people before, and how they do now.
    let previous: Allocations
    var allocations = Allocations()
    /// The flag that is compiled right now; nil for segments.
    var flag: FlagDefinition?
    private var texts: [String: Operand] = [:]
    private var references: [ReferenceKey: Int32] = [:]

    private struct ReferenceKey: Hashable {
        let kind: AttributeReference.Kind
        let name: String
    }

    init(previous: Allocations = Allocations()) { self.previous = previous }

    /// Says that something is wrong with what is compiled right now.
    mutating func report(_ kind: FlagProblem.Kind, _ severity: FlagProblem.Severity = .error, at place: FlagPlace?) {
        problems.append(FlagProblem(kind, severity, flag: flag?.key, at: place))
    }

    /// Adds steps side by side.
    mutating func add(_ children: [Step]) -> StepRange {
        let range = StepRange(first: UInt32(steps.count), count: UInt32(children.count))
        steps += children
        return range
    }

    /// Adds what is told about a step.
    mutating func add(_ note: StepNote) -> Int32 {
        notes.append(note)
        return Int32(notes.count - 1)
    }

    /// A text on the program's slate; the same one again for the same text.
    mutating func text(_ text: String) -> Operand {
        if let known = texts[text] { return known }
        let operand = slate.add(text, in: .program)
        texts[text] = operand
        return operand
    }

    /// A value on the program's slate.
    mutating func constant(_ value: Value) -> Operand {
        if case .text(let text) = value { return self.text(text) }
        return slate.add(value, in: .program)
    }

    /// A reference to an attribute as `when` names it: by its name or its path, `$now`, `$flag`.
    mutating func attribute(_ name: String) -> Int32 {
        switch name {
        case "$now": reference(name, kind: .now)
        case "$flag": reference(name, kind: .flag)
        default: reference(name, kind: name.utf8.contains(UInt8(ascii: ".")) ? .nameOrPath : .name)
        }
    }

    /// A reference to an attribute as JsonLogic names it: by its path.
    mutating func variable(_ path: String) -> Int32 { reference(path, kind: .path) }

    private mutating func reference(_ name: String, kind: AttributeReference.Kind) -> Int32 {
        let key = ReferenceKey(kind: kind, name: name)
        if let known = references[key] { return known }
        var reference = AttributeReference(kind: kind, name: part(name))
        if kind == .nameOrPath || kind == .path {
            reference.firstPart = UInt32(parts.count)
            let names = name.split(separator: ".", omittingEmptySubsequences: false)
            reference.partCount = UInt32(names.count)
            // The texts come first, since `part` adds none of its own.
            parts += names.map { part(String($0)) }
        }
        attributes.append(reference)
        references[key] = Int32(attributes.count - 1)
        return Int32(attributes.count - 1)
    }

    /// A name on the program's slate.
    mutating func part(_ name: String) -> NamePart {
        let text = text(name)
        let digits = !name.isEmpty && name.utf8.allSatisfy { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
        return NamePart(
            start: UInt32(text.start), count: UInt32(text.count), mark: NameMark.of(name),
            index: digits ? Int32(name) ?? -1 : -1)
    }
}
