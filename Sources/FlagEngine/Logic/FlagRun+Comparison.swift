extension FlagRun {
    /// Holds each argument against the next one; true where all of it holds.
    mutating func compare(_ operation: LogicOperation, _ step: Step, in scope: Operand) -> Operand {
        let arguments = arguments(of: step, in: scope)
        guard arguments.count >= 2 else { return refuse() }
        var left = argument(0, arguments, of: step, in: scope)
        for index in 1..<arguments.count {
            let right = argument(index, arguments, of: step, in: scope)
            guard holds(operation, left, right) else { return .boolean(false) }
            left = right
        }
        return .boolean(true)
    }

    private mutating func holds(_ operation: LogicOperation, _ left: Operand, _ right: Operand) -> Bool {
        switch operation {
        case .equal: return isLooselyEqual(left, right)
        case .notEqual: return !isLooselyEqual(left, right)
        case .same: return isSameValue(left, right)
        case .notSame: return !isSameValue(left, right)
        default: break
        }
        guard let order = order(left, right) else {
            _ = refuse(noNumber: number(left) == nil ? left : right)
            return false
        }
        return switch operation {
        case .greater: order > 0
        case .greaterOrEqual: order >= 0
        case .less: order < 0
        default: order <= 0
        }
    }

    /// JavaScript's `==`: texts and truth values become numbers where the other side is none of their kind.
    mutating func isLooselyEqual(_ left: Operand, _ right: Operand) -> Bool {
        if left.kind == .text, right.kind == .text { return isSameText(left, right) }
        switch (left.kind, right.kind) {
        case (.null, _), (_, .null): return left.kind == right.kind
        case (.list, _), (.object, _), (_, .list), (_, .object): return isSameValue(left, right)
        default:
            guard let left = number(left), let right = number(right) else { return false }
            return left.order(to: right) == 0
        }
    }

    /// Whether two values are of one kind and the same; lists and objects are where all in them is.
    mutating func isSameValue(_ left: Operand, _ right: Operand, depth: Int = 0) -> Bool {
        switch (left.kind, right.kind) {
        case (.null, .null): return true
        case (.boolean, .boolean): return left.boolean == right.boolean
        case (.text, .text): return isSameText(left, right)
        case (.integer, .integer): return left.integer == right.integer
        case (.integer, .number), (.number, .integer), (.number, .number): return left.order(to: right) == 0
        case (.list, .list):
            guard left.count == right.count, mayDescend(depth) else { return false }
            for index in 0..<left.count {
                let (left, right) = (cell(index, of: left).value, cell(index, of: right).value)
                guard mayStep(), isSameValue(left, right, depth: depth &+ 1) else { return false }
            }
            return true
        case (.object, .object):
            guard left.count == right.count, mayDescend(depth) else { return false }
            for index in 0..<left.count {
                let member = cell(index, of: left)
                guard mayStep(costing: 1 &+ right.count / 8),
                    let other = self.member(name(of: member, in: left), mark: member.mark, of: right),
                    isSameValue(member.value, other, depth: depth &+ 1)
                else { return false }
            }
            return true
        default: return false
        }
    }

    private mutating func isSameText(_ left: Operand, _ right: Operand) -> Bool {
        guard left.count == right.count else { return false }
        guard left.count < LogicLimits.bytesOfStep || mayRead(left.count) else { return false }
        return isSame(left, right)
    }

    /// How two values are ordered, texts among themselves by their bytes; nil where one is no number.
    private mutating func order(_ left: Operand, _ right: Operand) -> Int? {
        guard left.kind != .text || right.kind != .text else {
            guard mayRead(min(left.count, right.count)) else { return 0 }
            return withText(left) { left in withText(right) { Self.order(left, $0) } }
        }
        guard let left = number(left), let right = number(right) else { return nil }
        return left.order(to: right)
    }

    private static func order(_ left: TextRun, _ right: TextRun) -> Int {
        for index in 0..<min(left.count, right.count) where left[index] != right[index] {
            return left[index] < right[index] ? -1 : 1
        }
        return left.count &- right.count
    }

    private mutating func mayDescend(_ depth: Int) -> Bool {
        if depth >= LogicLimits.deepestValue { raise(.general, .valueTooDeep(most: LogicLimits.deepestValue)) }
        return depth < LogicLimits.deepestValue
    }

    /// Counts the steps that reading so many bytes takes.
    mutating func mayRead(_ bytes: Int) -> Bool { mayStep(costing: 1 &+ bytes / LogicLimits.bytesOfStep) }
}
