internal import CSV
internal import Calendars
public import FeatureKit

/// What somebody worked.
@Record public struct WorkedHours: Equatable {
    /// By what it is summed.
    public enum Period: String, CaseIterable, Shaped {
        case all, week, month

        /// The first day of that of a day; nil where all is one.
        func start(of day: Day) -> String? {
            switch self {
            case .all: nil
            case .week: day.monday.description
            case .month: day.firstOfMonth.description
            }
        }
    }

    /// The key of the person; absent for those whose account is deleted.
    @Text(1...256) public var riderId: String?
    /// The name of the person.
    public var riderName: String
    /// The Monday of the week or the first day of the month, where it is asked by these.
    @Text(10...10) public var period: String?
    /// How many shifts were published for them.
    public var shifts = 0
    /// How long these are.
    public var planned: Duration = .zero
    /// How long they worked, without breaks.
    public var worked: Duration = .zero
    /// How many shifts they began.
    public var begun = 0
    /// How many of these they began late.
    public var late = 0
    /// How many they ended early.
    public var leftEarly = 0
    /// How many they had confirmed.
    public var confirmed = 0
    /// Which share of the shifts they began was begun in time.
    @In(0.0...1.0) public var punctuality: Double?
    /// Which share of the shifts they had confirmed.
    @In(0.0...1.0) public var confirmedShare: Double?

    /// What each person worked, by name and period; open shifts are nobody's.
    public static func sums(of shifts: [some ClockedShift], by period: Period) -> [WorkedHours] {
        var sums: [[String]: WorkedHours] = [:]
        for shift in shifts where shift.riderId != nil || shift.worked != nil {
            let start = period.start(of: Day(shift.date) ?? Day(utc: shift.startAt))
            let key = [shift.riderId ?? "", start ?? ""]
            var sum = sums[key] ?? WorkedHours(riderId: shift.riderId, riderName: shift.riderName, period: start)
            sum.add(shift)
            sums[key] = sum
        }
        return sums.values.sorted {
            ($0.riderName.folded, $0.riderId ?? "", $0.period ?? "")
                < ($1.riderName.folded, $1.riderId ?? "", $1.period ?? "")
        }
    }

    /// What one person worked on all of their shifts.
    public static func sum(of shifts: [some ClockedShift], by person: String) -> WorkedHours {
        sums(of: shifts, by: .all).first ?? WorkedHours(riderId: person, riderName: "")
    }

    private mutating func add(_ shift: some ClockedShift) {
        shifts += 1
        planned += shift.startAt.duration(to: shift.endAt)
        worked += shift.worked ?? .zero
        begun += shift.actualStart == nil ? 0 : 1
        late += shift.isLate ? 1 : 0
        leftEarly += shift.leftEarly ? 1 : 0
        confirmed += shift.isConfirmed ? 1 : 0
        punctuality = begun == 0 ? nil : Double(begun - late) / Double(begun)
        confirmedShare = Double(confirmed) / Double(shifts)
    }

    /// Rows for payroll as comma-separated values, with hours in decimals.
    public static func csv(_ sums: [WorkedHours]) -> [UInt8] {
        var csv = CSVWriter(guardsFormulas: true)
        csv.write([
            "rider", "name", "period", "shifts", "planned", "worked", "begun", "late", "left early", "confirmed",
        ])
        for sum in sums { csv.write(sum.cells) }
        return csv.bytes
    }

    private var cells: [String] {
        [
            riderId ?? "", riderName, period ?? "", "\(shifts)", planned.decimalHours, worked.decimalHours, "\(begun)",
            "\(late)", "\(leftEarly)", "\(confirmed)",
        ]
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
