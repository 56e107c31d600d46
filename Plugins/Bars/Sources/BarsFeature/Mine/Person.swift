internal import FeatureKit

/// What is remembered of somebody who books.
struct Person: Shaped, Codable, Equatable {
    /// Longer keys are not let in here: they stand in indexes.
    static let mostKeyBytes = 900
    /// Older ones are forgotten: nobody asks for more.
    static let mostNoShows = 100
    /// How many come with somebody who has not said it yet.
    static let usualParty: Int64 = 2

    let key: String
    /// How many they come with.
    var party: Int64?
    /// When they did not come: the starts of those bookings, in the order in which that was said.
    private(set) var noShows: [Timestamp] = []

    init(key: String) { self.key = key }

    static let shape = Shape.object([
        Field("key", .text(length: 1...mostKeyBytes), "Who."),
        Field("party", .integer(in: 1...500), "How many they come with.", optional: true),
        Field("noShows", .list(of: .timestamp, count: 0...mostNoShows), "When they did not come.", default: []),
    ])

    /// How often they did not come in some time until now.
    func noShows(within time: Duration, at now: Timestamp) -> Int {
        let since = now.advanced(by: .zero - time)
        return noShows.count { since < $0 && $0 <= now }
    }

    /// They did not come to what started then.
    mutating func missed(_ starts: Timestamp) {
        noShows.append(starts)
        noShows.removeFirst(max(0, noShows.count - Self.mostNoShows))
    }

    /// They did come, after all.
    mutating func came(_ starts: Timestamp) {
        if let index = noShows.lastIndex(of: starts) { noShows.remove(at: index) }
    }
}

extension Documents<Person> {
    static var people: Documents<Person> { .init("people", indexes: [.unique("key")]) }
}

// Inside transactions, where what is remembered has to hold together with bookings.
extension Office {
    /// What is remembered of somebody; nothing yet, where they are new.
    func person(_ key: String, _ snapshot: StoreSnapshot) throws(StoreError) -> Person {
        try stored(key, snapshot)?.document ?? Person(key: key)
    }

    /// Remembers something of somebody, who may be new; what is known already is not written again.
    func remember(
        _ key: String, _ tx: StoreTransaction, _ change: (inout Person) -> Void
    ) throws(StoreError) {
        let known = try stored(key, tx)
        let before = known?.document ?? Person(key: key)
        var person = before
        change(&person)
        guard person != before else { return }
        if let known { try tx.put(people, person, id: known.id) } else { try tx.insert(people, person) }
    }

    private func stored(_ key: String, _ snapshot: StoreSnapshot) throws(StoreError) -> Stored<Person>? {
        try snapshot.query(people, where: [.equals("key", key)], limit: 1).items.first
    }
}
