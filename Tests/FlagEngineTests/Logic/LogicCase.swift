internal import FeatureKit
internal import JSON

/// A line of a table: an expression, the data that it sees, and what it gives, all as JSON or an error's name.
///
/// `EXPRESSION ← DATA → RESULT`; data that do not matter are left out.
struct LogicCase: CustomStringConvertible, Sendable {
    let logic: Value
    let data: Value
    /// In the words of `LogicBench.Outcome`.
    let wanted: String
    let description: String

    static func table(_ text: String) throws -> [LogicCase] {
        try text.split(separator: "\n").map { line in
            let parts = line.split(separator: " → ").map(String.init)
            let sides = (parts.first ?? "").split(separator: " ← ").map(String.init)
            let wanted = parts.last ?? ""
            return LogicCase(
                logic: try Value(json: sides.first ?? ""),
                data: try sides.count > 1 ? Value(json: sides[1]) : .object([:]),
                wanted: (try? Value(json: wanted))?.withWholeNumbers.json ?? wanted, description: String(line))
        }
    }

    /// What it gives.
    var outcome: String {
        switch LogicBench(logic).evaluate(data) {
        case .value(let value): value.withWholeNumbers.json
        case let other: other.description
        }
    }
}
