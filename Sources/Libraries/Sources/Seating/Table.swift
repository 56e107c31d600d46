public import FeatureKit
internal import TextSearch

/// A table of a plan.
@Record public struct Table: Equatable, Hashable, Sendable {
    /// How long the name of a table is.
    public static let idLength = 1...20

    /// The name of the table.
    @Text(Table.idLength) public var id: String
    /// How many people sit at it.
    @In(1...100) public var seats: Int
    /// The smallest party that gets this table while others are free.
    @In(1...100) public var least = 1
    /// The tables that it can be pushed together with; said of one of two, it holds for both.
    @Text(Table.idLength) @Count(0...8) public var joins: [String] = []
}

extension [Table] {
    /// How many people sit at all of them.
    public var seats: Int { reduce(0) { $0 + $1.seats } }

    /// Everything that is wrong with a plan beyond the shape of its tables, as sentences for people.
    public var problems: [String] {
        var (ids, problems) = (Set<String>(), [String]())
        for table in self where !ids.insert(table.id).inserted {
            problems.append("several are called \(table.id.quoted)")
        }
        for table in self {
            if !table.id.hasVisibleText { problems.append("one is called nothing that can be read") }
            if table.least > table.seats {
                problems.append("\(table.id.quoted) is for \(table.least) at least, and has \(table.seats) seats")
            }
            for other in table.joins {
                if other == table.id { problems.append("\(other.quoted) can't be joined with itself") }
                if !ids.contains(other) {
                    problems.append("\(table.id.quoted) joins \(other.quoted), which is no table here")
                }
            }
        }
        return problems
    }
}

extension String {
    fileprivate var quoted: String { Value.text(self).json }
}
