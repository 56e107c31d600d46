import Calendars
import FeatureKit
import Measures
import Rostering

/// What checking a week's plan takes.
enum RosterRows {
    private static let riders = 500

    static func measure() throws -> [Row] {
        let zone = try Zones().zone("Europe/Madrid")
        let monday = zone.moment(Day(daysSince1970: 20_605), .midnight)
        // Ten shifts of four hours each on five days, two a day, and those of the weeks around.
        let shifts = (0..<riders).flatMap { rider in
            (0..<10).map { number in
                let start = monday.advanced(by: .hours(Int64(24 * (number / 2) + 8 + number % 2 * 5)))
                return PlannedShift(
                    id: "shift \(rider) \(number)", person: "accounts:\(rider)", vehicle: "m\(rider)", start: start,
                    end: start.advanced(by: .hours(4)))
            }
        }
        let absences = (0..<riders).map { rider in
            RosterAbsence(
                person: "accounts:\(rider)", start: monday.advanced(by: .hours(24 * 5)),
                end: monday.advanced(by: .hours(24 * 6)))
        }
        let (rules, new) = (RosterRules(), Set(shifts.map(\.id)))
        let now = monday.advanced(by: .zero - .hours(24 * 7))
        let times = (0..<21).map { _ in
            let start = Uptime.ofThread
            let found = rules.breaches(of: shifts, absences: absences, in: zone, now: now, new: new)
            let took = Double(Uptime.ofThread - start) / 1e6
            return found.isEmpty ? took : .infinity
        }
        return [Row("5,000 shifts of 500 riders against all rules", unit: "ms", ours: try Sample(times), bar: 20)]
    }
}
