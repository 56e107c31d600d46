internal import Columns
internal import Days

extension Timetable {
    /// The next departures of stops from a moment on, the first ones first.
    public func departures(of stops: [UInt32], from moment: Int, limit: Int, within: Int = 86_400) -> [Departure] {
        guard limit > 0 else { return [] }
        var result: [Departure] = []
        let first = day(at: moment) - days.first
        let reach = (min(max(0, within), 7 * 86_400) + 86_399) / 86_400
        let spread = zones.count > 1 ? 1 : 0
        for day in (first - tables.daysAhead - spread)...(first + reach + spread) {
            guard let view = view(of: day) else { continue }
            for stop in stops where stop < self.stops.count {
                plan.places.each(of: stop) { place in
                    for number in tables.entries[Int(place)] {
                        let entry = tables.entries.values[number]
                        let start = start(of: day, zone: Int(tables.patterns[entry.pattern].zone))
                        var left = limit
                        tables.runs(at: entry, on: view.slot, departing: true) { run, time in
                            guard start + Int(time) >= moment else { return true }
                            guard start + Int(time) <= moment + within, left > 0 else { return false }
                            left -= 1
                            let planned = self.moment(
                                of: tables.runs[run].planned, on: day + days.first, call: Int(entry.position),
                                arrives: false)
                            result.append(
                                Departure(
                                    run: run, day: day + days.first, call: Int(entry.position), stop: stop,
                                    moment: start + Int(time), planned: planned))
                            return true
                        }
                    }
                }
            }
            // Until here nobody else's days may take its place.
            withExtendedLifetime(view) {}
        }
        result.sort { ($0.moment, $0.run, $0.call) < ($1.moment, $1.run, $1.call) }
        return Array(result.prefix(limit))
    }
}
