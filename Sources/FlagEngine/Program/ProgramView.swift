/// What is read of a program while an evaluation lasts.
struct ProgramView: BitwiseCopyable, Sendable {
    let slate: SlateView
    let steps: TableView<Step>
    let attributes: TableView<AttributeReference>
    let parts: TableView<NamePart>
    let rows: TableView<FlagRow>
    let rules: TableView<RuleRow>
    let splits: TableView<CompiledSplit>
    let ranges: TableView<CompiledRange>
    let patterns: TableView<Pattern.Handle>
    let names: TableView<NamePart>
    let requirements: TableView<RequirementRow>
    let wanted: TableView<Int32>
}
