extension Planner {
    /// A search for a query, or nil where it starts nowhere.
    func ready<S: Sense>(_ query: Query, in timetable: Timetable, _ sense: S.Type) -> Search<S>? {
        let layers = min(query.via.count, Self.mostVia) + 1
        let scratch: Scratch
        if let known = self.scratch, known.fits(timetable, layers: layers) {
            scratch = known
        } else {
            scratch = Scratch(timetable, layers: layers)
            self.scratch = scratch
        }
        let window = query.window
        let moment: Int
        switch query.when {
        case .departing(let at): moment = at
        case .arriving(let by): moment = by
        default: moment = (S.isForward ? window?.lowerBound : window?.upperBound) ?? 0
        }
        let longest = min(max(1, query.longest), Self.longestJourney)
        let zones = timetable.zones.count
        let first = timetable.day(at: moment) - timetable.days.first
        let reach = (Int(longest) + (window.map { $0.upperBound - $0.lowerBound } ?? 0) + 86_399) / 86_400
        let spread = zones > 1 ? 1 : 0
        let from = first - timetable.daysAhead - spread - (S.isForward ? 0 : reach)
        let through = first + spread + (S.isForward ? reach : 1)
        let slots = min(through - from + 1, Scratch.mostSlots)
        let origin = timetable.start(of: first, zone: 0)
        held.removeAll(keepingCapacity: true)
        for slot in 0..<slots {
            let view = timetable.view(of: from + slot)
            scratch.slots[slot] = view.map {
                DaySlot(rows: $0.rows, entries: $0.entries, starts: $0.starts, active: $0.active)
            }
            if let view { held.append(view) }
            for zone in 0..<zones {
                let offset = Int32(timetable.start(of: from + slot, zone: zone) - origin)
                scratch.offsets[zone * Scratch.mostSlots + slot] = S.isForward ? offset : -offset
            }
        }
        var search = Search<S>(
            tables: timetable.tables, scratch: scratch, places: timetable.tables.places.count, layers: layers,
            hasRows: window != nil, firstDay: from, slotCount: slots, zoneCount: zones, origin: origin,
            slack: max(0, query.slack), wheelchair: query.wheelchair, isFiltered: query.isFiltered,
            inSeat: query.inSeat, mostRides: min(max(1, query.maxTransfers + 1), Scratch.mostRounds), longest: longest,
            bounds: timetable.bounds.seconds)
        for (group, stops) in query.via.prefix(Self.mostVia).enumerated() {
            let bit = UInt8(1) << UInt8(S.isForward ? group : layers - 2 - group)
            for stop in stops where stop < timetable.stops.count {
                scratch.via[stop] |= bit
                for part in timetable.plan.places.parts[stop] ?? [] { scratch.via[part] |= bit }
            }
        }
        if search.isFiltered {
            for (number, line) in timetable.lines.enumerated() {
                scratch.lineAllowed[number] = query.allows(UInt32(number), line)
            }
        }
        let (starts, ends) = S.isForward ? (query.from, query.to) : (query.to, query.from)
        search.add(starts, to: timetable, isStart: true)
        search.add(ends, to: timetable, isStart: false)
        for number in 0..<search.egressCount {
            let place = scratch.egressList[number]
            search.endBounds.add(place, walk: scratch.egress[place], search.bounds, isForward: S.isForward)
        }
        search.directWalk = layers == 1 ? query.directWalk.map { max(0, $0) } ?? Places.never : Places.never
        for place in starts where place.walk == 0 && place.stop < timetable.stops.count && layers == 1 {
            for foot in timetable.feet(from: place.stop, isForward: S.isForward)
            where ends.contains(where: { $0.stop == foot.stop && $0.walk == 0 }) {
                search.directWalk = min(search.directWalk, foot.seconds)
            }
        }
        if search.accessCount == 0 {
            finish(search)
            return nil
        }
        return search
    }

    /// Forgets a search, so that the next one can start.
    func finish<S: Sense>(_ search: Search<S>) {
        let scratch = search.scratch
        work = Work(rounds: search.rounds, patterns: search.scannedRoutes)
        if search.hasRows {
            for state in 0..<(search.mostRides + 1) * scratch.states {
                scratch.bestRide[state] = .max
                scratch.bestReady[state] = .max
            }
        } else {
            for round in 0...search.lastRound {
                let row = round * scratch.states
                for place in 0..<Int(scratch.counts[round]) { scratch.bestRide[scratch.alighted[row + place]] = .max }
                for place in 0..<Int(scratch.counts[Scratch.mostRounds + 1 + round]) {
                    scratch.bestReady[scratch.marked[row + place]] = .max
                }
            }
        }
        for place in 0..<scratch.counts.count { scratch.counts[place] = 0 }
        scratch.bestEnd.fill(.max)
        for place in 0..<search.accessCount { scratch.access[scratch.accessList[place]] = -1 }
        for place in 0..<search.egressCount { scratch.egress[scratch.egressList[place]] = -1 }
        for place in 0..<search.seatedCount { scratch.seats[scratch.seated[place]] = .max }
        if search.isFiltered { scratch.lineAllowed.fill(true) }
        if search.layers > 1 { scratch.via.fill(0) }
        held.removeAll(keepingCapacity: true)
    }

    /// The journey on foot alone, where there is one.
    func walkAlone(_ query: Query, in timetable: Timetable) -> [Journey] {
        guard query.via.isEmpty else { return [] }
        var walk: (seconds: Int32, from: UInt32?, to: UInt32?)?
        if let direct = query.directWalk { walk = (direct, nil, nil) }
        for place in query.from where place.walk == 0 && place.stop < timetable.stops.count {
            for foot in timetable.feet(from: place.stop, isForward: true)
            where foot.seconds < walk?.seconds ?? Places.never
                && query.to.contains(where: { $0.stop == foot.stop && $0.walk == 0 })
            { walk = (foot.seconds, place.stop, foot.stop) }
        }
        guard let walk, walk.seconds <= query.longest else { return [] }
        let departure: Int
        switch query.when {
        case .departing(let at): departure = at
        case .arriving(let by): departure = by - Int(walk.seconds)
        case .departingWithin(let first, _): departure = first
        case .arrivingWithin(_, let last): departure = last - Int(walk.seconds)
        }
        let arrival = departure + Int(walk.seconds)
        let leg = Journey.Walk(from: walk.from, to: walk.to, departure: departure, arrival: arrival)
        return [Journey(departure: departure, arrival: arrival, legs: [.walk(leg)])]
    }
}

extension Search {
    /// The time of a query in the direction of the search.
    func moment(_ query: Query) -> Int32 {
        switch query.when {
        case .departing(let at), .arriving(let at): Int32(S.isForward ? at - origin : origin - at)
        default: 0
        }
    }

    /// Notes where a query starts or ends, with the walks from there.
    mutating func add(_ ends: [Query.Place], to timetable: Timetable, isStart: Bool) {
        for end in ends where end.stop < timetable.stops.count && end.walk >= 0 {
            note(end.stop, end.walk, by: Network.none, timetable, isStart)
            guard end.walk == 0 else { continue }
            for foot in timetable.feet(from: end.stop, isForward: isStart == S.isForward) {
                note(foot.stop, foot.seconds, by: end.stop, timetable, isStart)
            }
        }
    }

    private mutating func note(_ stop: UInt32, _ walk: Int32, by: UInt32, _ timetable: Timetable, _ isStart: Bool) {
        note(stop, walk, by: by, isStart)
        for part in timetable.plan.places.parts[stop] ?? [] { note(part, walk, by: by, isStart) }
    }

    private mutating func note(_ place: UInt32, _ walk: Int32, by: UInt32, _ isStart: Bool) {
        let (walks, stops) = isStart ? (scratch.access, scratch.accessBy) : (scratch.egress, scratch.egressBy)
        if walks[place] < 0 {
            if isStart {
                scratch.accessList[accessCount] = place
                accessCount += 1
            } else {
                scratch.egressList[egressCount] = place
                egressCount += 1
            }
        } else if walks[place] <= walk {
            return
        }
        (walks[place], stops[place]) = (walk, by)
    }
}

extension Timetable {
    /// The walks from a stop to other ones, or back from it.
    func feet(from stop: UInt32, isForward: Bool) -> FootSequence {
        let offsets = isForward ? tables.places.footOffsets : tables.places.backOffsets
        return FootSequence(
            feet: isForward ? tables.places.feet : tables.places.backFeet, stops: tables.places.stops,
            range: offsets.range(Int(stop)))
    }
}

/// Walks with the stops that they lead to.
struct FootSequence: Sequence, IteratorProtocol {
    let feet: Column<Places.Foot>
    let stops: Column<UInt32>
    var range: Range<Int>

    mutating func next() -> (stop: UInt32, seconds: Int32)? {
        while let place = range.popFirst() {
            // Parts of stops are for changes alone.
            let foot = feet[place]
            if stops[foot.to] == foot.to { return (foot.to, foot.seconds) }
        }
        return nil
    }
}

extension Query {
    /// Whether not all lines may be used.
    var isFiltered: Bool { modes != nil || lines != nil || !bannedLines.isEmpty }

    func allows(_ number: UInt32, _ line: Network.Line) -> Bool {
        (modes?.contains(line.mode) ?? true) && (lines?.contains(number) ?? true) && !bannedLines.contains(number)
    }
}
