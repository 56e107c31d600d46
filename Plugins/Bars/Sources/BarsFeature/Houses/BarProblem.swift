internal import FeatureKit

/// Something about a bar that can't be, however well it fits its Shape.
enum BarProblem: Equatable {
    case nameSaysNothing
    case severalLines(in: String)
    case type(ShapeProblem)
    case noCapacity
    case capacity(Int64, tables: Int64)
    case tooManySeats(Int64)
    case twoTables(String)
    case tableSaysNothing
    case least(Int64, table: String, seats: Int64)
    case joinsItself(String)
    case joinsNothing(String, with: String)
    case shift(ShapeProblem)
    case noDay(String)
    case backwards(from: String, to: String)
    case zone(RouteError)

    /// What is wrong with a zone; it may read a file.
    static func all(ofZone name: String?, _ hours: Hours) -> [BarProblem] {
        guard let name, !name.isEmpty else { return [] }
        do { try hours.check(zone: name) } catch { return [.zone(error)] }
        return []
    }
}

extension Bar {
    /// Everything that is wrong with it, as far as somebody has just said it.
    ///
    /// What was right when it was said and is not what the settings have any more is no problem of whoever changes something else.
    func problems(in said: Said, settings: Bars.Settings, hours: Hours) -> [BarProblem] {
        var found: [BarProblem] = []
        if said.name { found += nameProblems }
        if said.address, let address, address.isSeveralLines { found.append(.severalLines(in: "address")) }
        if said.type {
            found += Shape.choice(settings.types).problems(in: .text(type)).map(BarProblem.type)
        }
        if said.tables { found += tables.problems }
        if said.capacity || said.tables { found += capacityProblems }
        if said.opening { found += opening.problems(hours) }
        return found
    }

    /// What was said of a bar just now.
    struct Said {
        var name = true
        var address = true
        var type = true
        var capacity = true
        var tables = true
        var opening = true
    }

    private var nameProblems: [BarProblem] {
        (name.saysSomething ? [] : [.nameSaysNothing]) + (name.isSeveralLines ? [.severalLines(in: "name")] : [])
    }

    private var capacityProblems: [BarProblem] {
        guard !tables.isEmpty else { return [] }
        let seats = tables.seats
        guard seats <= Bar.mostSeats else { return [.tooManySeats(seats)] }
        return capacity == seats ? [] : [.capacity(capacity, tables: seats)]
    }
}

extension [Table] {
    var seats: Int64 { reduce(0) { $0 + $1.seats } }

    fileprivate var problems: [BarProblem] {
        var (ids, found) = (Set<String>(), [BarProblem]())
        for table in self where !ids.insert(table.id).inserted { found.append(.twoTables(table.id)) }
        for table in self {
            if !table.id.saysSomething { found.append(.tableSaysNothing) }
            if table.least > table.seats {
                found.append(.least(table.least, table: table.id, seats: table.seats))
            }
            for other in table.joins {
                if other == table.id { found.append(.joinsItself(other)) }
                if !ids.contains(other) { found.append(.joinsNothing(table.id, with: other)) }
            }
        }
        return found
    }
}

extension Opening {
    fileprivate func problems(_ hours: Hours) -> [BarProblem] {
        let known = Shape.choice(hours.shifts.map(\.id))
        var found = shifts.flatMap { known.problems(in: .text($0)).map(BarProblem.shift) }
        for closure in closures {
            let (from, to) = (Day(closure.from), Day(closure.to))
            if from == nil { found.append(.noDay(closure.from)) }
            if to == nil { found.append(.noDay(closure.to)) }
            if let from, let to, to < from { found.append(.backwards(from: closure.from, to: closure.to)) }
        }
        return found
    }
}

extension String {
    /// Whether there is anything in it to be seen.
    fileprivate var saysSomething: Bool {
        unicodeScalars.contains { scalar in
            !scalar.properties.isWhitespace && !scalar.properties.isDefaultIgnorableCodePoint
                && scalar.properties.generalCategory != .control
        }
    }

    fileprivate var isSeveralLines: Bool {
        unicodeScalars.contains { scalar in
            [.control, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
        }
    }

    /// Without the spaces around it.
    var trimmed: String {
        guard let start = firstIndex(where: { !$0.isWhitespace }), let end = lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(self[start...end])
    }
}
