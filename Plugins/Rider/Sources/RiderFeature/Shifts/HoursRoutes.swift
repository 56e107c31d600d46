internal import CSV
internal import Calendars
internal import FeatureKit
internal import RiderAcademy
internal import Rostering

/// What somebody worked.
@Record struct WorkedHours: Equatable {
    /// The key of the rider; absent for those whose account is deleted.
    @Text(1...256) var riderId: String?
    /// The name of the rider.
    var riderName: String
    /// The Monday of the week or the first day of the month, where it is asked by these.
    @Text(10...10) var period: String?
    /// How many shifts were published for them.
    var shifts = 0
    /// How long these are.
    var planned: Duration = .zero
    /// How long they worked, without breaks.
    var worked: Duration = .zero
    /// How many shifts they began.
    var begun = 0
    /// How many of these they began late.
    var late = 0
    /// How many they ended early.
    var leftEarly = 0
    /// How many they had confirmed.
    var confirmed = 0
    /// Which share of the shifts they began was begun in time.
    @In(0.0...1.0) var punctuality: Double?
    /// Which share of the shifts they had confirmed.
    @In(0.0...1.0) var confirmedShare: Double?
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
enum HoursPeriod: String, CaseIterable, Shaped { case all, week, month }

@Routes("rider", as: "hoursRoutes") extension RiderService {
    /// How many days are summed at most.
    private static let mostHourDays = 366

    /// What each rider of a franchise worked on some days, both included, for its managers.
    /// - Parameter franchise: Which franchise.
    /// - Parameter from: The first day, by the clock of the franchise.
    /// - Parameter to: The last day.
    /// - Parameter by: Whether each week or month is summed by itself.
    /// - Parameter format: As data, or as comma-separated values for payroll, with hours in decimals.
    @Get("/franchises/{franchise}/hours", .user)
    func hours(
        franchise: ID<Franchise>, @Text(10...10) from: String, @Text(10...10) to: String, by: HoursPeriod = .all,
        format: HoursFormat = .json, _ call: Call
    ) async throws -> Media {
        let (first, last) = try days(from, to, most: Self.mostHourDays)
        let sums = try await store.read { snapshot in
            WorkedHours.sums(try plan(of: managed(franchise, call, snapshot), from: first, to: last, snapshot), by: by)
        }
        guard format == .csv else { return Media(type: "application/json", bytes: Array(sums.json.utf8)) }
        var csv = CSVWriter(guardsFormulas: true)
        csv.write([
            "rider", "name", "period", "shifts", "planned", "worked", "begun", "late", "left early", "confirmed",
        ])
        for sum in sums {
            csv.write([
                sum.riderId ?? "", sum.riderName, sum.period ?? "", "\(sum.shifts)", sum.planned.decimalHours,
                sum.worked.decimalHours, "\(sum.begun)", "\(sum.late)", "\(sum.leftEarly)", "\(sum.confirmed)",
            ])
        }
        return Media(type: "text/csv; charset=utf-8", bytes: csv.bytes)
    }

    /// What the caller worked on some days, both included, in all franchises, each by its own clock.
    /// - Parameter from: The first day.
    /// - Parameter to: The last day.
    /// - Parameter by: Whether each week or month is summed by itself.
    @Get("/hours/own", .user)
    func ownHours(
        @Text(10...10) from: String, @Text(10...10) to: String, by: HoursPeriod = .all, _ call: Call
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
    /// What each rider worked, by name; open shifts are nobody's.
    static func sums(_ shifts: [Stored<Shift>], by period: HoursPeriod) -> [WorkedHours] {
        var sums: [[String]: WorkedHours] = [:]
        for shift in shifts.map(\.document) where !shift.isDraft && (shift.riderId != nil || shift.worked != nil) {
            let start = Day(shift.date).flatMap { day -> String? in
                switch period {
                case .all: nil
                case .week: day.monday.description
                case .month: day.firstOfMonth.description
                }
            }
            let key = [shift.riderId ?? "", start ?? ""]
            var sum = sums[key] ?? WorkedHours(riderId: shift.riderId, riderName: shift.riderName, period: start)
            sum.shifts += 1
            sum.planned += shift.startAt.duration(to: shift.endAt)
            sum.worked += shift.worked ?? .zero
            sum.begun += shift.actualStart == nil ? 0 : 1
            sum.late += shift.isLate ? 1 : 0
            sum.leftEarly += shift.leftEarly ? 1 : 0
            sum.confirmed += shift.isConfirmed ? 1 : 0
            sum.punctuality = sum.begun == 0 ? nil : Double(sum.begun - sum.late) / Double(sum.begun)
            sum.confirmedShare = Double(sum.confirmed) / Double(sum.shifts)
            sums[key] = sum
        }
        return sums.values.sorted {
            ($0.riderName.folded, $0.riderId ?? "", $0.period ?? "")
                < ($1.riderName.folded, $1.riderId ?? "", $1.period ?? "")
        }
    }
}

extension Day {
    fileprivate var firstOfMonth: Day { Day("\(description.prefix(8))01") ?? self }
}

extension Duration {
    /// Hours with two decimals, as payroll has them.
    fileprivate var decimalHours: String {
        let hundredths = (components.seconds * 100 + 1_800) / 3_600
        let rest = hundredths % 100
        return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
    }
}
