extension Search {
    /// What was found as times alone.
    func outline(_ found: Found) -> Planner.Outline {
        let ends = (moment(found.start), moment(found.time))
        return Planner.Outline(
            departure: S.isForward ? ends.0 : ends.1, arrival: S.isForward ? ends.1 : ends.0, rides: Int(found.round))
    }

    private func moment(_ time: Int32) -> Int { origin + Int(S.isForward ? time : -time) }

    /// The journey that was found; legs are followed back to where the search started.
    func journey(_ found: Found, in timetable: Timetable) -> Journey? {
        var rides: [Journey.Ride] = []
        var state = Int(found.state)
        var round = Int(found.round)
        let end = Int(found.state) % places
        var start = end
        while round > 0 {
            let label = scratch.rides[round * scratch.states + state]
            guard let ride = ride(label, in: timetable) else { return nil }
            rides.append(ride)
            let boarded = tables.patterns[tables.runs[label.boarded].pattern]
            start = Int(tables.patternStops[Int(boarded.stops) + Int(label.board)] & PatternStop.place)
            state = label.layer * places + start
            round -= 1
            let from = scratch.ready[round * scratch.states + state].from
            if round > 0 { state = Int(from) }
        }
        if S.isForward { rides.reverse() }
        return journey(rides, start: start, end: end, in: timetable)
    }

    /// The journey of rides in the order of time, with the walks at both ends and between them.
    func journey(_ rides: [Journey.Ride], start: Int, end: Int, in timetable: Timetable) -> Journey? {
        guard let first = rides.first, let last = rides.last else { return nil }
        var legs: [Journey.Leg] = []
        let (one, two) = S.isForward ? (start, end) : (end, start)
        let access =
            S.isForward ? (scratch.access[one], scratch.accessBy[one]) : (scratch.egress[one], scratch.egressBy[one])
        let egress =
            S.isForward ? (scratch.egress[two], scratch.egressBy[two]) : (scratch.access[two], scratch.accessBy[two])
        let departure = first.departure - Int(access.0)
        let arrival = last.arrival + Int(egress.0)
        if access.0 > 0 || access.1 != Network.none && access.1 != tables.places.stops[one] {
            legs.append(
                .walk(
                    Journey.Walk(
                        from: access.1 == Network.none ? nil : access.1, to: tables.places.stops[one],
                        departure: departure, arrival: first.departure)))
        }
        for (number, ride) in rides.enumerated() {
            if number > 0 {
                let before = rides[number - 1]
                let (from, to) = (place(before, isEnd: true, timetable), place(ride, isEnd: false, timetable))
                if from.stop != to.stop, let seconds = walk(from.place, to.place) {
                    legs.append(
                        .walk(
                            Journey.Walk(
                                from: from.stop, to: to.stop, departure: before.arrival,
                                arrival: before.arrival + Int(seconds))))
                }
            }
            legs.append(.ride(ride))
        }
        if egress.0 > 0 || egress.1 != Network.none && egress.1 != tables.places.stops[two] {
            legs.append(
                .walk(
                    Journey.Walk(
                        from: tables.places.stops[two], to: egress.1 == Network.none ? nil : egress.1,
                        departure: last.arrival, arrival: arrival)))
        }
        return Journey(departure: departure, arrival: arrival, legs: legs)
    }

    /// The ride of a label, in the order of time.
    func ride(_ label: RideLabel, in timetable: Timetable) -> Journey.Ride? {
        var runs = [label.boarded]
        while let last = runs.last, last != label.run {
            guard runs.count < 1_000, let next = next(last, label.slot) else { return nil }
            runs.append(next)
        }
        let positions = (Int(label.board), Int(label.alight))
        if !S.isForward { runs.reverse() }
        let (board, alight) = S.isForward ? positions : (positions.1, positions.0)
        let parts = runs.enumerated().map { number, run in
            let length = Int(tables.patterns[tables.runs[run].pattern].length)
            return Journey.Part(
                run: run, day: firstDay + label.slot + timetable.days.first, board: number == 0 ? board : 0,
                alight: number == runs.count - 1 ? alight : length - 1)
        }
        guard let first = parts.first, let last = parts.last else { return nil }
        return Journey.Ride(
            parts: parts, departure: timetable.moment(of: first.run, on: first.day, call: first.board, arrives: false),
            arrival: timetable.moment(of: last.run, on: last.day, call: last.alight, arrives: true))
    }

    private func place(_ ride: Journey.Ride, isEnd: Bool, _ timetable: Timetable) -> (place: Int, stop: UInt32) {
        guard let part = isEnd ? ride.parts.last : ride.parts.first else { return (0, 0) }
        let pattern = tables.patterns[tables.runs[part.run].pattern]
        let place = Int(
            tables.patternStops[Int(pattern.stops) + (isEnd ? part.alight : part.board)] & PatternStop.place)
        return (place, tables.places.stops[place])
    }

    private func walk(_ from: Int, _ to: Int) -> Int32? {
        tables.places.footOffsets.range(from).lazy.map { tables.places.feet[$0] }.first { $0.to == UInt32(to) }?.seconds
    }
}

extension Timetable {
    /// When a run is at a call on a service day, in seconds since 1970.
    public func moment(of run: UInt32, on day: Int, call: Int, arrives: Bool) -> Int {
        guard run < tables.runs.count else { return 0 }
        let one = tables.runs[run]
        let pattern = tables.patterns[one.pattern]
        guard call >= 0, call < Int(pattern.length) else { return 0 }
        let event = tables.events(of: Int(one.pattern))[Int(one.profile) + 2 * call + (arrives ? 0 : 1)]
        return moment(day: day, seconds: one.start + event, zone: pattern.zone)
    }

    /// The next departures of stops from a moment on, the first ones first.
    public func departures(of stops: [UInt32], from moment: Int, limit: Int, within: Int = 86_400) -> [Departure] {
        guard limit > 0 else { return [] }
        var result: [Departure] = []
        let first = day(at: moment) - days.first
        let reach = (min(max(0, within), 7 * 86_400) + 86_399) / 86_400
        let spread = zones.count > 1 ? 1 : 0
        for day in (first - daysAhead - spread)...(first + reach + spread) {
            guard let view = view(of: day) else { continue }
            for stop in stops where stop < self.stops.count {
                for place in plan.places.places(of: stop) {
                    for entry in tables.entryOffsets.range(Int(place)) {
                        append(tables.entries[entry], stop, day, view, moment...(moment + within), limit, to: &result)
                    }
                }
            }
        }
        result.sort { ($0.moment, $0.run, $0.call) < ($1.moment, $1.run, $1.call) }
        return Array(result.prefix(limit))
    }

    private func append(
        _ entry: Tables.Entry, _ stop: UInt32, _ day: Int, _ view: DayView, _ window: ClosedRange<Int>, _ limit: Int,
        to result: inout [Departure]
    ) {
        let pattern = tables.patterns[entry.pattern]
        let call = Int(entry.position)
        guard tables.patternStops[Int(pattern.stops) + call] & PatternStop.pickup != 0, entry.reversed > 0 else {
            return
        }
        let row = view.rows[entry.pattern]
        let start = start(of: day, zone: Int(pattern.zone))
        let events = tables.events(of: Int(entry.pattern))
        func time(_ place: Int) -> Int {
            let run = view.entries[place]
            return start + Int(run.start + events[Int(run.profile) + 2 * call + 1])
        }
        var (low, high) = (Int(row.first), Int(row.first + row.count))
        let end = high
        while low < high {
            let middle = (low + high) / 2
            if time(middle) >= window.lowerBound { high = middle } else { low = middle + 1 }
        }
        for place in low..<min(end, low + limit) where time(place) <= window.upperBound {
            let run = view.entries[place].run
            let day = day + days.first
            result.append(
                Departure(
                    run: run, day: day, call: call, stop: stop, moment: time(place),
                    planned: moment(of: planned[run] ?? run, on: day, call: call, arrives: false)))
        }
    }
}
