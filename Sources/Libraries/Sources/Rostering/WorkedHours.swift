public import Calendars
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

    /// What came of one shift.
    public struct Part: Sendable {
        let person: String?
        let name: String
        let day: Day
        let planned: Duration
        let worked: Duration?
        let isBegun: Bool, isLate: Bool, leftEarly: Bool, isConfirmed: Bool

        /// Describes what came of a shift.
        public init(
            person: String?, name: String, day: Day, planned: Duration, worked: Duration?, isBegun: Bool, isLate: Bool,
            leftEarly: Bool, isConfirmed: Bool
        ) {
            (self.person, self.name, self.day, self.planned, self.worked) = (person, name, day, planned, worked)
            (self.isBegun, self.isLate, self.leftEarly, self.isConfirmed) = (isBegun, isLate, leftEarly, isConfirmed)
        }
    }

    /// What each person worked, by name and period.
    public static func sums(of parts: [Part], by period: Period) -> [WorkedHours] {
        var sums: [[String]: WorkedHours] = [:]
        for part in parts {
            let start = period.start(of: part.day)
            let key = [part.person ?? "", start ?? ""]
            var sum = sums[key] ?? WorkedHours(riderId: part.person, riderName: part.name, period: start)
            sum.add(part)
            sums[key] = sum
        }
        return sums.values.sorted {
            ($0.riderName.folded, $0.riderId ?? "", $0.period ?? "")
                < ($1.riderName.folded, $1.riderId ?? "", $1.period ?? "")
        }
    }

    private mutating func add(_ part: Part) {
        shifts += 1
        planned += part.planned
        worked += part.worked ?? .zero
        begun += part.isBegun ? 1 : 0
        late += part.isLate ? 1 : 0
        leftEarly += part.leftEarly ? 1 : 0
        confirmed += part.isConfirmed ? 1 : 0
        punctuality = begun == 0 ? nil : Double(begun - late) / Double(begun)
        confirmedShare = Double(confirmed) / Double(shifts)
    }

    /// The cells of a row for payroll, below `columns`, with hours in decimals.
    public var cells: [String] {
        [
            riderId ?? "", riderName, period ?? "", "\(shifts)", planned.decimalHours, worked.decimalHours, "\(begun)",
            "\(late)", "\(leftEarly)", "\(confirmed)",
        ]
    }

    /// What the columns of `cells` are called.
    public static let columns = [
        "rider", "name", "period", "shifts", "planned", "worked", "begun", "late", "left early", "confirmed",
    ]
}

extension Duration {
    /// Hours with two decimals, as payroll has them.
    fileprivate var decimalHours: String {
        let hundredths = (components.seconds * 100 + 1_800) / 3_600
        let rest = hundredths % 100
        return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
    }
}
