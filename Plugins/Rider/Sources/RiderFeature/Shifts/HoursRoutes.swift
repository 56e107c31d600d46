internal import CSV
internal import Calendars
internal import FeatureKit

/// What somebody worked.
@Record struct WorkedHours: Equatable {
    /// The key of the rider; absent for those whose account is deleted.
    var riderId: String?
    /// The name of the rider.
    var riderName: String
    /// How many shifts were published for them.
    var shifts = 0
    /// How long these are.
    var planned: Duration = .zero
    /// How long they worked.
    var worked: Duration = .zero
    /// How many shifts they began, and how many of these late.
    var begun = 0
    /// How many they began late.
    var late = 0
    /// How many they had confirmed.
    var confirmed = 0
}

enum HoursFormat: String, CaseIterable, Shaped { case json, csv }

@Routes("rider", as: "hoursRoutes") extension RiderService {
    /// How many days are summed at most.
    private static let mostHourDays = 366

    /// What each rider of a franchise worked on some days, both included, for its managers.
    /// - Parameter franchise: Which franchise.
    /// - Parameter from: The first day.
    /// - Parameter to: The last day.
    /// - Parameter format: As data, or as comma-separated values for payroll, with hours in decimals.
    @Get("/franchises/{franchise}/hours", .user)
    func hours(
        franchise: ID<Franchise>, @Text(10...10) from: String, @Text(10...10) to: String, format: HoursFormat = .json,
        _ call: Call
    ) async throws -> Media {
        let (first, last) = try days(from, to)
        let sums = try await store.read { snapshot in
            WorkedHours.sums(try plan(of: managed(franchise, call, snapshot), from: first, to: last, snapshot))
        }
        guard format == .csv else { return Media(type: "application/json", bytes: Array(sums.json.utf8)) }
        var csv = CSVWriter(guardsFormulas: true)
        csv.write(["rider", "name", "shifts", "planned", "worked", "begun", "late", "confirmed"])
        for sum in sums {
            csv.write([
                sum.riderId ?? "", sum.riderName, "\(sum.shifts)", sum.planned.decimalHours, sum.worked.decimalHours,
                "\(sum.begun)", "\(sum.late)", "\(sum.confirmed)",
            ])
        }
        return Media(type: "text/csv; charset=utf-8", bytes: csv.bytes)
    }

    /// What the caller worked on some days, both included, in all franchises.
    /// - Parameter from: The first day, in UTC.
    /// - Parameter to: The last day.
    @Get("/hours/own", .user)
    func ownHours(@Text(10...10) from: String, @Text(10...10) to: String, _ call: Call) async throws -> WorkedHours {
        let (first, last) = try days(from, to)
        let person = try call.user()
        return try await store.read { snapshot in
            let own = try snapshot.all(
                shifts,
                where: [
                    .equals("riderId", person), .from("startAt", first.start),
                    .below("startAt", last.advanced(by: 1).start),
                ])
            return WorkedHours.sums(own).first ?? WorkedHours(riderId: person, riderName: "")
        }
    }

    private func days(_ from: String, _ to: String) throws(RiderRefusal) -> (Day, Day) {
        guard let first = Day(from), let last = Day(to), first <= last,
            last.daysSince1970 - first.daysSince1970 < Self.mostHourDays
        else { throw .badRange(most: Self.mostHourDays) }
        return (first, last)
    }
}

extension WorkedHours {
    /// What each rider worked, by name; open shifts are nobody's.
    static func sums(_ shifts: [Stored<Shift>]) -> [WorkedHours] {
        var sums: [String: WorkedHours] = [:]
        for shift in shifts.map(\.document) where !shift.isDraft && (shift.riderId != nil || shift.worked != nil) {
            let key = shift.riderId ?? "deleted \(shift.riderName)"
            var sum = sums[key] ?? WorkedHours(riderId: shift.riderId, riderName: shift.riderName)
            sum.shifts += 1
            sum.planned += shift.startAt.duration(to: shift.endAt)
            sum.worked += shift.worked ?? .zero
            sum.begun += shift.actualStart == nil ? 0 : 1
            sum.late += shift.isLate ? 1 : 0
            sum.confirmed += shift.isConfirmed ? 1 : 0
            sums[key] = sum
        }
        return sums.values.sorted { ($0.riderName.folded, $0.riderId ?? "") < ($1.riderName.folded, $1.riderId ?? "") }
    }
}

extension Duration {
    /// Hours with two decimals, as payroll has them.
    fileprivate var decimalHours: String {
        let hundredths = (components.seconds * 100 + 1_800) / 3_600
        let rest = hundredths % 100
        return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
    }
}
