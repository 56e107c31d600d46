internal import FeatureKit

extension ProgramBuilder {
    /// Compiles an expression of JsonLogic; nil where that can't be done, which has been reported then.
    ///
    /// An operator that nobody knows does no harm until it is evaluated: flagd's rules may have some where they never
    /// come to.
    mutating func compile(_ logic: Logic) -> Step? { compile(logic, depth: 0) }

    private mutating func compile(_ logic: Logic, depth: Int) -> Step? {
        guard depth < LogicLimits.deepestExpression else {
            report(.logicTooDeep(most: LogicLimits.deepestExpression), .warning, at: logic.place)
            return nil
        }
        switch logic.content {
        case .literal, .data: return constant(of: logic)
        case .list(let elements):
            guard !logic.isPlain else { return constant(of: logic) }
            return operation(.list, elements, depth: depth)
        case .operation(let name, let arguments, let isBare):
            guard var step = operation(name, arguments, isBare: isBare, at: logic.place, depth: depth) else {
                return nil
            }
            step.note = add(.operation(name, logic.place))
            return step
        }
    }

    private mutating func constant(of logic: Logic) -> Step {
        var step = Step(.constant)
        step.operand = constant(logic.value)
        return step
    }

    private mutating func operation(
        _ name: String, _ arguments: [Logic], isBare: Bool, at place: FlagPlace?, depth: Int
    ) -> Step? {
        guard let operation = LogicOperation.named(name) else {
            report(.unknownOperator(name, known: LogicOperation.names), .warning, at: place)
            return Step(.logic(.unknown))
        }
        if operation == .variableOf, let step = variable(arguments, depth: depth) { return step }
        guard var step = self.operation(operation, arguments, depth: depth) else { return nil }
        if isBare, operation.takesListAsArguments, arguments.first?.isPlain == false { step.aux = Step.bare }
        if operation == .fractional {
            step.attribute = variable(Split.usualAttribute)
            step.operand = .integer(Int64((flag?.bucketing ?? .v2).generation))
        }
        return step
    }

    private mutating func operation(_ operation: LogicOperation, _ arguments: [Logic], depth: Int) -> Step? {
        var children: [Step] = []
        for argument in arguments {
            guard let child = compile(argument, depth: depth + 1) else { return nil }
            children.append(child)
        }
        var step = Step(.logic(operation))
        step.children = add(children)
        return step
    }

    /// A variable whose path is written out; nil where it is not.
    private mutating func variable(_ arguments: [Logic], depth: Int) -> Step? {
        let path: String
        switch arguments.first?.content {
        case nil, .literal(.null): path = ""
        case .literal(.text(let text)): path = text
        case .literal(.integer(let integer)): path = String(integer)
        default: return nil
        }
        guard !path.isEmpty else { return Step(.logic(.scope)) }
        guard var step = operation(.variable, Array(arguments.dropFirst().prefix(1)), depth: depth) else { return nil }
        step.attribute = variable(path)
        return step
    }
}

extension Step {
    /// In `aux`: the one child may come out as the list of arguments.
    static let bare: Int32 = 1
}
