internal import Columns
internal import Days
internal import Ways

extension Timetable {
    /// The timetable with changes of trips; they replace all that were applied before.
    public func applying(_ updates: [TripUpdate]) -> Timetable {
        var result = self
        result.state = plan.state
        if !updates.isEmpty { result.apply(updates) }
        return result
    }

    private mutating func apply(_ updates: [TripUpdate]) {
        let base = plan.state
        var builder = PatternBuilder(base.tables)
        var (services, added, ignored) = (base.services, base.added, 0)
        var (calls, members) = ([Network.Call](), [PatternBuilder.Member]())
        var gone: [UInt32: [Int]] = [:]
        func service(_ days: DaySet) -> UInt32 {
            services.append(days)
            return UInt32(services.count - 1)
        }
        for update in updates {
            let day = update.day - days.first
            guard let (run, own) = fitting(update, day), run.map({ gone[$0]?.contains(day) != true }) ?? true else {
                ignored += 1
                continue
            }
            if let run { gone[run, default: []].append(day) }
            guard let own else { continue }
            var number = update.trip
            if case .added(let new, _) = update.change {
                number = UInt32(plan.trips.count + added.count)
                added.append(new)
            }
            let trip = Int(number) < plan.trips.count ? plan.trips[Int(number)] : added[added.count - 1]
            var alone = DaySet(count: days.count)
            alone.insert(day)
            members.append(
                PatternBuilder.Member(
                    trip: number, line: trip.line, zone: lines[Int(trip.line)].zone, service: service(alone),
                    calls: calls.count..<calls.count + own.count, isAccessible: trip.wheelchair == .possible,
                    planned: run ?? Network.none))
            calls += own
        }
        for (run, days) in gone {
            var left = services[Int(builder.runs[Int(run)].service)]
            for day in days { left.remove(day) }
            builder.runs[Int(run)].service = service(left)
        }
        builder.add(members, calls: calls, plan.places)
        let seats = Seats(
            plan.rules, trip: { $0 < plan.trips.count ? plan.trips[Int($0)] : added[Int($0) - plan.trips.count] },
            builder, stops: stops, services: services, plan.places)
        let arena = Arena()
        let tables = Tables(builder, base.tables.places, seats, in: arena)
        // Somebody who makes up for a delay is quicker than planned.
        let hold = !tables.hasSeats && base.landmarks.hold(with: tables.rides(from: base.tables.patterns.count))
        state = State(
            tables: tables,
            landmarks: hold ? base.landmarks : Landmarks(tables.links, places: tables.places.count, in: arena),
            services: services, added: added, ignored: ignored, arena: arena)
    }

    /// The planned run and the new calls of a change on a day, where there are such; nil where it fits nothing.
    private func fitting(_ update: TripUpdate, _ day: Int) -> (run: UInt32?, calls: [Network.Call]?)? {
        guard day >= 0, day < days.count else { return nil }
        let tables = plan.state.tables
        let run = runs(of: update.trip).first {
            (update.start == nil || tables.runs[$0].start == update.start)
                && plan.state.services[Int(tables.runs[$0].service)].contains(day)
        }
        func isRight(_ calls: [Network.Call]) -> Bool {
            (2..<65_000).contains(calls.count) && Network.problem(of: calls[...], trip: "", stops: stops.count) == nil
        }
        switch update.change {
        case .added(let trip, let calls):
            let isWhole = trip.line < lines.count && (trip.callCount == calls.count || trip.callCount == 0)
            return isWhole && isRight(calls) ? (nil, calls) : nil
        case .cancelled: return run.map { ($0, nil) }
        case .retimed(let calls):
            guard let run, calls.count == Int(tables.patterns[tables.runs[run].pattern].length) else { return nil }
            return isRight(calls) ? (run, calls) : nil
        case .replaced(let calls): return run.flatMap { isRight(calls) ? ($0, calls) : nil }
        }
    }
}
