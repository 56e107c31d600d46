internal import Calendars
internal import FeatureKit

/// How many changes of shifts there have been.
@Record @Collection("changes") struct ShiftChanges: Equatable {
    /// The number of the last one.
    var last: Int64
}

/// Up to which change the drafts of a franchise's week are published: so that a week is published by one record.
@Record @Collection("publications", .on(\.franchise, \.change)) struct WeekPublication: Equatable {
    var franchise: ID<Franchise>
    /// The Monday of the week.
    @Text(10...10) var monday: String
    /// The number of the change that published it last.
    var change: Int64

    static func id(_ franchise: ID<Franchise>, _ monday: Day) -> ID<WeekPublication> { ID("\(franchise)|\(monday)") }
}

/// A published shift that somebody does not have any more, so that their devices hear of it.
@Record
@Collection("given-up", .on(\.person, \.change), .on(\.person, \.startAt), person: .deletes(\.person))
struct GivenUp: Equatable {
    /// Whose it was.
    @Text(1...256) var person: String
    var shift: ID<Shift>
    /// When it begins.
    var startAt: Timestamp
    /// With which change of all shifts it went.
    var change: Int64
}

// Shifts are read this way, since the week of a draft may have been published.
extension RiderService {
    /// Some shifts, as they are.
    func find(
        _ conditions: [StoreCondition], order: StoreOrder? = nil, _ snapshot: StoreSnapshot
    ) throws -> [Stored<Shift>] {
        var known: [ID<WeekPublication>: Int64] = [:]
        return try snapshot.all(shifts, where: conditions, order: order).map { try published($0, &known, snapshot) }
    }

    /// A shift, as it is.
    func find(_ id: ID<Shift>, _ snapshot: StoreSnapshot) throws -> Stored<Shift>? {
        var known: [ID<WeekPublication>: Int64] = [:]
        return try snapshot.get(shifts, id).map { try published($0, &known, snapshot) }
    }

    private func published(
        _ stored: Stored<Shift>, _ known: inout [ID<WeekPublication>: Int64], _ snapshot: StoreSnapshot
    ) throws -> Stored<Shift> {
        guard stored.document.isDraft, let day = Day(stored.document.date) else { return stored }
        let id = WeekPublication.id(stored.document.franchiseId, day.monday)
        let change = try known[id] ?? snapshot.get(publications, id)?.document.change ?? -1
        known[id] = change
        guard stored.document.change <= change else { return stored }
        var seen = stored
        seen.document.isDraft = false
        return seen
    }
}

// Every change of a shift goes this way, so that devices, the board and the deadlines hear of it.
extension RiderService {
    /// The number of a change.
    func nextChange(_ tx: StoreTransaction) throws -> Int64 {
        let next = (try changes.get(in: tx)?.last ?? 0) + 1
        try changes.put(ShiftChanges(last: next), in: tx)
        return next
    }

    /// Stores a shift.
    ///
    /// - Parameter change: The number of the change, where several shifts change at once.
    @discardableResult func put(
        _ new: Shift, id: ID<Shift>, in place: Stored<Shift>?, change: Int64? = nil, _ tx: StoreTransaction
    ) throws -> Stored<Shift> {
        var new = new
        new.change = try change ?? nextChange(tx)
        if let place, new.isDraft || new.riderId != place.document.riderId { try giveUp(place, new.change, tx) }
        let stored = try tx.put(shifts, new, id: id)
        tx.afterCommit { heard(of: stored) }
        return stored
    }

    /// Changes a shift.
    @discardableResult func change(
        _ place: Stored<Shift>, _ tx: StoreTransaction, _ change: (inout Shift) throws -> Void
    ) throws -> Stored<Shift> {
        var new = place.document
        try change(&new)
        return try put(new, id: place.key, in: place, tx)
    }

    /// Removes a shift.
    func remove(_ place: Stored<Shift>, _ tx: StoreTransaction) throws {
        let change = try nextChange(tx)
        try giveUp(place, change, tx)
        try tx.delete(shifts, place.key)
        tx.afterCommit {
            for due in Due.all(of: place.key) { deadlines.cancel(due) }
            boards.set(change, for: place.document.franchiseId, version: change)
        }
    }

    private func giveUp(_ place: Stored<Shift>, _ change: Int64, _ tx: StoreTransaction) throws {
        guard let person = place.document.riderId, !place.document.isDraft else { return }
        // Devices know nothing of what began longer ago.
        let old = clock.now.advanced(by: .zero - Self.keptOnDevices)
        try tx.delete(givenUp, where: [.equals("person", person), .below("startAt", old)])
        try tx.insert(
            givenUp, GivenUp(person: person, shift: place.key, startAt: place.document.startAt, change: change))
    }

    func heard(of stored: Stored<Shift>) {
        setDeadlines(of: stored)
        guard !stored.document.isDraft else { return }
        boards.set(stored.document.change, for: stored.document.franchiseId, version: stored.document.change)
    }
}
