internal import FeatureKit
internal import NotificationsContracts
internal import Seating
internal import Texts

/// What all routes share: collections, the search index, live occupancy, deadlines.
///
/// What has to hold together is decided inside one transaction; the index and the occupancy follow once it is committed.
@Resources struct BarsService: Sendable {
    let store: Store
    let blobs: Blobs
    let clock: FeatureClock
    let flags: Flags
    let log: Log

    let bars: StoredCollection<Bar>
    let bookings: StoredCollection<Booking>
    let shiftDays: StoredCollection<ShiftDay>
    let guests: StoredCollection<Guest>
    let demoSeeded: StoredValue<DemoSeeded>
    let occupied: Publisher<Occupancy>

    let texts: TextCatalogue
    let current: Lock<Bars.Settings>
    let schedule: Schedule
    let index: Lock<BarIndex>
    let deadlines: Deadlines<Due>
    /// Each bar today, for those who follow it.
    let live: LiveState<ID<Bar>, OccupancyView>
    /// The booked shifts of each bar that was looked at, as they were published last.
    let shown = Lock<[ID<Bar>: [Occupancy]]>([:])
    /// When it was checked last which day it is.
    let lastDayCheck = Lock<Timestamp?>(nil)

    init(_ settings: Bars.Settings, _ context: FeatureContext) throws {
        let schedule = try Schedule(settings)
        try self.init(
            context, texts: TextCatalogue(["es": PackageResources.es_txt, "en": PackageResources.en_txt]),
            current: Lock(settings), schedule: schedule, index: Lock(BarIndex(settings, schedule)),
            deadlines: Deadlines(on: context.clock), live: LiveState(on: context.clock))
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
    func plan(of bar: Bar) -> SeatingPlan { bar.plan(overbooking: settings.overbooking) }

    /// Does something with bookings in one transaction; what depends on it follows the commit.
    func transact<Result: Sendable>(
        by call: Call? = nil, _ body: @escaping @Sendable (BookingTransaction) throws -> Result
    ) async throws -> Result {
        try await store.transaction { tx in try decide(in: tx, by: call, body) }
    }

    /// Does something with bookings as a part of a transaction.
    func decide<Result>(
        in tx: StoreTransaction, by call: Call?, _ body: (BookingTransaction) throws -> Result
    ) throws -> Result {
        let transaction = BookingTransaction(self, tx, now: clock.now, by: call?.caller.key)
        let result = try body(transaction)
        try transaction.finish()
        return result
    }

    /// Brings what depends on a shift up to date with what was committed.
    func follow(_ day: Stored<ShiftDay>, isToday: Bool) {
        index.withLock { $0.update(day) }
        setReminder(for: day)
        if isToday { deadlines.set(.occupancy(day.document.bar), after: .zero) }
    }
}
