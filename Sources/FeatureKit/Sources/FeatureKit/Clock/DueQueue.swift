/// Ids with a deadline each, the earliest first; it never waits, so the time is an argument.
///
/// `Deadlines` waits for the deadlines in it. Use it alone where an actor waits in its own way, and in tests.
public struct DueQueue<ID: Hashable & Sendable, Time: Comparable & Sendable>: Sendable {
    private struct Entry: Sendable {
        let id: ID
        var time: Time
        /// Among equal deadlines the one that was set first comes first.
        var number: UInt64

        func comesBefore(_ other: Entry) -> Bool { (time, number) < (other.time, other.number) }
    }

    /// A binary heap.
    private var entries: [Entry] = []
    private var places: [ID: Int] = [:]
    private var last: UInt64 = 0

    /// Makes a queue with nothing in it.
    public init() {}

    /// How many deadlines are set.
    public var count: Int { entries.count }
    /// The earliest deadline; nil where none is set.
    public var earliest: Time? { entries.first?.time }

    /// The deadline of an id; nil where it has none.
    public subscript(id: ID) -> Time? { places[id].map { entries[$0].time } }

    /// Sets the deadline of an id, replacing the one that it had.
    public mutating func set(_ id: ID, at time: Time) {
        last += 1
        if let place = places[id] {
            entries[place].time = time
            entries[place].number = last
            settle(place)
        } else {
            entries.append(Entry(id: id, time: time, number: last))
            places[id] = entries.count - 1
            moveUp(entries.count - 1)
        }
    }

    /// Removes the deadline of an id and returns it; nil where it had none.
    @discardableResult
    public mutating func remove(_ id: ID) -> Time? {
        guard let place = places.removeValue(forKey: id) else { return nil }
        let removed = entries[place].time
        let moved = entries.removeLast()
        if place < entries.count {
            entries[place] = moved
            places[moved.id] = place
            settle(place)
        }
        return removed
    }

    /// Removes and returns the id with the earliest deadline, if that has come.
    public mutating func popDue(at now: Time) -> ID? {
        guard let first = entries.first, first.time <= now else { return nil }
        remove(first.id)
        return first.id
    }

    private mutating func settle(_ place: Int) {
        moveUp(place)
        moveDown(place)
    }

    private mutating func moveUp(_ start: Int) {
        var place = start
        while place > 0, case let parent = (place - 1) / 2, entries[place].comesBefore(entries[parent]) {
            swap(place, parent)
            place = parent
        }
    }

    private mutating func moveDown(_ start: Int) {
        var place = start
        while true {
            let children = (place * 2 + 1)..<min(place * 2 + 3, max(entries.count, place * 2 + 1))
            guard let least = children.min(by: { entries[$0].comesBefore(entries[$1]) }),
                entries[least].comesBefore(entries[place])
            else { return }
            swap(place, least)
            place = least
        }
    }

    private mutating func swap(_ one: Int, _ other: Int) {
        entries.swapAt(one, other)
        places[entries[one].id] = one
        places[entries[other].id] = other
    }
}
