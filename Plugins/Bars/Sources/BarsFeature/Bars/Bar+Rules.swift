internal import Calendars
internal import FeatureKit
internal import TextSearch

extension Bar {
    /// Everything that is wrong with the bar beyond its Shape, in the fields that a request names.
    ///
    /// What the settings no longer have is no mistake of a change of something else.
    func problems(in says: (String) -> Bool, _ settings: Bars.Settings) -> [String] {
        var problems: [String] = []
        if !name.hasVisibleText { problems.append("name: there is nothing in it to be read") }
        if name.hasLineBreaks { problems.append("name: it has to be on one line") }
        if address?.hasLineBreaks == true { problems.append("address: it has to be on one line") }
        if says("type") {
            problems += Shape.choice(settings.types).problems(in: .text(type)).map { "type: \($0)" }
        }
        problems += tables.problems
        if !tables.isEmpty {
            if tables.seats > Self.mostSeats {
                problems.append("tables: they have \(tables.seats) seats; a bar has \(Self.mostSeats) at most")
            } else if capacity != tables.seats {
                problems.append("capacity: it is \(capacity), and the tables have \(tables.seats) seats")
            }
        }
        if says("opening") { problems += opening.problems(settings.shifts) }
        return problems
    }
}

extension [Table] {
    var seats: Int { reduce(0) { $0 + $1.seats } }

    fileprivate var problems: [String] {
        var (ids, problems) = (Set<String>(), [String]())
        for table in self where !ids.insert(table.id).inserted {
            problems.append("tables: several are called \(table.id.quoted)")
        }
        for table in self {
            if !table.id.hasVisibleText { problems.append("tables: one is called nothing that can be read") }
            if table.least > table.seats {
                problems.append(
                    "tables: \(table.id.quoted) is for \(table.least) at least, and has \(table.seats) seats")
            }
            for other in table.joins {
                if other == table.id { problems.append("tables: \(other.quoted) can't be joined with itself") }
                if !ids.contains(other) {
                    problems.append("tables: \(table.id.quoted) joins \(other.quoted), which is no table here")
                }
            }
        }
        return problems
    }
}

extension Opening {
    fileprivate func problems(_ known: [Shift]) -> [String] {
        let known = Shape.choice(known.map(\.id))
        var problems = shifts.flatMap { known.problems(in: .text($0)) }.map { "opening: \($0)" }
        for closure in closures {
            let days = [closure.from, closure.to].filter { Day($0) == nil }
            problems += days.map { "opening: \($0.quoted) is no day" }
            if days.isEmpty, closure.span == nil {
                problems.append("opening: it is closed from \(closure.from) to \(closure.to), which is before")
            }
        }
        return problems
    }
}

extension String {
    fileprivate var quoted: String { Value.text(self).json }
}
