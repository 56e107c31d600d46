import FeatureKit
import FeatureTestKit
import Testing

@testable import BarsFeature

struct TownTests {
    private static func settings(_ change: (inout Bars.Settings) -> Void = { _ in }) -> Bars.Settings {
        var settings = Bars.Settings()
        settings.demo = true
        change(&settings)
        return settings
    }

    /// A Sunday at noon: nobody is closed today, and some are tomorrow.
    private func with(
        _ settings: Bars.Settings = settings(), at now: String = Village.now, store: MemoryStore = MemoryStore(),
        _ body: (Probe) async throws -> Void
    ) async throws {
        try await withFeature(Bars.self, settings: settings, store: store, clock: try Village.clock(at: now), body)
    }

    @Test func whatIsWrittenDownIsRight() throws {
        let settings = Bars.Settings()
        let hours = try Hours(settings)
        let places = Town.places(settings, made: Timestamp(nanoseconds: 0))
        #expect(places.count == Town.plots.count && places.count >= 24)
        #expect(Set(places.map(\.id)).count == places.count && Set(places.map(\.bar.name)).count == places.count)
        #expect(Set(places.map(\.bar.type)) == Set(settings.types))
        for place in places {
            #expect(place.bar.problems(in: .init(), settings: settings, hours: hours) == [], "\(place.id)")
            #expect(Bar.shape.problems(in: try Value(encoding: place.bar)).isEmpty, "\(place.id)")
            #expect(place.bar.tables.allSatisfy { $0.joins.count <= 8 })
            // All around Montmeló.
            #expect(place.bar.location.distance(to: GeoPoint(lat: 41.57, lon: 2.26)) < 8_000, "\(place.id)")
        }
        #expect(places.count { !$0.bar.tables.isEmpty } >= 5)
        #expect(places.count { !$0.bar.opening.days.isEmpty } >= 5)
        // Nobody of them has to be in two places.
        #expect(places.flatMap(\.lunch).count <= Town.people.count)
        #expect(places.flatMap(\.dinner).count <= Town.people.count)
        #expect(Set(Town.people).count == Town.people.count)
    }

    @Test func anEmptyStoreIsFilled() async throws {
        try await with { probe in
            let village = try Village(probe.store)
            #expect(try await village.bars.count() == Town.plots.count)
            let here = try await probe.call(.barsSearch, Search(lat: 41.57, lon: 2.26, within: 800))
            #expect(here.items.first?.id == "cafe-del-paddock" && here.items.count >= 4)
            let cafes = try await probe.call(.barsSearch, Search(name: "cafe", people: 4, shift: ["dinner-1"]))
            #expect(Set(cafes.items.map(\.id)) == ["cafe-del-paddock", "cafe-dels-arcs", "cafe-nuria"])

            let owner = Caller(key: "town:ignasi", origin: .http)
            for date in ["2026-11-22", "2026-11-23"] {
                let day = try await probe.call(.barsDay, AskDay(bar: "sardina-felic", date: date), as: owner)
                let dinner = day.shifts[2]
                #expect(dinner.taken == 12 && dinner.bookings.map(\.people) == [4, 4, 4])
                #expect(dinner.waiting.map(\.people) == [3])
            }
            // Closed on Mondays, and open on Sundays.
            let ramon = Caller(key: "town:ramon", origin: .http)
            let sunday = try await probe.call(.barsDay, AskDay(bar: "brasa-i-vi"), as: ramon)
            #expect(sunday.shifts[2].bookings.map(\.people).sorted() == [4, 5, 6])
            #expect(sunday.shifts[2].bookings.allSatisfy { !$0.tables.isEmpty })
            let monday = try await probe.call(.barsDay, AskDay(bar: "brasa-i-vi", date: "2026-11-23"), as: ramon)
            #expect(monday.shifts.allSatisfy { $0.bookings.isEmpty && !$0.isOpen })
            await probe.expectNone(.barsBookings)
        }
    }

    @Test func itIsFilledOnceAndNeverAgain() async throws {
        let store = MemoryStore()
        try await with(store: store) { probe in
            let village = try Village(probe.store)
            let bookings = try await village.bookings.count()
            #expect(bookings > 80)
            try await probe.restart(Bars.self, Self.settings())
            #expect(try await village.bookings.count() == bookings)
            for bar in try await village.bars.query().items { try await village.bars.delete(bar.id) }
            try await probe.restart(Bars.self, Self.settings())
            #expect(try await village.bars.count() == 0)
        }
    }

    @Test func whoHasABarKeepsIt() async throws {
        try await withFeature(
            Bars.self, settings: Self.settings(), clock: try Village.clock(),
            prepare: { store, _ in try await Village(store).bar("mine") }
        ) { probe in
            let village = try Village(probe.store)
            #expect(try await village.bars.count() == 1)
            #expect(try await village.bookings.count() == 0)
        }
        try await withFeature(Bars.self, settings: .init(), clock: try Village.clock()) { probe in
            let village = try Village(probe.store)
            #expect(try await village.bars.count() == 0)
        }
    }

    @Test func whatSettingsForbidIsLeftOut() async throws {
        let settings = Self.settings {
            $0.types = ["fish", "vegan"]
            $0.shifts = [Shift(id: "only", starts: "20:00")]
            $0.mostPeople = 3
            $0.zone = "Pacific/Kiritimati"
        }
        try await with(settings) { probe in
            let village = try Village(probe.store)
            #expect(try await village.bars.count() == Town.plots.count { $0.type == "fish" })
            let bookings = try await village.bookings.query(limit: 1_000).items.map(\.document)
            #expect(!bookings.isEmpty && bookings.allSatisfy { $0.people <= 3 && $0.shift == "only" })
        }
    }
}
