internal import Columns

extension Timetable {
    /// The next departures of stops from a moment on, the first ones first.
    public func departures(of stops: [UInt32], from moment: Int, limit: Int, within: Int = 86_400) -> [Departure] {
        guard limit > 0 else { return [] }
        var result: [Departure] = []
        let first = day(at: moment) - days.first
        let reach = (min(max(0, within), 7 * 86_400) + 86_399) / 86_400
        let spread = zones.count > 1 ? 1 : 0
        for day in (first - tables.daysAhead - spread)...(first + reach + spread) {
            guard let slot = view(of: day)?.slot else { continue }
            for stop in stops where stop < self.stops.count {
                plan.places.each(of: stop) { place in
                    for entry in tables.entries[Int(place)] {
                        result += departures(
                            tables.entries.values[entry], stop, day, slot, moment...(moment + within), limit)
                    }
                }
            }
        }
        result.sort { ($0.moment, $0.run, $0.call) < ($1.moment, $1.run, $1.call) }
        return Array(result.prefix(limit))
    }

    /// The departures of a pattern on a day within some time.
    private func departures(
        _ entry: Tables.Entry, _ stop: UInt32, _ day: Int, _ slot: DaySlot, _ window: ClosedRange<Int>, _ limit: Int
    ) -> [Departure] {
        let pattern = tables.patterns[entry.pattern]
        let call = Int(entry.position)
        guard tables.patternStops[Int(pattern.stops) + call] & PatternStop.pickup != 0, entry.reversed > 0 else {
            return []
        }
        let row = slot.rows[entry.pattern]
        let start = start(of: day, zone: Int(pattern.zone))
        func time(_ order: Int) -> Int {
            let run = slot.entries[order]
            return start + Int(run.start + tables.events[Int(run.profile) + 2 * call + 1])
        }
        let end = Int(row.first + row.count)
        var (low, high) = (Int(row.first), end)
        while low < high {
            let middle = (low + high) / 2
            if time(middle) >= window.lowerBound { high = middle } else { low = middle + 1 }
        }
        return (low..<min(end, low + limit)).lazy.prefix { time($0) <= window.upperBound }.map { order in
            let run = slot.entries[order].run
            let planned = moment(
                of: state.planned[run] ?? run, on: day + days.first, call: call, arrives: false)
            return Departure(
                run: run, day: day + days.first, call: call, stop: stop, moment: time(order), planned: planned)
        }
    }
}
