extension Timetable {
    /// The timetable with changes of trips; they replace all that were applied before.
    public func applying(_ updates: [TripUpdate]) -> Timetable {
        var result = self
        result.reset()
        if !updates.isEmpty { result.apply(updates) }
        return result
    }

    private mutating func reset() {
        (tables, bounds, services, arena) = (plan.tables, plan.bounds, plan.services, plan.arena)
        (added, planned, ignoredUpdates) = ([], [:], 0)
        (daysAhead, views) = (plan.tables.daysAhead, DayViews())
    }

    private mutating func apply(_ updates: [TripUpdate]) {
        var calls: [Network.Call] = []
        var members: [PatternBuilder.Member] = []
        var gone: [UInt32: [Int]] = [:]
        var named: [DaySet: UInt32] = [:]
        func service(_ days: DaySet) -> UInt32 {
            if let known = named[days] { return known }
            services.append(days)
            named[days] = UInt32(services.count - 1)
            return UInt32(services.count - 1)
        }
        for update in updates {
            let day = update.day - days.first
            let run = plan.runs(of: update.trip).first {
                (update.start == nil || tables.runs[$0].start == update.start)
                    && services[Int(tables.runs[$0].service)].contains(day)
            }
            var trip = update.trip
            let own: [Network.Call]
            switch update.change {
            case .added(let new, let newCalls):
                guard new.line < lines.count, new.callCount == newCalls.count || new.callCount == 0 else {
                    ignoredUpdates += 1
                    continue
                }
                (trip, own) = (UInt32(plan.trips.count + added.count), newCalls)
            case .cancelled: own = []
            case .retimed(let newCalls), .replaced(let newCalls): own = newCalls
            }
            let isAdded = if case .added = update.change { true } else { false }
            let isCancelled = if case .cancelled = update.change { true } else { false }
            var isRight = isAdded || run.map { gone[$0]?.contains(day) != true } ?? false
            if case .retimed = update.change, let run {
                isRight = isRight && own.count == Int(tables.patterns[tables.runs[run].pattern].length)
            }
            let problem = Network.problem(of: own[...], trip: "", stops: stops.count)
            guard isRight, day >= 0, day < days.count, isCancelled || own.count > 1, own.count < 65_000, problem == nil
            else {
                ignoredUpdates += 1
                continue
            }
            if let run, !isAdded { gone[run, default: []].append(day) }
            guard !isCancelled else { continue }
            if case .added(let new, _) = update.change { added.append(new) }
            let line = isAdded ? added[added.count - 1].line : plan.trips[Int(trip)].line
            var days = DaySet(count: self.days.count)
            days.insert(day)
            let first = calls.count
            calls += own
            members.append(
                PatternBuilder.Member(
                    trip: trip, line: line, zone: lines[Int(line)].zone, service: service(days),
                    calls: first..<calls.count,
                    isAccessible: (isAdded ? added[added.count - 1] : plan.trips[Int(trip)]).wheelchair == .possible,
                    origin: isAdded ? Network.none : run ?? Network.none))
        }
        var runs = plan.tables.runs.values
        for (run, days) in gone {
            var left = services[Int(runs[Int(run)].service)]
            for day in days { left.remove(day) }
            runs[Int(run)].service = service(left)
        }
        build(members, calls: calls, planned: runs)
    }

    private mutating func build(_ members: [PatternBuilder.Member], calls: [Network.Call], planned runs: [Run]) {
        let base = plan.tables
        let live = Arena()
        var builder = PatternBuilder(
            firstPattern: base.patterns.count, firstStop: base.patternStops.count, firstRun: base.runs.count)
        builder.add(members, calls: calls) { member, call in
            plan.places.place(of: call.stop, line: member.line, trip: member.trip)
        }
        let patterns = base.patterns.values + builder.patterns
        let patternStops = base.patternStops.values + builder.patternStops
        let all = runs + builder.runs
        let events = live.column(builder.events)
        var seats = Seats()
        if plan.hasSeats {
            seats = Seats(
                plan.rules,
                trips: { [self] in
                    $0 < plan.trips.count ? plan.trips[Int($0)] : added[Int($0) - plan.trips.count]
                }, patterns: patterns, patternStops: patternStops, runs: all,
                event: { $0 < base.planned ? base.plannedEvents[$1] : events[$1] }, stops: stops, services: services,
                places: plan.places)
        }
        tables = Tables(
            patterns: patterns, patternStops: patternStops, runs: all, planned: base.patterns.count,
            plannedEvents: base.plannedEvents, liveEvents: events, places: base.places, seats: seats, in: live)
        for (number, origin) in builder.origins.enumerated() where origin != Network.none {
            planned[UInt32(base.runs.count + number)] = origin
        }
        // Somebody who makes up for a delay is quicker than planned.
        if plan.hasSeats || !bounds.holds(for: tables, from: base.patterns.count) {
            bounds = Bounds(tables, in: live)
        }
        (arena, daysAhead) = (live, tables.daysAhead)
    }
}
