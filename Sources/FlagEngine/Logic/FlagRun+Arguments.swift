/// What an operation is given: its children, or what the one child came out as.
struct LogicArguments {
    enum Source {
        case children
        case elements(of: Operand)
        case single(Operand)
    }

    let source: Source
    let count: Int
}

extension FlagRun {
    /// What an operation is given; nothing of it is evaluated yet unless it says how much it is.
    @inline(__always)
    mutating func arguments(of step: Step, in scope: Operand) -> LogicArguments {
        guard step.aux & Step.bare != 0 else {
            return LogicArguments(source: .children, count: Int(step.children.count))
        }
        let value = run(child: 0, of: step, in: scope)
        guard value.kind == .list else { return LogicArguments(source: .single(value), count: 1) }
        return LogicArguments(source: .elements(of: value), count: value.count)
    }

    /// An argument, to be asked for once; null where there are not so many.
    @inline(__always)
    mutating func argument(_ index: Int, _ arguments: LogicArguments, of step: Step, in scope: Operand) -> Operand {
        guard index < arguments.count else { return .null }
        switch arguments.source {
        case .children: return run(child: index, of: step, in: scope)
        case .elements(let list): return mayStep() ? cell(index, of: list).value : .null
        case .single(let value): return value
        }
    }

    /// All arguments as a list.
    mutating func list(_ step: Step, in scope: Operand) -> Operand {
        let arguments = arguments(of: step, in: scope)
        if case .elements(let list) = arguments.source { return list }
        guard let start = reserve(arguments.count) else { return .null }
        for index in 0..<arguments.count {
            let value = argument(index, arguments, of: step, in: scope)
            scratch.cells[start &+ index].value = value
        }
        return .list(in: .scratch, start: start, count: arguments.count)
    }

    /// Makes room for cells on the scratch; nil where there would be too many, which has been raised then.
    mutating func reserve(_ count: Int) -> Int? {
        let start = scratch.cells.count
        guard fault == nil, count <= Self.mostScratch &- start else {
            raise(.general, .grewBeyond(Self.mostScratch))
            return nil
        }
        scratch.cells.append(contentsOf: repeatElement(Slate.Cell(.null), count: count))
        return start
    }

    /// Makes room for bytes; false where there would be too many, which has been raised then.
    mutating func mayWrite(_ count: Int) -> Bool {
        guard fault == nil, count <= Self.mostScratch &- scratch.bytes.count else {
            raise(.general, .grewBeyond(Self.mostScratch))
            return false
        }
        return true
    }
}
