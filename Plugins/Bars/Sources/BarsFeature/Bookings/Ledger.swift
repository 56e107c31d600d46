internal import FeatureKit

/// Where bookings are written down, inside one transaction: what is read, decided and written there holds together.
///
/// Each sitting that it touches is read once, settled (what was held too long is over, whoever waits and fits gets the
/// place) and written once, by `close`. What has to be told is collected, for after the commit.
struct Ledger {
    /// What has to be told once it holds.
    struct Told: Sendable {
        var bookings: [BookingTold] = []
        /// As they were written.
        var sittings: [Stored<Sitting>] = []
        /// When something of this ends that has an end.
        var due: Timestamp?
    }

    let office: Office
    let tx: StoreTransaction
    let now: Timestamp
    var told = Told()

    init(_ office: Office, _ tx: StoreTransaction, now: Timestamp) {
        (self.office, self.tx, self.now) = (office, tx, now)
    }

    /// Writes what was touched; to be called last.
    consuming func close() throws -> Told { told }

    // MARK: - Bars that change

    /// Which bookings to come a bar would have no place for if it were like this, and how many they are.
    ///
    /// Who booked first keeps the place.
    func inTheWay(of changed: Bar, id: String) throws -> [Stored<Booking>] { [] }

    /// Seats everybody of a bar's shifts to come by what it is now, and gives what became free to those who wait.
    ///
    /// To be called once the bar is written.
    mutating func fill(sittingsOf bar: Stored<Bar>) throws {}

    /// Cancels what is to come of a bar, and takes its sittings away.
    mutating func cancelAll(of bar: Stored<Bar>, why: String) throws {}
}

extension Office {
    /// Does something in one transaction, and tells of it once it holds.
    func enter<Result: Sendable>(
        _ body: @escaping @Sendable (inout Ledger) throws -> Result
    ) async throws -> Result {
        let (result, told) = try await store.transaction { [self] tx in
            var ledger = Ledger(self, tx, now: clock.now)
            let result = try body(&ledger)
            return (result, try ledger.close())
        }
        tell(told)
        return result
    }

    /// Tells what was committed: who listens, the searches, and whoever looks at a bar now.
    func tell(_ told: Ledger.Told) {
        for booking in told.bookings { self.told(booking) }
        guard !told.sittings.isEmpty else { return }
        guide.withLock { guide in
            for sitting in told.sittings { guide.show(sitting) }
        }
    }
}
