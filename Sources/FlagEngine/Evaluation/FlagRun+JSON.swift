internal import FeatureKit

extension FlagRun {
    /// A value of an evaluation as plain data, for people.
    func value(_ operand: Operand) -> Value {
        switch operand.kind {
        case .null: .null
        case .boolean: .boolean(operand.boolean)
        case .integer: .integer(operand.integer)
        case .number: .number(operand.number)
        case .text: .text(string(operand))
        case .list: .list((0..<operand.count).map { value(cell($0, of: operand).value) })
        case .object:
            .object(
                Members(
                    (0..<operand.count).map { index in
                        let cell = cell(index, of: operand)
                        return (string(name(of: cell, in: operand)), value(cell.value))
                    }))
        }
    }

    /// A value of an evaluation as JSON; whole numbers have no fraction.
    func json(_ operand: Operand) -> String {
        if operand.kind == .number, let whole = Int64(exactly: operand.number) { return "\(whole)" }
        return value(operand).json
    }
}
