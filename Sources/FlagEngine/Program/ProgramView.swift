/// What is read of a program while an evaluation lasts.
struct ProgramView: BitwiseCopyable, Sendable {
    let slate: SlateView
    let steps: TableView<Step>
    let attributes: TableView<AttributeReference>
    let parts: TableView<NamePart>
    let ranges: TableView<CompiledRange>
}
