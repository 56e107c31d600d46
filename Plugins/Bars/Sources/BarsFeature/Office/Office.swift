internal import FeatureKit

/// Everything that the routes work with: what is kept, who is told, and what searches look through.
///
/// What has to hold together is decided inside a transaction of the store; what is told is told after it.
struct Office: Sendable {
    let settings: Bars.Settings
    let hours: Hours
    let store: Store
    let blobs: Blobs
    let clock: FeatureClock
    let log: Log

    let bars: StoredCollection<Bar>
    let bookings: StoredCollection<Booking>
    let sittings: StoredCollection<Sitting>
    let people: StoredCollection<Person>
    let town: StoredCollection<Settled>

    let told: Publisher<BookingTold>
    let occupied: Publisher<Occupancy>

    /// What searches look through; it follows what is committed.
    let guide: Lock<Guide>
    /// Who looks at bars just now.
    let live = Live()
    /// When something is due.
    let alarm = Alarm()

    init(_ settings: Bars.Settings, _ context: FeatureContext) async throws {
        self.settings = settings
        hours = try Hours(settings)
        guide = Lock(Guide(settings, hours))
        (store, blobs, clock, log) = (context.store, context.blobs, context.clock, context.log)
        bars = try store.collection(.bars)
        bookings = try store.collection(.bookings)
        sittings = try store.collection(.sittings)
        people = try store.collection(.people)
        town = try store.collection(.town)
        told = try context.bus.publisher(on: .barsBookings)
        occupied = try context.bus.publisher(on: .barsOccupancy)
    }

    /// Reads what searches look through, and catches up with the time that nobody was here.
    func open() async throws {
        if settings.demo { try await settle() }
        try await readGuide()
    }

    // MARK: - Who asks

    /// Who asks, by the key that the host knows them by.
    func user(_ call: Call) throws(RouteError) -> String {
        guard let key = call.caller.key, key.utf8.count <= Person.mostKeyBytes else { throw .notSignedIn }
        return key
    }

    /// Whether somebody may do what a bar's owner may.
    func runs(_ bar: Bar, _ call: Call) -> Bool {
        call.caller.key == bar.owner || call.caller.roles.contains("staff")
    }
}
