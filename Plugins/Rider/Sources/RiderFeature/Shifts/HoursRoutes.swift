internal import Calendars
internal import FeatureKit
internal import RiderAcademy
internal import Rostering

/// What a franchise's riders do today.
@Record struct Board: Equatable {
    /// A shift of today, and how it goes.
    @Record struct Entry: Equatable {
        /// The shift.
        var shift: Shift.View
        /// How it goes.
        var state: WorkState
    }

    /// Today, by the clock of the franchise.
    @Text(10...10) var date: String
    /// The published shifts of today and those of yesterday that are worked on, the earliest first.
    @Count(0...2_000) var entries: [Entry]
}

/// What the caller worked, and learned.
@Record struct Profile: Equatable {
    /// Where they work.
    @Count(0...1_000) var franchises: [FranchiseMember.View]
    /// This week, by UTC.
    var week: WorkedHours
    /// This month.
    var month: WorkedHours
    /// How many courses of the academy they completed.
    var courses: Int
}

enum HoursFormat: String, CaseIterable, Shaped { case json, csv }

@Routes("rider", as: "hoursRoutes") extension RiderService {
    /// What each rider of a franchise worked on some days, both included, for its managers.
    /// - Parameter from: The first day, by the clock of the franchise.
    /// - Parameter to: The last day.
    /// - Parameter by: Whether each week or month is summed by itself.
    /// - Parameter format: As data, or as comma-separated values for payroll, with hours in decimals.
    @Get("/franchises/{franchise}/hours", .user)
    func hours(
        franchise: ID<Franchise>, @Text(10...10) from: String, @Text(10...10) to: String, by: WorkedHours.Period = .all,
        format: HoursFormat = .json, _ call: Call
    ) async throws -> Media {
        let days = try days(from, to, most: 366)
        let sums = try await store.read { snapshot in
            let all = try plan(of: managed(franchise, call, snapshot), on: days, snapshot).map(\.document)
            return WorkedHours.sums(of: all.filter { !$0.isDraft }, by: by)
        }
        return format == .csv
            ? Media(type: "text/csv; charset=utf-8", bytes: WorkedHours.csv(sums))
            : Media(type: "application/json", bytes: Array(sums.json.utf8))
    }

    /// What the caller worked on some days, both included, in all franchises, each by its own clock.
    /// - Parameter from: The first day.
    /// - Parameter to: The last day.
    /// - Parameter by: Whether each week or month is summed by itself.
    @Get("/hours/own", .user)
    func ownHours(
        @Text(10...10) from: String, @Text(10...10) to: String, by: WorkedHours.Period = .all, _ call: Call
    ) async throws -> [WorkedHours] {
        let (person, days) = (try call.user(), try days(from, to, most: 366))
        return try await store.read { WorkedHours.sums(of: try own(person, on: days, $0).map(\.document), by: by) }
    }

    /// What the caller worked this week and this month, where, and how much of the academy they completed.
    @Get("/profile", .user)
    func profile(_ call: Call) async throws -> Profile {
        let (person, today) = (try call.user(), Day(utc: clock.now))
        return try await store.read { snapshot in
            func sum(from first: Day) throws -> WorkedHours {
                WorkedHours.sum(of: try own(person, on: first...today, snapshot).map(\.document), by: person)
            }
            return Profile(
                franchises: try snapshot.all(members, where: [.equals("person", person)]).map(\.view),
                week: try sum(from: today.monday), month: try sum(from: today.firstOfMonth),
                courses: try academy.completedCourses(of: person, snapshot))
        }
    }

    /// What a franchise's riders do today, for its managers, and whenever that changes.
    @Stream("/franchises/{franchise}/board", .user)
    func board(franchise: ID<Franchise>, _ call: Call, _ out: ReplyStream<Board>) async throws {
        try await out.send(try await boardNow(franchise, call))
        // The first value is that of a change before, or comes with the next change.
        for await _ in try boards.values(of: franchise) { try await out.send(try await boardNow(franchise, call)) }
    }

    /// Who manages the franchise is looked up each time: it may be somebody else by now.
    private func boardNow(_ franchise: ID<Franchise>, _ call: Call) async throws -> Board {
        let (now, window) = (clock.now, settings.window)
        return try await store.read { snapshot in
            let found = try managed(franchise, call, snapshot)
            let zone = try zone(of: found.document)
            let today = zone.day(at: now)
            deadlines.set(.midnight(franchise), at: zone.moment(today.advanced(by: 1), .midnight))
            let near = try plan(of: found, on: today.advanced(by: -1)...today, snapshot).filter {
                !$0.document.isDraft && ($0.document.date == today.description || $0.document.status == .active)
            }
            return Board(
                date: today.description,
                entries: near.prefix(2_000).map {
                    Board.Entry(shift: $0.seen, state: $0.document.state(at: now, window: window))
                })
        }
    }
}
