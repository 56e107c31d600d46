internal import Columns
internal import Days
internal import Ways

extension Search {
    /// The journey that was found; legs are followed back to where the search started.
    func journey(_ found: Planner.Outline, in timetable: Timetable) -> Journey? {
        var rides: [Journey.Ride] = []
        var state = Int(found.state)
        for round in stride(from: found.rides, to: 0, by: -1) {
            let label = scratch.rides[round, state]
            guard let ride = ride(label, in: timetable) else { return nil }
            rides.append(ride)
            state = label.layer * tables.places.count + tables.place(of: label.boarded, at: Int(label.board))
            if round > 1 { state = Int(scratch.ready[round - 1, state]) }
        }
        return journey(S.isForward ? rides.reversed() : rides)
    }

    /// The journey of rides in the order of time, with the walks at both ends and between them.
    func journey(_ rides: [Journey.Ride]) -> Journey? {
        guard let first = rides.first, let last = rides.last else { return nil }
        let (start, end) = (place(first, isEnd: false), place(last, isEnd: true))
        let (before, after) = S.isForward ? (access, egress) : (egress, access)
        let stops = tables.places.stops
        let departure = first.departure - Int(before.walks[start])
        let arrival = last.arrival + Int(after.walks[end])
        var legs: [Journey.Leg] = []
        func walk(_ from: UInt32?, _ to: UInt32?, _ departure: Int, _ arrival: Int) {
            legs.append(.walk(Journey.Walk(from: from, to: to, departure: departure, arrival: arrival)))
        }
        if before.isWalked(start, stops[start]) {
            walk(before.stop(start), stops[start], departure, first.departure)
        }
        for (number, ride) in rides.enumerated() {
            if number > 0 {
                let from = place(rides[number - 1], isEnd: true), to = place(ride, isEnd: false)
                let feet = tables.places.feet
                let foot = feet[from].lazy.map { feet.values[$0] }.first { $0.to == to }
                if stops[from] != stops[to], let foot {
                    let time = rides[number - 1].arrival
                    walk(stops[from], stops[to], time, time + Int(foot.length))
                }
            }
            legs.append(.ride(ride))
        }
        if after.isWalked(end, stops[end]) { walk(stops[end], after.stop(end), last.arrival, arrival) }
        return Journey(departure: departure, arrival: arrival, legs: legs)
    }

    private func place(_ ride: Journey.Ride, isEnd: Bool) -> Int {
        let part = ride.parts[isEnd ? ride.parts.count - 1 : 0]
        return tables.place(of: part.run, at: isEnd ? part.alight : part.board)
    }

    /// The ride of a label, in the order of time.
    func ride(_ label: RideLabel, in timetable: Timetable) -> Journey.Ride? {
        var runs = [label.boarded]
        while let last = runs.last, last != label.run {
            guard runs.count < 1_000, let next = next(last, label.slot) else { return nil }
            runs.append(next)
        }
        var (board, alight) = (Int(label.board), Int(label.alight))
        if !S.isForward {
            runs.reverse()
            swap(&board, &alight)
        }
        let parts = runs.enumerated().map { number, run in
            let length = Int(tables.patterns[tables.runs[run].pattern].length)
            return Journey.Part(
                run: run, day: firstDay + label.slot + timetable.days.first, board: number == 0 ? board : 0,
                alight: number == runs.count - 1 ? alight : length - 1)
        }
        return Journey.Ride(
            parts: parts, departure: timetable.moment(of: runs[0], on: parts[0].day, call: board, arrives: false),
            arrival: timetable.moment(of: runs[runs.count - 1], on: parts[0].day, call: alight, arrives: true))
    }
}

extension Ends {
    /// The stop that the walk to a place goes by, if it is one.
    fileprivate func stop(_ place: Int) -> UInt32? { stops[place] == Network.none ? nil : stops[place] }

    /// Whether somebody walks between a place of a stop and there.
    fileprivate func isWalked(_ place: Int, _ stop: UInt32) -> Bool {
        walks[place] > 0 || stops[place] != Network.none && stops[place] != stop
    }
}
