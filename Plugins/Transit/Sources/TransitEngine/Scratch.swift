internal import Columns

/// A ride that reaches a state in a round.
struct RideLabel: BitwiseCopyable, Sendable {
    /// The run, the slot of its day and the layer in which it was boarded.
    var code: UInt32
    /// The run that was boarded; another one where somebody stays seated.
    var boarded: UInt32
    var board: UInt16
    var alight: UInt16

    static let runs: UInt32 = 1 << 26
    @inline(__always) static func code(run: UInt32, slot: Int, layer: Int) -> UInt32 {
        run | UInt32(slot) << 26 | UInt32(layer) << 30
    }
    var run: UInt32 { code & (Self.runs - 1) }
    var slot: Int { Int(code >> 26 & 15) }
    var layer: Int { Int(code >> 30) }
}

/// Steps of a pattern.
struct Span: BitwiseCopyable, Sendable {
    var first: UInt16
    var last: UInt16

    static let none = Span(first: .max, last: 0)
}

/// Which run of a pattern was ridden, from which step on, in which round and with which slot and layer.
struct Ridden: BitwiseCopyable, Sendable {
    var order: UInt32
    var step: UInt16
    var round: UInt8
    var code: UInt8

    static let none = Ridden(order: .max, step: .max, round: .max, code: .max)
}

/// The memory of a search, kept from one to the next; a state is a place in a layer between the stops to pass.
struct Scratch {
    static let mostRounds = 24
    static let mostSlots = 16
    static let mostLayers = 4

    /// How far one round's states are from the next one's.
    let states: Int
    let rides: Reached<RideLabel>
    /// Where somebody can get on in the next round, with the states that they came from.
    let ready: Reached<UInt32>
    /// The best end over all rounds up to each row's, and the state where each round ended.
    let bestEnd: Column<Int32>
    let ends: Column<UInt32>
    let access: Ends
    let egress: Ends
    let via: Column<UInt8>
    /// How long the way from each place to the end takes at least.
    let least: Column<UInt16>
    /// Where each pattern is boarded first and last, and the patterns to scan.
    let queue: Column<Span>
    let queued: Column<UInt32>
    /// Which of its runs was looked for last, by pattern, and which one was ridden.
    let found: Column<UInt32>
    let ridden: Column<Ridden>
    let lineAllowed: Column<Bool>
    /// What makes a time of a zone's service day one of the search.
    let offsets: Column<Int32>
    /// The first round in which somebody stays seated onto a run.
    let seats: Column<UInt8>
    /// The soonest run of each pattern that was ridden so from its first call on.
    let seated: Column<Ridden>
    let slots: Column<DaySlot?>
    let arena: Arena

    @inline(__always) static func place(_ zone: UInt16, _ slot: Int) -> Int { Int(zone) * mostSlots + slot }

    init(_ timetable: Timetable, layers: Int) {
        let tables = timetable.tables, places = tables.places.count
        let arena = Arena()
        self.arena = arena
        states = places * layers
        let noRide = RideLabel(code: 0, boarded: 0, board: 0, alight: 0)
        rides = Reached(states: states, rounds: Self.mostRounds + 1, none: noRide, in: arena)
        ready = Reached(states: states, rounds: Self.mostRounds + 1, none: Network.none, in: arena)
        bestEnd = arena.column(Self.mostRounds + 2, of: .max)
        ends = arena.column(Self.mostRounds + 1, of: 0)
        (access, egress) = (Ends(places: places, in: arena), Ends(places: places, in: arena))
        via = arena.column(places, of: 0)
        least = arena.column(places, of: 0)
        // Changes of trips make more of them.
        let patterns = tables.patterns.count + tables.patterns.count / 4 + 1_000
        queue = arena.column(patterns, of: Span.none)
        queued = arena.column(patterns, of: 0)
        found = arena.column(patterns, of: 0)
        ridden = arena.column(patterns, of: Ridden.none)
        lineAllowed = arena.column(timetable.lines.count, of: true)
        offsets = arena.column(timetable.zones.count * Self.mostSlots, of: 0)
        let seatCount = tables.hasSeats ? (tables.runs.count * 5 / 4 + 1_000) * Self.mostSlots * layers : 0
        seats = arena.column(seatCount, of: .max)
        seated = arena.column(tables.hasSeats ? patterns * layers : 0, of: Ridden.none)
        slots = arena.column(Self.mostSlots, of: nil)
    }

    func fits(_ timetable: Timetable, layers: Int) -> Bool {
        let tables = timetable.tables
        return states >= tables.places.count * layers && via.count == tables.places.count
            && queue.count >= tables.patterns.count && lineAllowed.count >= timetable.lines.count
            && offsets.count >= timetable.zones.count * Self.mostSlots
            && (!tables.hasSeats || seats.count >= tables.runs.count * Self.mostSlots * layers)
            && (!tables.hasSeats || seated.count >= tables.patterns.count * layers)
    }
}

/// What each round reached: a label for each state, and the list of the states.
struct Reached<Label: BitwiseCopyable & Sendable> {
    private let states: Int
    let labels: Column<Label>
    /// The best times over all rounds up to each row's; a single search has one row alone.
    let best: Column<Int32>
    let counts: Column<Int32>
    private let list: Column<UInt32>
    private let bits: Column<UInt64>

    init(states: Int, rounds: Int, none: Label, in arena: Arena) {
        self.states = states
        labels = arena.column(rounds * states, of: none)
        best = arena.column(rounds * states, of: .max)
        counts = arena.column(rounds, of: 0)
        list = arena.column(rounds * states, of: 0)
        bits = arena.column((states + 63) / 64, of: 0)
    }

    /// The states that a round reached, by their place in its list.
    @inline(__always) func state(_ number: Int, of round: Int) -> Int { Int(list[round * states + number]) }

    @inline(__always) subscript(round: Int, state: Int) -> Label { labels[round * states + state] }

    @inline(__always) func isMarked(_ state: Int) -> Bool { bits[state >> 6] >> UInt64(state & 63) & 1 == 1 }

    /// Keeps a better label, and its time in all rows that it is better in.
    @inline(__always) func keep(
        _ label: Label, _ time: Int32, at state: Int, of round: Int, rows first: Int, through last: Int
    ) {
        labels[round &* states &+ state] = label
        best[first &* states &+ state] = time
        var row = first + 1
        while row <= last, best[row &* states &+ state] > time {
            best[row &* states &+ state] = time
            row += 1
        }
        guard !isMarked(state) else { return }
        bits[state >> 6] |= 1 << UInt64(state & 63)
        list[round &* states &+ Int(counts[round])] = UInt32(state)
        counts[round] += 1
    }

    /// Begins a row of best times with those of the row before.
    func beginRow(_ row: Int) {
        for state in 0..<states { best[row * states + state] = best[(row - 1) * states + state] }
    }

    /// Lets go of all marks.
    @inline(__always) func unmark() { bits.fill(0) }

    /// Forgets all rounds; rows behind the first one begin with what the row before has.
    func forget() {
        for state in 0..<states { best[state] = .max }
        counts.fill(0)
    }
}

/// Where a query starts or ends: places with the walk between them and there, and the stop that it goes by, or none.
struct Ends {
    let walks: Column<Int32>
    let stops: Column<UInt32>
    let list: Column<UInt32>
    private(set) var count = 0

    init(places: Int, in arena: Arena) {
        walks = arena.column(places, of: -1)
        stops = arena.column(places, of: 0)
        list = arena.column(places, of: 0)
    }

    /// Notes a place; of several walks the shortest counts.
    mutating func note(_ place: UInt32, _ walk: Int32, by stop: UInt32) {
        if walks[place] < 0 {
            list[count] = place
            count += 1
        } else if walks[place] <= walk {
            return
        }
        (walks[place], stops[place]) = (walk, stop)
    }

    func forget() { for number in 0..<count { walks[list[number]] = -1 } }
}
