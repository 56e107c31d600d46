/// What a connection waits for, and for how long at most.
enum Timer: Int, CaseIterable {
    case idle, head, body, answer, patience, heartbeat, linger
    /// Runs beside any other timer while the client reads nothing.
    case write
}

/// The timers of connections: one list for each kind of timer, sorted by when they ring.
///
/// All timers of a kind last equally long, so a new one rings last and is appended to the list without a search.
/// Connections are numbers here; each has room for one timer beside the one for writing.
struct TimerLists {
    /// A timer that has rung.
    struct Ring: Equatable {
        let slot: Int
        let timer: Timer
    }

    private struct Entry {
        var next: Int32 = TimerLists.none
        var previous: Int32 = TimerLists.none
        var timer: Timer?
        var rings: Instant = 0
    }

    private struct Line {
        let lasts: Instant
        var first: Int32 = TimerLists.none
        var last: Int32 = TimerLists.none
    }

    private static let none: Int32 = -1
    private var entries: [Entry] = []
    private var lines: [Line]

    /// Makes empty lists.
    init(lasting: (Timer) -> Duration) {
        lines = Timer.allCases.map { Line(lasts: Instant(lasting($0))) }
    }

    /// Sets a connection's timer, which replaces its previous one.
    mutating func set(_ timer: Timer, of slot: Int, at now: Instant) {
        let id = id(timer == .write, slot)
        while entries.count <= id { entries.append(Entry()) }
        unlink(id)
        let line = timer.rawValue
        let last = lines[line].last
        entries[id] = Entry(previous: last, timer: timer, rings: now &+ lines[line].lasts)
        if last == Self.none { lines[line].first = Int32(id) } else { entries[Int(last)].next = Int32(id) }
        lines[line].last = Int32(id)
    }

    /// Removes a connection's timer, but not the one for writing.
    mutating func clear(_ slot: Int) { clear(id: id(false, slot)) }

    /// Removes a connection's timer for writing.
    mutating func clearWrite(_ slot: Int) { clear(id: id(true, slot)) }

    /// A connection's current timer, other than the one for writing.
    func timer(of slot: Int) -> Timer? {
        let id = id(false, slot)
        return id < entries.count ? entries[id].timer : nil
    }

    /// Removes and returns a timer that has rung, if there is one.
    mutating func popRung(at now: Instant) -> Ring? {
        for line in lines where line.first != Self.none {
            let id = Int(line.first)
            guard entries[id].rings <= now, let timer = entries[id].timer else { continue }
            clear(id: id)
            return Ring(slot: id >> 1, timer: timer)
        }
        return nil
    }

    /// When the next timer rings; the end of time if none is set.
    var next: Instant {
        var next = Instant.max
        for line in lines where line.first != Self.none { next = min(next, entries[Int(line.first)].rings) }
        return next
    }

    private func id(_ isWrite: Bool, _ slot: Int) -> Int { slot << 1 | (isWrite ? 1 : 0) }

    private mutating func clear(id: Int) {
        guard id < entries.count else { return }
        unlink(id)
        entries[id] = Entry()
    }

    private mutating func unlink(_ id: Int) {
        let entry = entries[id]
        guard let line = entry.timer?.rawValue else { return }
        if entry.previous == Self.none {
            lines[line].first = entry.next
        } else {
            entries[Int(entry.previous)].next = entry.next
        }
        if entry.next == Self.none {
            lines[line].last = entry.previous
        } else {
            entries[Int(entry.next)].previous = entry.previous
        }
    }
}
