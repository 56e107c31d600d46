/// A loop's connections, each at a place of its own that a later one takes over.
struct ConnectionTable {
    private struct Slot {
        var generation: UInt32 = 0
        var connection: Connection?
    }

    private var slots: [Slot] = []
    private var free: [Int] = []
    /// How many there are.
    private(set) var count = 0

    /// Makes a connection at a free place.
    mutating func add(_ make: (LoopToken) -> Connection) -> Connection {
        let slot = free.popLast() ?? slots.count
        if slot == slots.count { slots.append(Slot()) }
        let generation = slots[slot].generation &+ 1
        slots[slot].generation = max(1, generation)
        let connection = make(.connection(slot: slot, generation: slots[slot].generation))
        slots[slot].connection = connection
        count += 1
        return connection
    }

    /// Takes a connection out.
    mutating func remove(_ token: LoopToken) {
        guard self[token] != nil else { return }
        slots[token.slot].connection = nil
        free.append(token.slot)
        count -= 1
    }

    /// The connection that a token was made for, as long as it is there.
    subscript(token: LoopToken) -> Connection? {
        guard token.slot < slots.count, slots[token.slot].generation == token.generation else { return nil }
        return slots[token.slot].connection
    }

    /// The connection at a place.
    subscript(slot: Int) -> Connection? { slot < slots.count ? slots[slot].connection : nil }

    /// All of them.
    var all: [Connection] { slots.compactMap(\.connection) }
}
