internal import Columns

extension Search {
    func isAllowed(_ pattern: UInt32) -> Bool { !isFiltered || scratch.lineAllowed[tables.patterns[pattern].line] }

    /// Goes along a run from a step on, and along those that it goes on as where somebody may stay seated, until told
    /// that no more is wanted.
    func along(
        _ run: UInt32, from step: Int, slot: Int,
        _ visit: (_ run: UInt32, _ position: Int, _ stop: UInt32, _ time: Int32) -> Bool
    ) {
        var (run, first) = (run, step)
        while true {
            let one = tables.runs[run]
            let pattern = tables.patterns[one.pattern]
            let (length, offset) = (Int(pattern.length), scratch.offsets[Scratch.place(pattern.zone, slot)])
            for step in stride(from: first, to: length, by: 1) {
                let position = S.isForward ? step : length - 1 - step
                let time = tables.time(one, position, arrives: S.isForward)
                let stop = tables.patternStops[Int(pattern.stops) + position]
                guard visit(run, position, stop, offset + (S.isForward ? time : -time)) else { return }
            }
            guard let next = next(run, slot) else { return }
            (run, first) = (next, 1)
        }
    }

    /// The run that somebody may stay seated onto, in the direction of the search.
    func next(_ run: UInt32, _ slot: Int) -> UInt32? {
        guard tables.hasSeats, inSeat, let day = scratch.slots[slot] else { return nil }
        let next = S.isForward ? day.next[run] : day.previous[run]
        return next != Network.none && fits(next) && isAllowed(tables.runs[next].pattern) ? next : nil
    }

    /// The runs that somebody may get on at a place, for each pattern and day until told that no more are wanted.
    func runs(
        at place: UInt32, _ visit: (_ run: UInt32, _ position: Int, _ slot: Int, _ time: Int32) -> Bool
    ) {
        for number in tables.entries[Int(place)] {
            let entry = tables.entries.values[number]
            guard isAllowed(entry.pattern) else { continue }
            for slot in 0..<slotCount {
                guard let day = scratch.slots[slot] else { continue }
                let offset = scratch.offsets[Scratch.place(tables.patterns[entry.pattern].zone, slot)]
                tables.runs(at: entry, on: day, departing: S.isForward) { run, time in
                    visit(run, Int(entry.position), slot, offset + (S.isForward ? time : -time))
                }
            }
        }
    }
}
