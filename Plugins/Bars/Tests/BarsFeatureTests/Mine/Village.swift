import FeatureKit
import FeatureTestKit
import Testing

@testable import BarsFeature

/// Some bars and bookings as they are kept, for what only looks at them.
struct Village {
    /// Noon in Madrid.
    static let now = "2026-11-22T11:00:00Z"

    static func clock(at text: String = now) throws -> TestClock { TestClock(now: try #require(Timestamp(text))) }

    let store: Store
    let bars: StoredCollection<Bar>
    let bookings: StoredCollection<Booking>
    let sittings: StoredCollection<Sitting>

    init(_ store: Store) throws {
        self.store = store
        bars = try store.collection(.bars)
        bookings = try store.collection(.bookings)
        sittings = try store.collection(.sittings)
    }

    func bar(_ id: String, owner: String = "a:pepa", made: Int = 0, zone: String? = nil) async throws {
        let bar = Bar(
            name: "Bar \(id)", capacity: 40, type: "meat", location: GeoPoint(lat: 41.55, lon: 2.24), owner: owner,
            zone: zone, made: Timestamp(second: made))
        try await bars.insert(bar, id: id)
    }

    func booking(
        _ id: String, at bar: String, on date: String, _ state: Booking.State = .confirmed, shift: String = "dinner-1",
        user: String = "a:ada", people: Int64 = 2, place: Int64? = nil, until: String? = nil
    ) async throws {
        let start = try start(of: shift, on: date)
        let booking = Booking(
            bar: bar, barName: "Bar \(bar)", user: user, state: state, people: people, date: date, shift: shift,
            starts: start, ends: start.advanced(by: .seconds(4_500)), until: until.flatMap { Timestamp($0) },
            place: place,
            made: Timestamp(second: 0), sitting: Sitting.id(bar, date, shift))
        try await bookings.insert(booking, id: id)
    }

    /// By Madrid's clock.
    private func start(of id: String, on date: String) throws -> Timestamp {
        let hours = try Hours(Bars.Settings())
        let shift = hours.shift(id) ?? Shift(id: id, starts: "18:00")
        return hours.zone.moment(try #require(Day(date)), secondOfDay: try #require(shift.secondOfDay))
    }

    func sitting(at bar: String, on date: String, _ shift: String, _ members: Members) async throws {
        var members = members
        let start = try start(of: shift, on: date)
        (members["bar"], members["date"], members["shift"]) = (.text(bar), .text(date), .text(shift))
        members["starts"] = .text(start.description)
        let sitting = try Sitting.shape.completed(.object(members)).decoded(as: Sitting.self)
        try await sittings.insert(sitting, id: Sitting.id(bar, date, shift))
    }
}
