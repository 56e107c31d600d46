internal import Columns
internal import Ways

/// In which direction of time a search goes: back, times are negated and patterns are read from their ends.
protocol Sense { static var isForward: Bool { get } }
enum Forward: Sense { static var isForward: Bool { true } }
enum Backward: Sense { static var isForward: Bool { false } }

/// One search by rounds: each round adds a ride to the best journeys of before.
struct Search<S: Sense> {
    let tables: Tables
    let scratch: Scratch
    let layers: Int
    /// Whether there is a row of best times for each round, because several departures are searched in turn.
    let hasRows: Bool
    let firstDay: Int
    let slotCount: Int
    let origin: Int
    /// The moments to start at, in the direction of the search.
    let window: ClosedRange<Int32>
    let slack: Int32
    let wheelchair: Bool
    let isFiltered: Bool
    let inSeat: Bool
    let mostRides: Int
    let longest: Int32
    /// The walk from start to end, or never.
    let directWalk: Int32
    var access: Ends
    var egress: Ends
    /// When the search starts, what a journey has to beat in this round, and what one that goes on has to.
    var start: Int32 = 0
    var limit: Int32 = 0
    var onward: Int32 = 0
    var round = 0
    var lastRound = 0
    var scannedRoutes = 0
    var rounds = 0

    private var places: Int { tables.places.count }

    /// The rows of best times that a round's times go into.
    @inline(__always) private var firstRow: Int { hasRows ? round : 0 }
    @inline(__always) private var lastRow: Int { hasRows ? lastRound : 0 }

    /// Starts at a time, at all places of the query or at none yet.
    mutating func begin(at time: Int32, everywhere: Bool = false) {
        (start, round) = (time, 0)
        scratch.ready.counts[0] = 0
        for number in 0..<(everywhere ? access.count : 0) { seed(access.list[number]) }
    }

    /// Starts at a place of the query too.
    mutating func seed(_ place: UInt32) {
        ready(advanced(Int(place), place), Int(place), start + access.walks[place], from: Network.none)
    }

    /// Searches on from what was seeded, and says after each round what it found that is better.
    mutating func run(_ visit: (Self, Planner.Outline?) -> Void) {
        while round < mostRides, scratch.ready.counts[round] > 0 {
            round += 1
            rounds += 1
            scratch.rides.counts[round] = 0
            scratch.ready.counts[round] = 0
            if hasRows, round > lastRound {
                scratch.rides.beginRow(round)
                scratch.ready.beginRow(round)
            }
            lastRound = max(lastRound, round)
            limit = min(scratch.bestEnd[firstRow], start + longest + 1, start + directWalk)
            onward = min(limit, scratch.bestEnd[hasRows ? round + 1 : 0])
            let before = limit
            for layer in 0..<layers { scan(layer) }
            scratch.ready.unmark()
            walk()
            let (departure, arrival) = S.isForward ? (start, limit) : (-limit, -start)
            let found = Planner.Outline(
                departure: origin + Int(departure), arrival: origin + Int(arrival), rides: round,
                state: scratch.ends[round])
            visit(self, limit < before ? found : nil)
        }
        scratch.ready.unmark()
    }

    /// Queues the patterns of what was reached and rides each of them.
    private mutating func scan(_ layer: Int) {
        let (ready, queue, entries) = (scratch.ready, scratch.queue, tables.entries)
        var queued = 0
        for number in 0..<Int(ready.counts[round - 1]) {
            let state = ready.state(number, of: round - 1)
            guard layers == 1 || state / places == layer else { continue }
            let place = state &- layer &* places
            for entry in entries[place] {
                let one = entries.values[entry]
                let step = S.isForward ? one.position : one.reversed
                var span = queue[one.pattern]
                if span.first == .max {
                    if isFiltered, !scratch.lineAllowed[tables.patterns[one.pattern].line] { continue }
                    scratch.queued[queued] = one.pattern
                    queued &+= 1
                }
                span.first = min(span.first, step)
                span.last = max(span.last, step)
                queue[one.pattern] = span
            }
        }
        for number in 0..<queued {
            let pattern = Int(scratch.queued[number])
            let span = queue[pattern]
            queue[pattern] = Span.none
            scan(pattern, span, layer: layer)
        }
        scannedRoutes += queued
    }

    /// Rides a pattern on each day on which it may be boarded.
    private mutating func scan(_ number: Int, _ span: Span, layer: Int) {
        let pattern = tables.patterns[number]
        guard UInt32(span.first) + 1 < pattern.length else { return }
        var isBeaten = false
        for count in 0..<slotCount {
            let slot = S.isForward ? count : slotCount - 1 - count
            guard let day = scratch.slots[slot] else { continue }
            let row = day.rows[number]
            guard row.count > 0 else { continue }
            let offset = scratch.offsets[Scratch.place(pattern.zone, slot)]
            guard (S.isForward ? row.latest : -row.earliest) + offset >= start else { continue }
            if (S.isForward ? row.earliest : -row.latest) + offset >= limit { continue }
            let missed = scan(number, pattern, row, day, span, layer: layer, slot: slot, offset: offset, isBeaten)
            // Those of later days come later everywhere, but may go on elsewhere.
            guard !missed, !pattern.wraps else { continue }
            guard tables.hasSeats, inSeat else { return }
            isBeaten = layers == 1
        }
    }

    private mutating func scan(
        _ number: Int, _ pattern: Pattern, _ row: DayView.Row, _ day: DaySlot, _ span: Span, layer: Int, slot: Int,
        offset: Int32, _ isBeaten: Bool
    ) -> Bool {
        // Columns alone are kept at hand: a copy of all of them takes longer than the ride.
        let (events, stops) = (tables.events, tables.patternStops)
        let (bestRide, ready, least) = (scratch.rides.best, scratch.ready, scratch.least)
        let (length, count, last) = (Int(pattern.length), Int(row.count), Int(span.last))
        let base = layer &* places
        let bestRow = firstRow &* scratch.states &+ base
        let readyRow = (hasRows ? round &- 1 : 0) &* scratch.states &+ base
        var current = count
        var entry = DayView.Entry(start: 0, profile: 0, run: 0)
        var shift: Int32 = 0
        var board = 0
        var wait: Int32 = 0
        var missed = false
        // The step to which riding on may be of use: not where this run or an earlier one was ridden before.
        var useful = 0
        let code = UInt8(slot) | UInt8(layer) << 4
        var ridden = scratch.ridden[number]
        if ridden.code != code || ridden.round > round { ridden = Ridden.none }
        @inline(__always) func entryAt(_ order: Int) -> DayView.Entry {
            day.entries[Int(row.first) &+ (S.isForward ? order : count &- 1 &- order)]
        }
        @inline(__always) func boards(_ one: DayView.Entry, _ position: Int) -> Int32 {
            let event = Int(one.profile) &+ 2 &* position
            return S.isForward
                ? offset &+ one.start &+ events[event &+ 1] : offset &- one.start &- events[event]
        }
        @inline(__always) func label(_ entry: DayView.Entry, _ board: Int, _ position: Int) -> RideLabel {
            RideLabel(
                code: RideLabel.code(run: entry.run, slot: slot, layer: layer), boarded: entry.run,
                board: UInt16(truncatingIfNeeded: board), alight: UInt16(truncatingIfNeeded: position))
        }
        var step = Int(span.first)
        while step < length, step < useful || step <= last {
            let position = S.isForward ? step : length &- 1 &- step
            step &+= 1
            let stop = stops[Int(pattern.stops) &+ position]
            let place = Int(stop & PatternStop.place)
            if step <= useful {
                let event = Int(entry.profile) &+ 2 &* position
                let time = S.isForward ? shift &+ events[event] : shift &- events[event &+ 1]
                if time &+ Int32(least[place]) >= limit {
                    useful = 0
                } else if stop & (S.isForward ? PatternStop.dropOff : PatternStop.pickup) != 0,
                    time < bestRide[bestRow &+ place], fits(place),
                    advanced(base + place, UInt32(place)) == base + place
                {
                    arrive(base &+ place, place, label(entry, board, position), time)
                }
                if layers > 1, useful > 0, advanced(base + place, UInt32(place)) != base + place {
                    // It passes a stop that it has to pass, from which on it may be alighted.
                    ride(label(entry, board, position), from: step - 2, layer: layer, slot: slot)
                }
            }
            guard ready.isMarked(base &+ place), step < length,
                stop & (S.isForward ? PatternStop.pickup : PatternStop.dropOff) != 0, fits(place)
            else { continue }
            let time = ready.best[readyRow &+ place]
            if time &+ Int32(least[place]) >= limit || current < count && time > boards(entry, position) { continue }
            // The first one that departs then or later is mostly near the one that was found here before.
            let known = min(Int(scratch.found[number]), count)
            var low = current < count ? current : S.isForward ? known : count &- known
            var (high, reach) = (low, 1)
            while high < current, boards(entryAt(high), position) < time {
                (low, high, reach) = (high &+ 1, min(current, high &+ reach), reach &* 2)
            }
            while low > 0, boards(entryAt(low &- 1), position) >= time {
                (low, high, reach) = (max(0, low &- reach), low &- 1, reach &* 2)
            }
            while low < high {
                let middle = (low &+ high) / 2
                if boards(entryAt(middle), position) < time { low = middle &+ 1 } else { high = middle }
            }
            scratch.found[number] = UInt32(S.isForward ? low : count &- low)
            if wheelchair { while low < current, !fits(entryAt(low).run) { low += 1 } }
            if low < current {
                (current, entry, board) = (low, entryAt(low), position)
                shift = S.isForward ? offset &+ entry.start : offset &- entry.start
                wait = boards(entry, position) &- time
                useful = isBeaten ? 0 : low < ridden.order ? length : Int(ridden.step) + 1
                if low <= ridden.order, !isBeaten {
                    scratch.ridden[number] = Ridden(
                        order: UInt32(low), step: UInt16(truncatingIfNeeded: step &- 1),
                        round: UInt8(truncatingIfNeeded: round), code: code)
                }
            } else if current == count {
                missed = true
            } else if round == 1, boards(entry, position) - time > wait {
                // It comes by a second time, so that somebody may start later.
                (wait, board) = (boards(entry, position) - time, position)
            }
        }
        guard tables.hasSeats, inSeat, current < count else { return missed }
        // Each later vehicle may go on as another run, too.
        let end = S.isForward ? length - 1 : 0
        let rest = Int32(least[stops[Int(pattern.stops) + end] & PatternStop.place])
        // What it passes before matters where it has to pass something.
        let first = layers == 1 ? length - 1 : S.isForward ? board : length - 1 - board
        for order in current..<count {
            entry = entryAt(order)
            let time = tables.time(tables.runs[entry.run], end, arrives: S.isForward)
            if offset + (S.isForward ? time : -time) + rest >= limit { break }
            if fits(entry.run) { ride(label(entry, board, 0), from: first, layer: layer, slot: slot) }
        }
        return missed
    }

    @inline(__always) func fits(_ place: Int) -> Bool { !wheelchair || tables.places.accessible[place] }
    @inline(__always) func fits(_ run: UInt32) -> Bool { !wheelchair || tables.runs[run].isAccessible }

    /// Rides on without changing from a step of a run, and as the runs that it goes on as.
    private mutating func ride(_ label: RideLabel, from first: Int, layer: Int, slot: Int) {
        var (label, layer, first, isLater) = (label, layer, first + 1, false)
        while true {
            let run = tables.runs[label.run], pattern = tables.patterns[run.pattern]
            let (length, offset) = (Int(pattern.length), scratch.offsets[Scratch.place(pattern.zone, slot)])
            for step in first..<length {
                let position = S.isForward ? step : length - 1 - step
                let stop = tables.patternStops[Int(pattern.stops) + position]
                let place = Int(stop & PatternStop.place)
                let clock = tables.time(run, position, arrives: S.isForward)
                let time = offset + (S.isForward ? clock : -clock)
                guard time + Int32(scratch.least[place]) < limit else { return }
                var state = layer * places + place
                if layers > 1, stop & (PatternStop.pickup | PatternStop.dropOff) != 0 {
                    state = advanced(state, UInt32(place))
                    layer = state / places
                }
                guard !isLater, stop & (S.isForward ? PatternStop.dropOff : PatternStop.pickup) != 0, fits(place),
                    time < scratch.rides.best[firstRow * scratch.states + state]
                else { continue }
                label.alight = UInt16(position)
                arrive(state, place, label, time)
            }
            guard let next = next(label.run, slot) else { return }
            let seat = (slot * layers + layer) * tables.runs.count + Int(next)
            guard scratch.seats[seat] > round else { return }
            scratch.seats[seat] = UInt8(round)
            label.code = RideLabel.code(run: next, slot: slot, layer: label.layer)
            isLater = !isFirst(next, slot, layer)
            // Of one that comes later only what it goes on as may be of use.
            first = isLater && layers == 1 ? Int(tables.patterns[tables.runs[next].pattern].length) - 1 : 1
        }
    }

    /// Whether no sooner run of its pattern was ridden from its first call on, in this round or before; that is noted.
    private func isFirst(_ run: UInt32, _ slot: Int, _ layer: Int) -> Bool {
        let code = RideLabel.code(run: run, slot: slot, layer: 0), pattern = tables.runs[run].pattern
        let order = S.isForward ? code : ~code
        let place = layer * tables.patterns.count + Int(pattern)
        let known = scratch.seated[place]
        let isSameDay = (known.order ^ order) / RideLabel.runs == 0
        if known.round <= round, known.order <= order, isSameDay || !tables.patterns[pattern].wraps { return false }
        scratch.seated[place] = Ridden(order: order, step: 0, round: UInt8(truncatingIfNeeded: round), code: 0)
        return true
    }

    /// Somebody gets off: the state is better than before.
    @inline(__always) private mutating func arrive(_ state: Int, _ place: Int, _ label: RideLabel, _ time: Int32) {
        let walk = egress.walks[place]
        guard time &+ Int32(scratch.least[place]) < (walk < 0 ? onward : limit) else { return }
        scratch.rides.keep(label, time, at: state, of: round, rows: firstRow, through: lastRow)
        guard walk >= 0, time &+ walk < limit, layers == 1 || state / places == layers - 1 else { return }
        limit = time + walk
        onward = min(onward, limit)
        for row in firstRow...(hasRows ? mostRides : 0) where scratch.bestEnd[row] > limit {
            scratch.bestEnd[row] = limit
        }
        scratch.ends[round] = UInt32(state)
    }

    /// Changes at the same place, and walks to other ones.
    private mutating func walk() {
        let (feet, changes) = (S.isForward ? tables.places.feet : tables.places.backFeet, tables.places.changes)
        let (rides, row) = (scratch.rides, firstRow &* scratch.states)
        rides.unmark()
        for number in 0..<Int(rides.counts[round]) {
            let state = rides.state(number, of: round)
            let time = rides.best[row &+ state]
            guard time < onward else { continue }
            let place = layers > 1 ? state % places : state
            let base = state &- place
            ready(state, place, time &+ changes[place] &+ slack, from: UInt32(state))
            for step in feet[place] {
                let foot = feet.values[step]
                // The others take longer.
                if time &+ foot.length >= onward { break }
                let to = Int(foot.to)
                ready(advanced(base &+ to, foot.to), to, time &+ foot.length &+ slack, from: UInt32(state))
            }
        }
    }

    /// Somebody can get on: kept if it is sooner than before.
    @inline(__always) private mutating func ready(_ state: Int, _ place: Int, _ time: Int32, from: UInt32) {
        guard time < scratch.ready.best[firstRow &* scratch.states &+ state],
            round == 0 || time &+ Int32(scratch.least[place]) < onward
        else { return }
        scratch.ready.keep(from, time, at: state, of: round, rows: firstRow, through: lastRow)
    }

    /// The state in the layer behind all groups of stops that a place belongs to.
    @inline(__always) private func advanced(_ state: Int, _ place: UInt32) -> Int {
        if layers == 1 { return state }
        var layer = state / places
        while layer < layers - 1, scratch.via[place] >> UInt8(layer) & 1 == 1 { layer += 1 }
        return layer * places + Int(place)
    }
}
