internal import CSV
internal import Calendars
internal import FeatureKit
internal import RiderAcademy
internal import Rostering

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
    /// How many days are summed at most.
    private static let mostHourDays = 366

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
        let (first, last) = try days(from, to, most: Self.mostHourDays)
        let sums = try await store.read { snapshot in
            WorkedHours.sums(try plan(of: managed(franchise, call, snapshot), from: first, to: last, snapshot), by: by)
        }
        guard format == .csv else { return Media(type: "application/json", bytes: Array(sums.json.utf8)) }
        var csv = CSVWriter(guardsFormulas: true)
        csv.write(WorkedHours.columns)
        for sum in sums { csv.write(sum.cells) }
        return Media(type: "text/csv; charset=utf-8", bytes: csv.bytes)
    }

    /// What the caller worked on some days, both included, in all franchises, each by its own clock.
    /// - Parameter from: The first day.
    /// - Parameter to: The last day.
    /// - Parameter by: Whether each week or month is summed by itself.
    @Get("/hours/own", .user)
    func ownHours(
        @Text(10...10) from: String, @Text(10...10) to: String, by: WorkedHours.Period = .all, _ call: Call
    ) async throws -> [WorkedHours] {
        let (first, last) = try days(from, to, most: Self.mostHourDays)
        let person = try call.user()
        return try await store.read { WorkedHours.sums(try own(person, from: first, to: last, $0), by: by) }
    }

    /// What the caller worked this week and this month, where, and how much of the academy they completed.
    @Get("/profile", .user)
    func profile(_ call: Call) async throws -> Profile {
        let (person, today) = (try call.user(), Day(utc: clock.now))
        return try await store.read { snapshot in
            func sum(from first: Day) throws -> WorkedHours {
                WorkedHours.sums(try own(person, from: first, to: today, snapshot), by: .all).first
                    ?? WorkedHours(riderId: person, riderName: "")
            }
            return Profile(
                franchises: try snapshot.all(members, where: [.equals("person", person)]).map(\.view),
                week: try sum(from: today.monday), month: try sum(from: today.firstOfMonth),
                courses: try academy.completedCourses(of: person, snapshot))
        }
    }
}

extension WorkedHours {
    /// What each rider worked; open shifts are nobody's.
    static func sums(_ shifts: [Stored<Shift>], by period: Period) -> [WorkedHours] {
        sums(
            of: shifts.map(\.document).filter { !$0.isDraft && ($0.riderId != nil || $0.worked != nil) }.map { shift in
                Part(
                    person: shift.riderId, name: shift.riderName, day: Day(shift.date) ?? Day(utc: shift.startAt),
                    planned: shift.startAt.duration(to: shift.endAt), worked: shift.worked,
                    isBegun: shift.actualStart != nil, isLate: shift.isLate, leftEarly: shift.leftEarly,
                    isConfirmed: shift.isConfirmed)
            }, by: period)
    }
}
