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
        try published(snapshot.all(shifts, where: conditions, order: order), snapshot)
    }

    /// The shifts of a franchise, a rider or a motorcycle that begin in some time, in their order.
    func find(
        _ field: FieldKey, _ value: some Shaped, from: Timestamp, below: Timestamp? = nil, _ snapshot: StoreSnapshot
    ) throws -> [Stored<Shift>] {
        let end = below.map { [StoreCondition.below("startAt", $0)] } ?? []
        return try find([.equals(field, value), .from("startAt", from)] + end, order: .by("startAt"), snapshot)
    }

    /// A shift, as it is.
    func find(_ id: ID<Shift>, _ snapshot: StoreSnapshot) throws -> Stored<Shift>? {
        try snapshot.get(shifts, id).flatMap { try published([$0], snapshot).first }
    }

    private func published(_ all: [Stored<Shift>], _ snapshot: StoreSnapshot) throws -> [Stored<Shift>] {
        var known: [ID<WeekPublication>: Int64] = [:]
        return try all.map { stored in
            guard stored.document.isDraft, let day = Day(stored.document.date) else { return stored }
            let id = WeekPublication.id(stored.document.franchiseId, day.monday)
            let change = try known[id] ?? snapshot.get(publications, id)?.document.change ?? -1
            known[id] = change
            var seen = stored
            seen.document.isDraft = change < stored.document.change
            return seen
        }
    }

    // MARK: - Every change of a shift goes this way, so that devices, the board and the deadlines hear of it

    /// The number of a change.
    func nextChange(_ tx: StoreTransaction) throws -> Int64 {
        let next = (try changes.get(in: tx)?.last ?? 0) + 1
        try changes.put(ShiftChanges(last: next), in: tx)
        return next
    }

    /// Stores a shift; several that change at once have the number of their change in common.
    @discardableResult func put(
        _ new: Shift, id: ID<Shift>, in place: Stored<Shift>?, change: Int64? = nil, _ tx: StoreTransaction
    ) throws -> Stored<Shift> {
        var new = new
        new.change = try change ?? nextChange(tx)
        if let place, new.isDraft || new.riderId != place.document.riderId { try giveUp(place, new.change, tx) }
        let stored = try tx.put(shifts, new, id: id)
        tx.afterCommit {
            setDeadline(of: stored)
            let new = stored.document
            if !new.isDraft { boards.set(new.change, for: new.franchiseId, version: new.change) }
        }
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
            deadlines.cancel(.shift(place.key))
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
}
