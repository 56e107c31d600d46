internal import Columns
internal import Days
internal import Ways

extension Planner {
    /// A search for a query, or nil where it starts nowhere.
    func ready<S: Sense>(_ query: Query, in timetable: Timetable, _ sense: S.Type) -> Search<S>? {
        let layers = min(query.via.count, Self.mostVia) + 1
        let known = self.scratch.flatMap { $0.fits(timetable, layers: layers) ? $0 : nil }
        let scratch = known ?? Scratch(timetable, layers: layers)
        self.scratch = scratch
        let (moments, isRange) = query.window
        let longest = min(max(1, query.longest), Self.longestJourney)
        let first = timetable.day(at: S.isForward ? moments.lowerBound : moments.upperBound) - timetable.days.first
        let reach = (Int(longest) + moments.upperBound - moments.lowerBound + 86_399) / 86_400
        let spread = timetable.zones.count > 1 ? 1 : 0
        let from = first - timetable.tables.daysAhead - spread - (S.isForward ? 0 : reach)
        let through = first + spread + (S.isForward ? reach : 1)
        let slots = min(through - from + 1, Scratch.mostSlots)
        let origin = timetable.start(of: first, zone: 0)
        held.removeAll(keepingCapacity: true)
        for slot in 0..<slots {
            let view = timetable.view(of: from + slot)
            scratch.slots[slot] = view?.slot
            if let view { held.append(view) }
            for zone in timetable.zones.indices {
                let offset = Int32(timetable.start(of: from + slot, zone: zone) - origin)
                scratch.offsets[zone * Scratch.mostSlots + slot] = S.isForward ? offset : -offset
            }
        }
        let window = (Int32(moments.lowerBound - origin), Int32(moments.upperBound - origin))
        var search = Search<S>(
            tables: timetable.tables, scratch: scratch, layers: layers, hasRows: isRange, firstDay: from,
            slotCount: slots, origin: origin, window: S.isForward ? window.0...window.1 : -window.1...(-window.0),
            slack: max(0, query.slack), wheelchair: query.wheelchair, isFiltered: query.isFiltered,
            inSeat: query.inSeat, mostRides: min(max(1, query.maxTransfers + 1), Scratch.mostRounds), longest: longest,
            directWalk: timetable.walk(query)?.seconds ?? Places.never, access: scratch.access, egress: scratch.egress)
        for (group, stops) in query.via.prefix(Self.mostVia).enumerated() {
            let bit = UInt8(1) << UInt8(S.isForward ? group : layers - 2 - group)
            for stop in stops where stop < timetable.stops.count {
                timetable.plan.places.each(of: stop) { scratch.via[$0] |= bit }
            }
        }
        if search.isFiltered {
            for (number, line) in timetable.lines.enumerated() {
                scratch.lineAllowed[number] = query.allows(UInt32(number), line)
            }
        }
        let (starts, ends) = S.isForward ? (query.from, query.to) : (query.to, query.from)
        timetable.note(starts, in: &search.access, isForward: S.isForward)
        timetable.note(ends, in: &search.egress, isForward: !S.isForward)
        var goal = Landmarks.Goal(timetable.state.landmarks, isForward: S.isForward)
        for number in 0..<search.egress.count {
            let place = search.egress.list[number]
            goal.add(place, rest: search.egress.walks[place])
        }
        goal.fill(scratch.least)
        if search.access.count > 0 { return search }
        finish(search)
        return nil
    }

    /// Forgets a search, so that the next one can start.
    func finish<S: Sense>(_ search: Search<S>) {
        let scratch = search.scratch
        work = (search.rounds, search.scannedRoutes)
        scratch.rides.forget()
        scratch.ready.forget()
        scratch.bestEnd.fill(.max)
        scratch.ridden.fill(Ridden.none)
        search.access.forget()
        search.egress.forget()
        if search.tables.hasSeats, search.inSeat {
            for seat in 0..<search.slotCount * search.layers * search.tables.runs.count { scratch.seats[seat] = .max }
            scratch.seated.fill(Ridden.none)
        }
        if search.isFiltered { scratch.lineAllowed.fill(true) }
        if search.layers > 1 { scratch.via.fill(0) }
        held.removeAll(keepingCapacity: true)
    }
}

extension Timetable {
    /// Notes where a query starts or ends, with the walks from there or, going back, to there.
    fileprivate func note(_ places: [Query.Place], in ends: inout Ends, isForward: Bool) {
        for place in places where place.stop < stops.count && place.walk >= 0 {
            plan.places.each(of: place.stop) { ends.note($0, place.walk, by: Network.none) }
            guard place.walk == 0 else { continue }
            eachFoot(of: place.stop, isForward: isForward) { stop, seconds in
                plan.places.each(of: stop) { ends.note($0, seconds, by: place.stop) }
            }
        }
    }

    /// Goes through the walks from a stop to other ones or, going back, to it; parts of stops are for changes alone.
    private func eachFoot(of stop: UInt32, isForward: Bool, _ visit: (_ stop: UInt32, _ seconds: Int32) -> Void) {
        let feet = isForward ? tables.places.feet : tables.places.backFeet
        for place in feet[Int(stop)] {
            let foot = feet.values[place]
            if tables.places.stops[foot.to] == foot.to { visit(foot.to, foot.length) }
        }
    }

    /// The shortest walk of a query without any ride, with the stops between which a footpath leads.
    fileprivate func walk(_ query: Query) -> (seconds: Int32, from: UInt32?, to: UInt32?)? {
        guard query.via.isEmpty else { return nil }
        var best: (seconds: Int32, from: UInt32?, to: UInt32?)? = query.directWalk.map { (max(0, $0), nil, nil) }
        for place in query.from where place.walk == 0 && place.stop < stops.count {
            eachFoot(of: place.stop, isForward: true) { stop, seconds in
                guard seconds < best?.seconds ?? Places.never,
                    query.to.contains(where: { $0.stop == stop && $0.walk == 0 })
                else { return }
                best = (seconds, place.stop, stop)
            }
        }
        return best
    }

    /// The journey of a query on foot alone, where there is one.
    func walkAlone(_ query: Query) -> [Journey] {
        guard let walk = walk(query), walk.seconds <= query.longest else { return [] }
        let departure =
            switch query.when {
            case .departing(let moment), .departingWithin(let moment, _): moment
            case .arriving(let moment), .arrivingWithin(_, let moment): moment - Int(walk.seconds)
            }
        let arrival = departure + Int(walk.seconds)
        let leg = Journey.Walk(from: walk.from, to: walk.to, departure: departure, arrival: arrival)
        return [Journey(departure: departure, arrival: arrival, legs: [.walk(leg)])]
    }
}

extension Query {
    /// Whether not all lines may be used.
    var isFiltered: Bool { modes != nil || lines != nil || !bannedLines.isEmpty }

    func allows(_ number: UInt32, _ line: Network.Line) -> Bool {
        (modes?.contains(line.mode) ?? true) && (lines?.contains(number) ?? true) && !bannedLines.contains(number)
    }

    /// The first and the last moment to depart or to arrive, and whether all departures or arrivals between count.
    var window: (moments: ClosedRange<Int>, isRange: Bool) {
        switch when {
        case .departing(let at), .arriving(let at): (at...at, false)
        case .departingWithin(let first, let last), .arrivingWithin(let first, let last):
            (first...max(first, min(last, first + Planner.longestWindow)), true)
        }
    }
}
