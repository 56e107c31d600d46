internal import FeatureKit

extension RowProblem: CustomStringConvertible {
    var description: String {
        switch self {
        case .text(let line, let column, let message): "line \(line), column \(column): \(message)"
        case .notARow(let kind): "expected the circuit's row, found \(kind)"
        case .noRow(0): "there is no row"
        case .noRow(let count): "none of \(count) rows has the id \"\(CircuitRow.id)\""
        case .severalRows(let count): "\(count) rows have the id \"\(CircuitRow.id)\""
        case .anotherRow(let id): "the row has the id \(CircuitRow.shown(id)), not \"\(CircuitRow.id)\""
        case .noMode: "the row has no \"global_mode\""
        case .modeIs(let kind): "\"global_mode\" is \(kind), no text"
        case .noTiming(let what): what
        }
    }
}

extension RowOddity: CustomStringConvertible {
    var description: String { "\"\(field)\" is \(saw); it is left out" }
}

extension CircuitRow {
    private static let longestShown = 40

    /// A foreign text in quotes, cut where it is long.
    static func shown(_ text: String) -> String {
        Value.text(text.count > longestShown ? text.prefix(longestShown) + "…" : text).json
    }
}
