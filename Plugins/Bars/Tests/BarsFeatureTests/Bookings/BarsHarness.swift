import FeatureKit
import FeatureTestKit
import Seating
import Testing

@testable import BarsFeature

/// Ada's bar, and who books there.
struct BarsHarness {
    let probe: Probe
    let bar: ID<Bar>

    static func open(
        _ settings: Bars.Settings = .init(), seats: Int = 10, tables: [Table] = [],
        store: MemoryStore = MemoryStore(),
        at now: Timestamp = noon, sourceLocation: SourceLocation = #_sourceLocation,
        _ body: (BarsHarness) async throws -> Void
    ) async throws {
        try await withFeature(
            Bars.self, settings: settings, store: store, clock: TestClock(now: now), sourceLocation: sourceLocation,
            prepare: { store, _ in
                var bar = Bar.some
                (bar.capacity, bar.tables) = (tables.isEmpty ? seats : tables.reduce(0) { $0 + $1.seats }, tables)
                for id in ["pepita", "other"] where try await store.collection(Bar.documents).get(id) == nil {
                    try await store.collection(Bar.documents).insert(bar, id: id)
                }
            },
            { probe in try await body(BarsHarness(probe: probe, bar: ID("pepita"))) })
    }

    func book(
        _ people: Int?, as caller: Caller, shift: String = "dinner-1", at bar: String? = nil,
        _ change: (inout BarsService.BookRequest) -> Void = { _ in }
    ) async throws -> Booking.View {
        var request = BarsService.BookRequest(bar: bar.map { ID($0) } ?? self.bar, shift: shift, people: people)
        change(&request)
        return try await probe.call(BarsService.bookRoute, request, as: caller)
    }

    func refused(
        _ people: Int?, as caller: Caller, shift: String = "dinner-1", at bar: String? = nil,
        _ change: (inout BarsService.BookRequest) -> Void = { _ in }
    ) async throws -> RouteError? {
        try await probe.refusal { try await book(people, as: caller, shift: shift, at: bar, change) }
    }

    func get(_ id: ID<Booking>, as caller: Caller) async throws -> Booking.View {
        try await probe.call(BarsService.bookingRoute, .init(booking: id), as: caller)
    }

    func confirm(_ id: ID<Booking>, as caller: Caller) async throws -> Booking.View {
        try await probe.call(BarsService.confirmRoute, .init(booking: id), as: caller)
    }

    func cancel(_ id: ID<Booking>, as caller: Caller, why: String? = nil) async throws -> Booking.View {
        try await probe.call(BarsService.cancelRoute, .init(booking: id, why: why), as: caller)
    }

    func change(
        _ id: ID<Booking>, as caller: Caller, people: Int? = nil, shift: String? = nil, note: String? = nil
    ) async throws -> Booking.View {
        try await probe.call(
            BarsService.bookingChangeRoute, Booking.Change(booking: id, people: people, shift: shift, note: note),
            as: caller)
    }

    func arrived(_ id: ID<Booking>, as caller: Caller = ada) async throws -> Booking.View {
        try await probe.call(BarsService.arrivedRoute, .init(booking: id), as: caller)
    }

    func noShow(_ id: ID<Booking>, as caller: Caller = ada) async throws -> Booking.View {
        try await probe.call(BarsService.noShowRoute, .init(booking: id), as: caller)
    }

    /// What is kept of a shift; nil where nobody booked it yet.
    func shiftDay(_ shift: String = "dinner-1", _ date: String = "2026-11-23") async throws -> ShiftDay? {
        try await probe.store.collection(ShiftDay.documents).get(ShiftDay.id(bar, date, shift))?.document
    }

    func taken(_ shift: String = "dinner-1") async throws -> Int { try await shiftDay(shift)?.taken ?? 0 }

    /// That what is kept adds up: of every shift, and of everybody in it.
    func check(overbooking: Int = 0, _ what: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation)
        async throws
    {
        let (sittings, bookings, bars) = try await probe.store.read { [probe] snapshot in
            (
                try snapshot.query(probe.store.collection(ShiftDay.documents), limit: 1_000).items,
                try snapshot.query(probe.store.collection(Booking.documents), limit: 1_000).items,
                try snapshot.query(probe.store.collection(Bar.documents), limit: 1_000).items
            )
        }
        for shiftDay in sittings {
            let here = bookings.filter { $0.document.shiftDay == shiftDay.key }
            let takes = here.filter { $0.document.state.isAlive && $0.document.state != .waiting }
            let taken = takes.reduce(0) { $0 + $1.document.people }
            #expect(shiftDay.document.taken == taken, what, sourceLocation: sourceLocation)
            #expect(
                shiftDay.document.waiting == here.count { $0.document.state == .waiting }, what,
                sourceLocation: sourceLocation)
            guard let bar = bars.first(where: { $0.key == shiftDay.document.bar })?.document else { continue }
            let plan = SeatingPlan(capacity: bar.capacity, tables: bar.tables, overbooking: overbooking)
            #expect(taken <= plan.limit, what, sourceLocation: sourceLocation)
            if !plan.tables.isEmpty {
                #expect(
                    Set(shiftDay.document.parties.map(\.booking)) == Set(takes.map(\.id)), what,
                    sourceLocation: sourceLocation)
                for party in shiftDay.document.parties where !party.tables.isEmpty {
                    let seats = plan.tables.filter { party.tables.contains($0.id) }.seats
                    #expect(seats >= party.people, what, sourceLocation: sourceLocation)
                }
                let tables = shiftDay.document.parties.flatMap(\.tables)
                #expect(Set(tables).count == tables.count, what, sourceLocation: sourceLocation)
            }
            // What searches and refusals go by is true.
            var updated = shiftDay.document
            updated.updateLargestParty(in: plan)
            #expect(updated.fits == shiftDay.document.fits, what, sourceLocation: sourceLocation)
            // No waiting party would fit.
            for waiter in here where waiter.document.state == .waiting && shiftDay.document.starts > probe.clock.now {
                #expect(
                    !shiftDay.document.seats.hasRoom(for: waiter.document.people, in: plan), what,
                    sourceLocation: sourceLocation)
            }
            let ends = here.filter { [.held, .waiting].contains($0.document.state) }.compactMap(\.document.until).min()
            if let ends {
                #expect(shiftDay.document.ends.map { $0 <= ends } ?? false, what, sourceLocation: sourceLocation)
            }
        }
        let claims = bookings.filter { $0.document.state.isAlive }.compactMap(\.document.claim)
        #expect(Set(claims).count == claims.count, what, sourceLocation: sourceLocation)
    }
}
