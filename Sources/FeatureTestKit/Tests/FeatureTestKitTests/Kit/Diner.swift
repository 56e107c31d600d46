import FeatureKit

/// A small restaurant that uses what the kit offers for what every module does: typed ids, pages, patches, refusals and
/// deadlines.
struct Diner: Feature {
    static var contracts: [Contract] {
        DinerBookings.routes + [
            .keeps(DinerTable.documents), .announces(.diner), .serves(.hold), .serves(.tables), .serves(.rename),
        ]
    }
    static var refusals: [any Refusal.Type] { [DinerRefusal.self] }

    let context: FeatureContext

    init(settings: Nothing, context: FeatureContext) throws { self.context = context }

    func run() async throws {
        let tables = try context.store.collection(DinerTable.documents)
        let clock = context.clock
        let holds = Deadlines<ID<DinerTable>>(on: clock)
        try context.routes.serve(.hold) { request, _ in
            let until = clock.now.advanced(by: .seconds(60))
            let held = try await context.store.transaction { tx in
                let held = try tx.update(tables, request.table) { table in
                    try tx.announce(DinerEvent(id: .random(), table: request.table, what: .held), on: .diner)
                    guard table.heldUntil == nil else { throw DinerRefusal.taken(table: table.name) }
                    table.heldUntil = until
                }
                return held
            }
            holds.set(held.key, at: until)
            return held.document
        }
        try DinerBookings(store: context.store, tables: tables, clock: clock).serve(on: context.routes)
        try context.routes.serve(.tables) { request, _ in
            try await tables.page(request, order: .by("name")) { $0.document }
        }
        try context.routes.serve(.rename) { request, _ in
            try await tables.update(request.table) { $0 = try request.changes.applied(to: $0, only: ["name", "note"]) }
                .document
        }
        for table in try await tables.query().items {
            if let until = table.document.heldUntil { holds.set(table.key, at: until) }
        }
        context.ready()
        for await table in holds {
            try await context.store.transaction { tx in
                try tx.update(tables, table) { $0.heldUntil = nil }
                try tx.announce(DinerEvent(id: .random(), table: table, what: .freed), on: .diner)
            }
        }
    }
}

/// Routes with options: one that does each key once, and one that may not be asked often.
@Routes("diner") struct DinerBookings: RouteGroup {
    let store: Store
    let tables: StoredCollection<DinerTable>
    let clock: FeatureClock

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
