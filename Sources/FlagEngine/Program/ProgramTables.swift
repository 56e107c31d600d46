/// A program's tables.
struct ProgramTables: Sendable {
    private let slateBytes: Table<UInt8>
    private let slateCells: Table<Slate.Cell>
    private let steps: Table<Step>
    private let attributes: Table<AttributeReference>
    private let parts: Table<NamePart>
    private let rows: Table<FlagRow>
    private let rules: Table<RuleRow>
    private let splits: Table<CompiledSplit>
    private let ranges: Table<CompiledRange>
    private let patterns: Table<Pattern.Handle>
    /// What the handles point to.
    private let keptPatterns: [Pattern]
    private let names: Table<NamePart>
    private let requirements: Table<RequirementRow>
    private let wanted: Table<Int32>

    init(_ builder: borrowing ProgramBuilder, rows: [FlagRow]) {
        slateBytes = Table(builder.slate.bytes)
        slateCells = Table(builder.slate.cells)
        steps = Table(builder.steps)
        attributes = Table(builder.attributes)
        parts = Table(builder.parts)
        self.rows = Table(rows)
        rules = Table(builder.rules)
        splits = Table(builder.splits)
        ranges = Table(builder.ranges)
        patterns = Table(builder.patterns.map(\.handle))
        keptPatterns = builder.patterns
        names = Table(builder.names)
        requirements = Table(builder.requirements)
        wanted = Table(builder.wanted)
    }

    var view: ProgramView {
        ProgramView(
            slate: SlateView(bytes: slateBytes.view, cells: slateCells.view), steps: steps.view,
            attributes: attributes.view, parts: parts.view, rows: rows.view, rules: rules.view, splits: splits.view,
            ranges: ranges.view, patterns: patterns.view, names: names.view, requirements: requirements.view,
            wanted: wanted.view)
    }
}
