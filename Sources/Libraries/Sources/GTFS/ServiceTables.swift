public import CSV
public import Calendars

extension FeedTables {
    /// The first and the last day that the calendars name; nil where they name none.
    public var serviceDays: ClosedRange<Day>? {
        var days: [Day] = []
        func note(_ text: String) { if let day = Day(compact: text) { days.append(day) } }
        self["calendar.txt"].each { row in for name in ["start_date", "end_date"] { note(row.text(name)) } }
        self["calendar_dates.txt"].each { note($0.text("date")) }
        guard let first = days.min(), let last = days.max() else { return nil }
        return first...last
    }

    /// The days on which each service runs, by the weeks of `calendar.txt` and the exceptions of `calendar_dates.txt`.
    ///
    /// - Parameters:
    ///   - range: Days beyond are left out.
    ///   - note: Is told the file, the row and what is wrong with it.
    public func services(
        within range: ClosedRange<Day>, note: (String, CSVTable.Row, String) -> Void
    ) -> [String: Set<Day>] {
        var services: [String: Set<Day>] = [:]
        self["calendar.txt"].each { row in
            let id = row.text("service_id")
            guard let first = Day(compact: row.text("start_date")), let last = Day(compact: row.text("end_date")) else {
                return note("calendar.txt", row, "the days of \(id) can't be read")
            }
            if services[id] == nil { services[id] = [] }
            guard first <= last else { return }
            if first < range.lowerBound || last > range.upperBound {
                note("calendar.txt", row, "days of \(id) are left out: too far from today")
            }
            let runs = Weekday.allCases.map { row.number($0.rawValue) == 1 }
            let begin = max(first, range.lowerBound).daysSince1970, end = min(last, range.upperBound).daysSince1970
            // 1 January 1970 was a Thursday.
            for day in stride(from: begin, through: end, by: 1) where runs[((day + 3) % 7 + 7) % 7] {
                services[id, default: []].insert(Day(daysSince1970: day))
            }
        }
        self["calendar_dates.txt"].each { row in
            guard let day = Day(compact: row.text("date")) else {
                return note("calendar_dates.txt", row, "\"\(row.text("date"))\" is no day")
            }
            let id = row.text("service_id")
            if row.number("exception_type") == 2 || !range.contains(day) {
                services[id, default: []].remove(day)
            } else {
                services[id, default: []].insert(day)
            }
        }
        return services
    }
}

/// When a trip calls at its stops.
public enum StopTimes {
    /// Times with those that are blank put evenly between the others; nil where times go back, or where there is none at an end.
    public static func filled(
        _ times: [(arrival: Int32?, departure: Int32?)]
    ) -> [(arrival: Int32, departure: Int32)]? {
        var filled: [(arrival: Int32, departure: Int32)] = []
        var blanks = 0
        for time in times {
            guard let arrival = time.arrival ?? time.departure, let departure = time.departure ?? time.arrival else {
                blanks += 1
                filled.append((0, 0))
                continue
            }
            guard arrival <= departure else { return nil }
            let before = filled.count - blanks - 1
            guard before >= 0 || blanks == 0 else { return nil }
            if before >= 0, filled[before].departure > arrival { return nil }
            for blank in 0..<blanks {
                let (from, whole) = (Int(filled[before].departure), Int(arrival) - Int(filled[before].departure))
                let time = Int32(from + whole * (blank + 1) / (blanks + 1))
                filled[before + 1 + blank] = (time, time)
            }
            blanks = 0
            filled.append((arrival, departure))
        }
        return blanks == 0 ? filled : nil
    }
}
