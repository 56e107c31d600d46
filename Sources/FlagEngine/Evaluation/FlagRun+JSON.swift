internal import FeatureKit

extension FlagRun {
    /// How much of a value is told to people; an expression may make one that holds itself very many times.
    private static var mostTold: Int { 4_096 }

    /// A value of an evaluation as plain data, for people; what is too much or too deep is left out.
    func value(_ operand: Operand) -> Value {
        var room = Self.mostTold
        return value(operand, depth: 0, &room)
    }

    /// A value of an evaluation as JSON; whole numbers have no fraction.
    func json(_ operand: Operand) -> String {
        if operand.kind == .number { return NumberText.of(operand.number) }
        return value(operand).json
    }

    private func value(_ operand: Operand, depth: Int, _ room: inout Int) -> Value {
        room -= 1
        switch operand.kind {
        case .null: return .null
        case .boolean: return .boolean(operand.boolean)
        case .integer: return .integer(operand.integer)
        case .number: return .number(operand.number)
        case .text: return .text(string(operand))
        case .list:
            var list: [Value] = []
            for index in 0..<operand.count {
                guard room > 0, depth < LogicLimits.deepestValue else { break }
                list.append(value(cell(index, of: operand).value, depth: depth + 1, &room))
            }
            return .list(list)
        case .object:
            var members = Members()
            for index in 0..<operand.count {
                guard room > 0, depth < LogicLimits.deepestValue else { break }
                let member = cell(index, of: operand)
                members[string(name(of: member, in: operand))] = value(member.value, depth: depth + 1, &room)
            }
            return .object(members)
        }
    }
}
