internal import FeatureKit

/// What is remembered of somebody who books.
@Record @Collection("guests", .unique(\.key), person: .deletes(\.key))
struct Guest: Equatable {
    /// Longer keys can't book: they stand in indexes.
    static let mostKeyBytes = 900
    static let mostNoShows = 100
    /// How many come with a guest who has not said it yet.
    static let usualParty = 2

    /// The key of the user.
    @Text(1...900) var key: String
    /// How many people they come with.
    @In(1...500) var party: Int?
    /// The starts of the latest bookings that they missed.
    @Count(0...100) private(set) var noShows: [Timestamp] = []

    /// How many bookings were missed in some time until now.
    func missed(within time: Duration, at now: Timestamp) -> Int {
        let since = now.advanced(by: .zero - time)
        return noShows.count { since < $0 && $0 <= now }
    }

    mutating func missed(_ starts: Timestamp) { noShows = (noShows + [starts]).suffix(Self.mostNoShows) }

    /// Takes a missed booking back.
    mutating func came(_ starts: Timestamp) {
        if let index = noShows.lastIndex(of: starts) { noShows.remove(at: index) }
    }
}

extension BarsService {
    /// What is remembered of a guest, who may be new.
    func guest(_ key: String, _ snapshot: StoreSnapshot) throws(StoreError) -> Guest {
        try snapshot.first(guests, where: [.equals("key", key)])?.document ?? Guest(key: key)
    }

    /// Remembers something of a guest, who may be new.
    func updateGuest(_ key: String, _ tx: StoreTransaction, _ change: (inout Guest) -> Void) throws {
        try tx.update(guests, where: [.equals("key", key)], or: Guest(key: key), change)
    }
}
