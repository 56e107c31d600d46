import FeatureKit
import FeatureTestKit
import Seating
import Testing

@testable import BarsFeature

/// A bar's day, as its owner sees it.
@Suite(.timeLimit(.minutes(2))) struct DayTests {
    @Test func cancelledBookingsHideNoOthers() async throws {
        let store = MemoryStore()
        try await BarsHarness.open(store: store) { _ in }
        try await withFeature(
            Bars.self, settings: .init(), store: store, clock: TestClock(now: noon),
            prepare: { store, _ in
                let starts = noon.advanced(by: .hours(33))
                let cancelled = Booking(
                    bar: ID("pepita"), barName: "La Pepita", user: bob.key, state: .cancelled, people: 2,
                    date: "2026-11-23", shift: "dinner-1", starts: starts, ends: starts.advanced(by: .minutes(75)),
                    made: noon, shiftDay: ID("pepita/2026-11-23/dinner-1"))
                try await store.transaction { tx in
                    let bookings = try store.collection(Booking.documents)
                    for _ in 0..<1_000 { try tx.insert(bookings, cancelled) }
                }
            }
        ) { probe in
            let bars = BarsHarness(probe: probe, bar: ID("pepita"))
            let booked = try await bars.book(4, as: carla)
            let day = try await probe.call(
                BarsService.dayRoute, .init(bar: bars.bar, date: "2026-11-23"), as: ada)
            #expect(day.shifts.flatMap(\.bookings).map(\.id) == [booked.id] && day.left == 0)
        }
    }

    @Test func whatIsInTheWayOfAChangeHasItsTables() async throws {
        try await BarsHarness.open(tables: [Table(id: "a", seats: 4), Table(id: "b", seats: 4)]) { bars in
            _ = try await bars.book(4, as: bob)
            await bars.probe.advance(.seconds(1))
            _ = try await bars.book(4, as: carla)
            let change = Bar.Change(bar: bars.bar, tables: [Table(id: "a", seats: 4)])
            let refusal = try await bars.probe.refusal {
                _ = try await bars.probe.call(BarsService.changeRoute, change, as: ada)
            }
            guard case .list(let shown)? = refusal?.data?["bookings"] else {
                Issue.record("no bookings are in the way")
                return
            }
            #expect(shown.map { $0["tables"] } == [["b"]])
        }
    }
}
