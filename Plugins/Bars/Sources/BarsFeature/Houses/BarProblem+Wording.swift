internal import FeatureKit

// What is wrong with a bar, word for word.
extension BarProblem: CustomStringConvertible {
    var description: String {
        switch self {
        case .nameSaysNothing: "name: there is nothing in it to be read"
        case .severalLines(let field): "\(field): it has to be on one line"
        case .type(let problem): "type: \(problem)"
        case .noCapacity: "capacity: without tables it has to be said"
        case .capacity(let capacity, let seats): "capacity: it is \(capacity), and the tables have \(seats) seats"
        case .tooManySeats(let seats): "tables: they have \(seats) seats; a bar has \(Bar.mostSeats) at most"
        case .twoTables(let table): "tables: several are called \(Self.quoted(table))"
        case .tableSaysNothing: "tables: one is called nothing that can be read"
        case .least(let least, let table, let seats):
            "tables: \(Self.quoted(table)) is for \(least) at least, and has \(seats) seats"
        case .joinsItself(let table): "tables: \(Self.quoted(table)) can't be joined with itself"
        case .joinsNothing(let table, let other):
            "tables: \(Self.quoted(table)) can't be joined with \(Self.quoted(other)), which there is not"
        case .shift(let problem): "opening: \(problem)"
        case .noDay(let day): "opening: \(Self.quoted(day)) is no day"
        case .backwards(let from, let to): "opening: it is closed from \(from) to \(to), which is before"
        case .zone(let refusal): refusal.detail
        }
    }

    private static func quoted(_ text: String) -> String { Value.text(text).json }
}

extension RouteError {
    /// How many are told.
    static let mostProblems = 20

    static func wrong(_ problems: [BarProblem]) -> RouteError {
        let more = problems.count > mostProblems ? ["and \(problems.count - mostProblems) more"] : []
        return .invalid((problems.prefix(mostProblems).map { "\($0)" } + more).joined(separator: "; "))
    }
}
