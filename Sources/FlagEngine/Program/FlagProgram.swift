package import FeatureKit

/// Every flag, ready to be evaluated; immutable, and replaced as a whole.
package final class FlagProgram: Sendable {
    /// The number of the flags' state; greater than all before.
    package let revision: UInt64
    /// Sorted by key.
    package let flags: [CompiledFlag]
    /// How every split divides people; to be kept, since the next revision starts from it.
    package let allocations: Allocations
    /// Whether time alone may change what a flag holds for somebody.
    package let looksAtClock: Bool
    /// What steps are to people, and splits.
    let notes: [StepNote]
    let splitNames: [String]
    package let definitions: [FlagDefinition]
    private let tables: ProgramTables
    /// The program as evaluations read it; valid only while the program itself is kept.
    let view: ProgramView
    private let table: KeyTable

    /// Compiles definitions.
    ///
    /// - Parameters:
    ///   - previous: How splits divided people before.
    ///   - problems: Gets what is wrong with them. A flag with an error is left out; where one flag's targeting is
    ///     JsonLogic that can't be evaluated it stays, and answers `PARSE_ERROR`.
    package init(
        _ source: FlagDefinitions, revision: UInt64, previous: Allocations = Allocations(),
        problems: inout [FlagProblem]
    ) {
        var builder = ProgramBuilder(previous: previous)
        let drafts = builder.compile(source)
        problems += builder.problems
        self.revision = revision
        allocations = builder.allocations
        looksAtClock = source.looksAtClock
        notes = builder.notes
        splitNames = builder.splitNames
        definitions = drafts.map(\.definition)
        flags = drafts.enumerated().map { CompiledFlag($1, index: $0) }
        let rows = builder.link(drafts)
        tables = ProgramTables(builder, rows: rows)
        view = tables.view
        table = KeyTable(rows.map(\.key), on: builder.slate)
    }

    /// The same program as another revision.
    package init(_ program: FlagProgram, revision: UInt64) {
        self.revision = revision
        flags = program.flags
        allocations = program.allocations
        looksAtClock = program.looksAtClock
        notes = program.notes
        splitNames = program.splitNames
        definitions = program.definitions
        tables = program.tables
        view = program.view
        table = program.table
    }

    /// The index of a flag; nil where there is none.
    package func flag(_ key: String) -> Int? { flag(key.utf8.span) }

    /// The index of the flag with a key of these bytes; nil where there is none.
    package func flag(_ key: borrowing Span<UInt8>) -> Int? {
        unsafe key.withUnsafeBufferPointer { unsafe table.find(TextRun($0), on: view.slate.bytes) }
    }

    /// Whether some caller could be served a variant; where that can't be told, yes.
    package func canServe(_ variant: Int, of flag: Int) -> Bool { flags[flag].reachable.contains(variant) }
}

/// What can be said of a flag without evaluating it.
package struct CompiledFlag: Sendable {
    package let key: String
    package let kind: FlagKind
    package let variants: [FlagDefinition.Variant]
    package let metadata: Members
    /// The source it comes from.
    package let layer: String
    package let place: FlagPlace
    package let sampling: Double
    /// What everybody is answered; nil where that depends on who asks.
    package let constant: Evaluation?
    /// The variants that some caller can be served; see `FlagProgram.canServe`.
    package let reachable: Set<Int>

    init(_ draft: FlagDraft, index: Int) {
        key = draft.definition.key
        kind = draft.definition.kind
        variants = draft.definition.variants
        metadata = draft.definition.metadata
        layer = draft.layer
        place = draft.definition.place
        sampling = draft.definition.sampling
        constant = draft.row.constant?.evaluation(of: index)
        reachable = draft.reachable
    }
}
