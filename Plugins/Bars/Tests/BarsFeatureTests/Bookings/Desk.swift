import FeatureKit
import FeatureTestKit
import Testing

@testable import BarsFeature

let carla = Caller.user("accounts:carla")
let dani = Caller.user("accounts:dani")

/// Noon in Madrid, on a Sunday: tomorrow is Monday the 23rd.
let noon = Timestamp(nanoseconds: 1_795_345_200_000_000_000)

/// Ada's bar, and who books there.
struct Desk {
    let probe: Probe
    let bar: String

    static func open(
        _ settings: Bars.Settings = .init(), seats: Int64 = 10, tables: [Table] = [],
        store: MemoryStore = MemoryStore(),
        at now: Timestamp = noon, sourceLocation: SourceLocation = #_sourceLocation, _ body: (Desk) async throws -> Void
    ) async throws {
        try await withFeature(
            Bars.self, settings: settings, store: store, clock: TestClock(now: now), sourceLocation: sourceLocation,
            prepare: { store, _ in
                var bar = Bar.some
                (bar.capacity, bar.tables) = (tables.isEmpty ? seats : tables.reduce(0) { $0 + $1.seats }, tables)
                for id in ["pepita", "other"] where try await store.collection(.bars).get(id) == nil {
                    try await store.collection(.bars).insert(bar, id: id)
                }
            },
            { probe in try await body(Desk(probe: probe, bar: "pepita")) })
    }

    func book(
        _ people: Int64?, as caller: Caller, shift: String = "dinner-1", at bar: String? = nil,
        _ change: (inout Book) -> Void = { _ in }
    ) async throws -> BookingShown {
        var request = Book(bar: bar ?? self.bar, shift: shift, people: people)
        change(&request)
        return try await probe.call(.barsBook, request, as: caller)
    }

    func refused(
        _ people: Int64?, as caller: Caller, shift: String = "dinner-1", at bar: String? = nil,
        _ change: (inout Book) -> Void = { _ in }
    ) async throws -> RouteError? {
        try await probe.refusal { try await book(people, as: caller, shift: shift, at: bar, change) }
    }

    func get(_ id: String, as caller: Caller) async throws -> BookingShown {
        try await probe.call(.barsBooking, NamedBooking(booking: id), as: caller)
    }

    func confirm(_ id: String, as caller: Caller) async throws -> BookingShown {
        try await probe.call(.barsConfirm, NamedBooking(booking: id), as: caller)
    }

    func cancel(_ id: String, as caller: Caller, why: String? = nil) async throws -> BookingShown {
        try await probe.call(.barsCancel, CancelBooking(booking: id, why: why), as: caller)
    }

    func change(
        _ id: String, as caller: Caller, people: Int64? = nil, shift: String? = nil, note: String? = nil
    ) async throws -> BookingShown {
        try await probe.call(
            .barsBookingChange, ChangeBooking(booking: id, people: people, shift: shift, note: note), as: caller)
    }

    func arrived(_ id: String, as caller: Caller = ada) async throws -> BookingShown {
        try await probe.call(.barsArrived, NamedBooking(booking: id), as: caller)
    }

    func noShow(_ id: String, as caller: Caller = ada) async throws -> BookingShown {
        try await probe.call(.barsNoShow, NamedBooking(booking: id), as: caller)
    }

    /// What is kept of a shift; nil where nobody booked it yet.
    func sitting(_ shift: String = "dinner-1", _ date: String = "2026-11-23") async throws -> Sitting? {
        try await probe.store.collection(.sittings).get(Sitting.id(bar, date, shift))?.document
    }

    func taken(_ shift: String = "dinner-1") async throws -> Int64 { try await sitting(shift)?.taken ?? 0 }

    /// That what is kept adds up: of every shift, and of everybody in it.
    func check(overbooking: Int64 = 0, _ what: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation)
        async throws
    {
        let (sittings, bookings, bars) = try await probe.store.read { [probe] snapshot in
            (
                try snapshot.query(probe.store.collection(.sittings), limit: 1_000).items,
                try snapshot.query(probe.store.collection(.bookings), limit: 1_000).items,
                try snapshot.query(probe.store.collection(.bars), limit: 1_000).items
            )
        }
        for sitting in sittings {
            let here = bookings.filter { $0.document.sitting == sitting.id }
            let takes = here.filter { $0.document.state.isAlive && $0.document.state != .waiting }
            let taken = takes.reduce(0) { $0 + $1.document.people }
            #expect(sitting.document.taken == taken, what, sourceLocation: sourceLocation)
            #expect(
                sitting.document.waiting == here.count { $0.document.state == .waiting }, what,
                sourceLocation: sourceLocation)
            guard let bar = bars.first(where: { $0.id == sitting.document.bar })?.document else { continue }
            let space = Space(bar, overbooking: overbooking)
            #expect(taken <= space.limit, what, sourceLocation: sourceLocation)
            if !space.tables.isEmpty {
                #expect(
                    Set(sitting.document.parties.map(\.booking)) == Set(takes.map(\.id)), what,
                    sourceLocation: sourceLocation)
                let seated = sitting.document.parties.filter { !$0.tables.isEmpty }
                SeatingTests.check(seated.map(\.tables), seated.map(\.people), space.tables, what?.rawValue ?? "")
            }
            // Whoever waits would not fit.
            for waiter in here where waiter.document.state == .waiting && sitting.document.starts > probe.clock.now {
                #expect(
                    !sitting.document.hasRoom(for: waiter.document.people, in: space), what,
                    sourceLocation: sourceLocation)
            }
            let ends = here.filter { [.held, .waiting].contains($0.document.state) }.compactMap(\.document.until).min()
            if let ends {
                #expect(sitting.document.ends.map { $0 <= ends } ?? false, what, sourceLocation: sourceLocation)
            }
        }
        let claims = bookings.filter { $0.document.state.isAlive }.compactMap(\.document.claim)
        #expect(Set(claims).count == claims.count, what, sourceLocation: sourceLocation)
    }
}
