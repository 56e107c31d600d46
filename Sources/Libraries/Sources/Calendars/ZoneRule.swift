/// The rule by which clocks are moved each year, which stands at the end of a TZif file: `CET-1CEST,M3.5.0,M10.5.0/3`.
///
/// It is what POSIX puts into `TZ`, with the further hours that RFC 9636 allows.
struct ZoneRule: Sendable, Equatable {
    static let mostBytes = 256

    /// A second of a year, by the clock that runs until then.
    struct Transition: Sendable, Equatable {
        enum Date: Sendable, Equatable {
            /// From 1 on; the 29th of February is not counted.
            case common(Int)
            /// From 0 on, all are counted.
            case counted(Int)
            /// The weekday, from 0 for Sunday, in a week of a month; the fifth is the last.
            case weekday(Int, week: Int, month: Int)
        }

        let date: Date
        let time: Int
    }

    struct Summer: Sendable, Equatable {
        let offset: Int
        let begins: Transition
        let ends: Transition
    }

    let standard: Int
    let summer: Summer?

    /// How many seconds clocks are ahead of UTC at a second since 1970.
    func offset(at second: Int) -> Int {
        guard let summer else { return standard }
        let year = Year(of: second.dividedFloor(by: 86_400)).number
        var (offset, latest) = (standard, Int.min)
        // The hours of a transition may carry it into the year before or after.
        for year in year - 2...year + 1 {
            // Where one summer ends as the next begins it is summer all year.
            for (transition, after) in [(end(of: year, summer), standard), (begin(of: year, summer), summer.offset)]
            where transition <= second && transition >= latest {
                (offset, latest) = (after, transition)
            }
        }
        return offset
    }

    /// When clocks are moved within a span, in seconds since 1970.
    func transitions(in span: ClosedRange<Int>) -> [Int] {
        guard let summer else { return [] }
        let years = [span.lowerBound, span.upperBound].map { Year(of: $0.dividedFloor(by: 86_400)).number }
        return (years[0] - 1...years[1] + 1)
            .flatMap { [begin(of: $0, summer), end(of: $0, summer)] }
            .filter(span.contains).sorted()
    }

    private func begin(of year: Int, _ summer: Summer) -> Int {
        Year(number: year).second(of: summer.begins) - standard
    }

    private func end(of year: Int, _ summer: Summer) -> Int {
        Year(number: year).second(of: summer.ends) - summer.offset
    }
}

/// A year of the Gregorian calendar.
private struct Year {
    let number: Int

    init(number: Int) { self.number = number }

    /// The year of a day since 1970.
    init(of day: Int) {
        let about = 1970 + (day * 400).dividedFloor(by: 146_097)
        number = (about - 1...about + 1).last { Year(number: $0).firstDay <= day } ?? about
    }

    /// In days since 1970.
    var firstDay: Int {
        let years = number - 1
        return 365 * years + years.dividedFloor(by: 4) - years.dividedFloor(by: 100) + years.dividedFloor(by: 400)
            - 719_162
    }

    private var isLeap: Bool { number % 4 == 0 && (number % 100 != 0 || number % 400 == 0) }

    private func days(before month: Int) -> Int {
        [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365][month - 1] + (isLeap && month > 2 ? 1 : 0)
    }

    /// When clocks are moved, in seconds since 1970 as that clock counts them.
    func second(of transition: ZoneRule.Transition) -> Int {
        let day =
            switch transition.date {
            case .common(let day): day - 1 + (isLeap && day > 59 ? 1 : 0)
            case .counted(let day): day
            case .weekday(let weekday, let week, let month):
                dayOfYear(weekday, week: week, month: month)
            }
        return (firstDay + day) * 86_400 + transition.time
    }

    private func dayOfYear(_ weekday: Int, week: Int, month: Int) -> Int {
        let start = days(before: month)
        // 1970 began on a Thursday.
        let first = ((weekday - firstDay - start - 4) % 7 + 7) % 7
        let last = days(before: month + 1) - start - 1
        var day = first + (week - 1) * 7
        if day > last { day -= 7 }
        return start + day
    }
}
