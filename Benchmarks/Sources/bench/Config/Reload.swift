import FeatureKit
import FlagEngine
import HostConfig
import HostRuntime
import Measures

/// What a host does with a document before it counts, step by step.
struct Reload {
    private static let origin = Origin(name: "plugins.yaml", folder: "/etc/flagstand")

    /// What the host knows of its features.
    private let survey: Survey
    private let now = Timestamp(nanoseconds: 1_800_000_000_000_000_000)
    /// What counts now.
    private(set) var plan: FlagPlan?
    private var history = FlagHistory()

    init() {
        survey = Survey(
            folders: Dictionary(uniqueKeysWithValues: BigDocument.known.keys.map { ($0, "/features/\($0)") }))
    }

    static func nodes(_ bytes: [UInt8]) -> HostDocument { HostDocument(bytes, origin: origin) }

    static func checked(_ document: HostDocument) throws -> CheckedDocument {
        let checked = document.check(against: BigDocument.known, secrets: .host)
        guard let content = checked.content, checked.diagnostics.list.isEmpty else {
            throw Self.refused(checked.diagnostics)
        }
        return content
    }

    static func flagNodes(_ bytes: [UInt8]) -> FlagDocument { FlagDocument(bytes, origin: origin) }

    static func flags(_ document: FlagDocument) throws -> FlagSet {
        let checked = document.check()
        guard let content = checked.content else { throw Self.refused(checked.diagnostics) }
        return content
    }

    func orders(_ document: CheckedDocument) -> Orders {
        Orders(survey: survey, document: document, named: Set(BigDocument.known.keys), overrides: Overrides())
    }

    func book(_ orders: Orders) -> FlagDefinitions { FlagDefinitions(orders, sources: Self.sets(orders.document)) }

    func program(_ book: FlagDefinitions) -> FlagProgram {
        var problems: [FlagProblem] = []
        return FlagProgram(book, revision: 1, previous: history.allocations, problems: &problems)
    }

    func digest(_ book: FlagDefinitions, _ program: FlagProgram) -> String { program.digest(book, Members()) }

    func plan(_ orders: Orders) throws -> FlagPlan {
        let current = plan?.snapshot ?? .none(since: now)
        let plan = FlagPlan(
            orders, sources: Self.sets(orders.document), previous: current, history: history, now: now)
        guard !plan.hasErrors else { throw Self.refused(Diagnostics(plan.problems, documents: [:])) }
        guard plan.book.sets.last?.flags.count == BigDocument.featureCount,
            plan.snapshot.program.flags.count >= BigDocument.flagCount + BigDocument.featureCount
        else {
            throw BenchError(
                "there are \(plan.snapshot.program.flags.count) flags, which is not what the document says")
        }
        return plan
    }

    /// All of it.
    func all(_ bytes: [UInt8]) throws -> FlagPlan { try plan(orders(Self.checked(Self.nodes(bytes)))) }

    /// Lets a plan count.
    mutating func swap(_ plan: FlagPlan) {
        self.plan = plan
        history = FlagHistory(
            revision: plan.snapshot.program.revision, allocations: plan.snapshot.program.allocations)
    }

    /// Has a plan's document and how its splits divide people on the disk, as a host has before the plan counts.
    func keep(_ plan: FlagPlan, _ bytes: [UInt8], in folder: String) async throws {
        let (store, program) = (JournalStore(folder: folder), plan.snapshot.program)
        let content = RevisionContent(layers: LayerTexts(local: [SourceText(name: "plugins.yaml", bytes: bytes)]))
        var journal = Journal()
        journal.append(store.outline(of: content), at: now, by: nil, because: nil, cause: .start, summary: "")
        journal.history = FlagHistory(revision: program.revision, allocations: program.allocations)
        try await store.commit(journal, content)
    }

    private static func refused(_ diagnostics: Diagnostics) -> BenchError {
        BenchError("the document is refused:\n\(diagnostics.text)")
    }

    private static func sets(_ document: CheckedDocument) -> [FlagSet] {
        document.flags.sources.compactMap { if case .inline(let set) = $0 { set } else { nil } }
    }
}
