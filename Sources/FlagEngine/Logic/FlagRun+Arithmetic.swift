extension FlagRun {
    /// What an operation on numbers gives; whatever is none, or gives none, is refused.
    mutating func calculate(_ operation: LogicOperation, _ step: Step, in scope: Operand) -> Operand {
        let arguments = arguments(of: step, in: scope)
        guard arguments.count > 0 else { return ofNothing(operation) }
        let first = argument(0, arguments, of: step, in: scope)
        guard var sum = number(first) else { return refuse(noNumber: first) }
        if arguments.count == 1 { return ofOne(operation, sum) }
        for index in 1..<arguments.count {
            let argument = argument(index, arguments, of: step, in: scope)
            guard let next = number(argument) else { return refuse(noNumber: argument) }
            guard let result = Self.calculate(operation, sum, next) else { return refuse() }
            sum = result
        }
        return sum
    }

    private mutating func ofNothing(_ operation: LogicOperation) -> Operand {
        switch operation {
        case .plus: .integer(0)
        case .times: .integer(1)
        default: refuse()
        }
    }

    private mutating func ofOne(_ operation: LogicOperation, _ number: Operand) -> Operand {
        switch operation {
        case .minus: Self.calculate(.minus, .integer(0), number) ?? refuse()
        case .divided: Self.calculate(.divided, .integer(1), number) ?? refuse()
        case .remainder: refuse()
        default: number
        }
    }

    /// Whole numbers stay exact for as long as 64 bits hold them; nil where no number comes of it.
    private static func calculate(_ operation: LogicOperation, _ left: Operand, _ right: Operand) -> Operand? {
        switch operation {
        case .greatest: return left.isBelow(right) ? right : left
        case .least: return right.isBelow(left) ? right : left
        default: break
        }
        if left.kind == .integer, right.kind == .integer,
            let exact = calculate(operation, left.integer, right.integer)
        {
            return .integer(exact)
        }
        let number = calculate(operation, double(left), double(right))
        return number.isFinite ? .number(number) : nil
    }

    private static func calculate(_ operation: LogicOperation, _ left: Int64, _ right: Int64) -> Int64? {
        let (result, overflow): (Int64, Bool)
        switch operation {
        case .plus: (result, overflow) = left.addingReportingOverflow(right)
        case .minus: (result, overflow) = left.subtractingReportingOverflow(right)
        case .times: (result, overflow) = left.multipliedReportingOverflow(by: right)
        case .divided:
            guard right != 0, right != -1, left % right == 0 else { return nil }
            (result, overflow) = (left / right, false)
        default:
            guard right != 0, right != -1 else { return nil }
            (result, overflow) = (left % right, false)
        }
        return overflow ? nil : result
    }

    private static func calculate(_ operation: LogicOperation, _ left: Double, _ right: Double) -> Double {
        switch operation {
        case .plus: left + right
        case .minus: left - right
        case .times: left * right
        case .divided: left / right
        default: left.truncatingRemainder(dividingBy: right)
        }
    }

    private static func double(_ number: Operand) -> Double {
        number.kind == .integer ? Double(number.integer) : number.number
    }
}

extension Operand {
    fileprivate func isBelow(_ other: Operand) -> Bool { order(to: other).map { $0 < 0 } ?? false }
}
