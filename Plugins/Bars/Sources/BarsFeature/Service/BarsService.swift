internal import FeatureKit

/// What all groups of routes share: collections, the search index, live occupancy, deadlines.
///
/// What has to hold together is decided inside one transaction; the index and the occupancy follow once it is committed.
struct BarsService: Sendable {
    /// How many documents are read at once where there may be any number of them.
    static let batch = 500

    let current: Lock<Bars.Settings>
    let schedule: Schedule
    let store: Store
    let clock: FeatureClock
    let flags: Flags
    let log: Log

    let bars: StoredCollection<Bar>
    let bookings: StoredCollection<Booking>
    let shiftDays: StoredCollection<ShiftDay>
    let guests: StoredCollection<Guest>
    let demoSeeded: StoredValue<DemoSeeded>

    let index: Lock<BarIndex>
    let occupancy: OccupancyFeed
    let deadlines: Deadlines<Timekeeper.Due>

    init(_ settings: Bars.Settings, _ context: FeatureContext) throws {
        current = Lock(settings)
        schedule = try Schedule(settings)
        index = Lock(BarIndex(settings, schedule))
        (store, clock, flags, log) = (context.store, context.clock, context.flags, context.log)
        bars = try store.collection(Bar.documents)
        bookings = try store.collection(Booking.documents)
        shiftDays = try store.collection(ShiftDay.documents)
        guests = try store.collection(Guest.documents)
        demoSeeded = try store.value(DemoSeeded.documents)
        occupancy = OccupancyFeed(try context.bus.publisher(on: .barsOccupancy))
        deadlines = Deadlines(on: context.clock)
    }

    /// The settings as they are now.
    var settings: Bars.Settings { current.withLock { $0 } }

    /// The key of the user who asks.
    func user(_ call: Call) throws -> String {
        let key = try call.user()
        guard key.utf8.count <= Guest.mostKeyBytes else { throw BarRefusal.keyTooLong }
        return key
    }

    /// Whether the caller may do what a bar's owner may.
    func runs(_ bar: Bar?, _ call: Call) -> Bool { bar.map { call.owns($0.owner, orHas: "staff") } ?? false }

    /// The seats and tables that a bar sells in a shift.
    func plan(of bar: Bar) -> SeatingPlan { SeatingPlan(bar, overbooking: settings.overbooking) }

    /// Does something with bookings in one transaction; what depends on it follows the commit.
    func transact<Result: Sendable>(
        _ body: @escaping @Sendable (BookingTransaction) throws -> Result
    ) async throws -> Result {
        let (result, effects) = try await store.transaction { [self] tx in
            let transaction = BookingTransaction(self, tx, now: clock.now)
            let result = try body(transaction)
            return (result, try transaction.finish())
        }
        apply(effects)
        return result
    }

    /// Brings the index, the live occupancy and the deadlines up to date with what was committed.
    func apply(_ effects: BookingTransaction.Effects) {
        for (shift, time) in effects.deadlines { deadlines.set(.shift(shift), noLaterThan: time) }
        guard !effects.shiftDays.isEmpty else { return }
        index.withLock { index in for day in effects.shiftDays { index.update(day) } }
        occupancy.changed(effects.barsToday)
    }
}
