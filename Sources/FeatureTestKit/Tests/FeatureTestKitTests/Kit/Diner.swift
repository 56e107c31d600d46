import FeatureKit

/// A small restaurant that uses what the kit offers for what every module does: typed ids, pages, patches, refusals,
/// deadlines, and streams of what holds now.
struct Diner: Reconfigurable, ChecksSettings {
    @Record struct Settings: Equatable {
        /// How long a table is held.
        @Live @In(.seconds(1) ... .seconds(600)) var hold: Duration = .seconds(60)
        /// Names that no table gets.
        @Count(0...20) var reserved: [String] = []
    }

    static var contracts: [Contract] {
        DinerBookings.routes + [
            .keeps(DinerTable.documents), .announces(.diner), .serves(.hold), .serves(.tables), .serves(.rename),
        ]
    }
    static var refusals: [any Refusal.Type] { [DinerRefusal.self] }

    let context: FeatureContext
    private let settings: Lock<Settings>

    init(settings: Settings, context: FeatureContext) throws {
        self.context = context
        self.settings = Lock(settings)
    }

    static func problems(in settings: Settings) -> [SettingsProblem] {
        let doubled = settings.reserved.enumerated().filter { settings.reserved.prefix($0.offset).contains($0.element) }
        return doubled.map { SettingsProblem("reserved", $0.offset, "\"\($0.element)\" stands there twice") }
    }

    func reconfigure(_ settings: Settings) async throws -> Reconfiguration {
        self.settings.withLock { $0 = settings }
        return .applied
    }

    func run() async throws {
        let now = LiveState<ID<DinerTable>, DinerTable>(on: context.clock)
        let tables = try context.store.collection(DinerTable.documents)
        let clock = context.clock
        let holds = Deadlines<ID<DinerTable>>(on: clock)
        try context.routes.serve(.hold) { request, _ in
            let until = clock.now.advanced(by: settings.withLock { $0.hold })
            let held = try await context.store.transaction { tx in
                let held = try tx.update(tables, request.table) { table in
                    try tx.announce(DinerEvent(id: .random(), table: request.table, what: .held), on: .diner)
                    guard table.heldUntil == nil else { throw DinerRefusal.taken(table: table.name) }
                    table.heldUntil = until
                }
                return held
            }
            holds.set(held.key, at: until)
            now.set(held.document, for: held.key, version: held.version)
            return held.document
        }
        try DinerBookings(store: context.store, tables: tables, clock: clock, now: now).serve(on: context.routes)
        try context.routes.serve(.tables) { request, _ in
            try await tables.page(request, order: .by("name")) { $0.document }
        }
        try context.routes.serve(.rename) { request, _ in
            try await tables.update(request.table) { $0 = try request.changes.applied(to: $0, only: ["name", "note"]) }
                .document
        }
        for table in try await tables.query().items {
            now.set(table.document, for: table.key, version: table.version)
            if let until = table.document.heldUntil { holds.set(table.key, at: until) }
        }
        context.ready()
        for await table in holds {
            let freed = try await context.store.transaction { tx in
                try tx.announce(DinerEvent(id: .random(), table: table, what: .freed), on: .diner)
                return try tx.update(tables, table) { $0.heldUntil = nil }
            }
            now.set(freed.document, for: freed.key, version: freed.version)
        }
    }
}

/// Routes with options: one that does each key once, and one that may not be asked often.
@Routes("diner") struct DinerBookings: RouteGroup {
    let store: Store
    let tables: StoredCollection<DinerTable>
    let clock: FeatureClock
    let now: LiveState<ID<DinerTable>, DinerTable>

    /// Shows a table as it is now, and whenever that changes.
    @Stream("/{table}/now", .everyone)
    func follow(_ request: HoldTable, _ out: ReplyStream<DinerTable>) async throws {
        for await table in try now.values(of: request.table) { try await out.send(table) }
    }

    /// Books a table.
    @Post("/", .user)
    func book(_ request: BookTable, _ call: Call, _ once: Once<HoldTable>) async throws -> Once<HoldTable>.Answer {
        let user = try call.user()
        if request.people == 7 { try await clock.sleep(for: .seconds(5)) }
        return try await once.finish { tx in
            guard request.people < 9 else { throw DinerRefusal.tooMany }
            let table = try tx.insert(tables, DinerTable(name: request.name, note: user))
            try tx.announce(DinerEvent(id: .random(), table: table.key, what: .booked), on: .diner)
            return HoldTable(table: table.key)
        }
    }

    /// Guesses whose diner it is.
    @Post("/guess", .everyone, limit: .per(.caller, 3, in: .minutes(15)))
    func guess(_ call: Call) throws -> Done {
        guard call.owns("ada", orHas: "staff") else { throw DinerRefusal.taken(table: "It") }
        return Done()
    }
}

@Record @Collection("tables", .on(\.name)) struct DinerTable: Equatable {
    /// What guests call it.
    @Text(1...40) var name: String
    /// A note.
    var note: String?
    /// Until when it is held.
    var heldUntil: Timestamp?
}

@Record struct HoldTable: Equatable {
    /// Which table.
    var table: ID<DinerTable>
}

@Record struct RenameTable: Equatable {
    /// Which table.
    var table: ID<DinerTable>
    /// What to change.
    var changes: Patch<DinerTable>
}

@Record struct DinerEvent: Announcement, Equatable {
    enum What: String, CaseIterable, Shaped { case held, freed, booked }
    /// The event's id.
    let id: ID<DinerEvent>
    /// Which table.
    let table: ID<DinerTable>
    /// What happened to it.
    let what: What
}

extension Topic where Payload == DinerEvent {
    static var diner: Self { .init("diner.events") }
}

@Refusals enum DinerRefusal: Equatable {
    @Refuses(409, "{table} is taken.") case taken(table: String)
    @Refuses(409, "No table is that large.") case tooMany
}

@Record struct BookTable: IdempotentRequest, Equatable {
    /// What the table is called.
    @Text(1...40) var name: String
    /// How many come.
    @In(1...20) var people: Int
    /// What the caller calls this request.
    @Text(1...255) var idempotencyKey: String?
}

extension Route where Request == HoldTable, Reply == DinerTable {
    static var hold: Self { .init("diner.hold", .post, "/{table}/hold", access: .everyone) }
}
extension Route where Request == PageRequest, Reply == Page<DinerTable> {
    static var tables: Self { .init("diner.tables", .get, "/", access: .everyone) }
}
extension Route where Request == RenameTable, Reply == DinerTable {
    static var rename: Self { .init("diner.rename", .patch, "/{table}", access: .everyone) }
}
extension Route where Request == BookTable, Reply == HoldTable {
    static var book: Self { DinerBookings.bookRoute }
}
extension Route where Request == Nothing, Reply == Done {
    static var guess: Self { DinerBookings.guessRoute }
}
extension Route where Request == HoldTable, Reply == DinerTable {
    static var follow: Self { DinerBookings.followRoute }
}
