extension FlagRun {
    /// `map`: what the expression gives for each element; of what is no list nothing comes.
    mutating func map(_ step: Step, in scope: Operand) -> Operand {
        guard let list = elements(step, in: scope) else { return .null }
        guard let start = reserve(list.count) else { return .null }
        for index in 0..<list.count {
            let value = run(child: 1, of: step, in: cell(index, of: list).value)
            guard fault == nil else { return .null }
            scratch.cells[start &+ index].value = value
        }
        return .list(in: .scratch, start: start, count: list.count)
    }

    /// `filter`: the elements that the expression holds for.
    mutating func filter(_ step: Step, in scope: Operand) -> Operand {
        guard let list = elements(step, in: scope) else { return .null }
        guard let start = reserve(list.count) else { return .null }
        var count = 0
        for index in 0..<list.count {
            let element = cell(index, of: list).value
            let holds = isTrue(run(child: 1, of: step, in: element))
            guard fault == nil else { return .null }
            guard holds else { continue }
            scratch.cells[start &+ count].value = element
            count &+= 1
        }
        return .list(in: .scratch, start: start, count: count)
    }

    /// `all`, `none`, `some`; of no elements none hold, also not all of them.
    mutating func test(_ operation: LogicOperation, _ step: Step, in scope: Operand) -> Operand {
        guard let list = elements(step, in: scope) else { return .null }
        for index in 0..<list.count {
            let holds = isTrue(run(child: 1, of: step, in: cell(index, of: list).value))
            guard fault == nil else { return .null }
            if holds != (operation == .all) { return .boolean(operation == .some) }
        }
        return .boolean(operation == .none || operation == .all && list.count > 0)
    }

    /// `reduce`: the expression sees `current`, an element, and `accumulator`, what came of those before.
    mutating func reduce(_ step: Step, in scope: Operand) -> Operand {
        guard let list = elements(step, in: scope) else { return .null }
        var accumulator = step.children.count > 2 ? run(child: 2, of: step, in: scope) : .null
        guard list.count > 0, fault == nil else { return accumulator }
        let (current, previous) = (label("current"), label("accumulator"))
        for index in 0..<list.count {
            // New cells each time, since what comes out may hold those of before.
            guard let start = reserve(2) else { return .null }
            scratch.cells[start] = current
            scratch.cells[start].value = cell(index, of: list).value
            scratch.cells[start &+ 1] = previous
            scratch.cells[start &+ 1].value = accumulator
            accumulator = run(child: 1, of: step, in: .object(in: .scratch, start: start, count: 2))
            guard fault == nil else { return .null }
        }
        return accumulator
    }

    /// `merge`: the arguments in one list, of those that are lists the elements.
    mutating func merge(_ step: Step, in scope: Operand) -> Operand {
        let lists = list(step, in: scope)
        guard lists.kind == .list else { return .null }
        var count = 0
        for index in 0..<lists.count {
            let value = cell(index, of: lists).value
            count &+= value.kind == .list ? value.count : 1
        }
        guard let start = reserve(count) else { return .null }
        var next = start
        for index in 0..<lists.count {
            let value = cell(index, of: lists).value
            guard value.kind == .list else {
                scratch.cells[next].value = value
                next &+= 1
                continue
            }
            for place in 0..<value.count { scratch.cells[next &+ place].value = cell(place, of: value).value }
            next &+= value.count
        }
        return .list(in: .scratch, start: start, count: count)
    }

    /// What an operation walks over, an empty list where it is none; nil where there is nothing to be done for each.
    private mutating func elements(_ step: Step, in scope: Operand) -> Operand? {
        guard step.children.count >= 2 else {
            raise(.parseError, .badArguments)
            return nil
        }
        let list = run(child: 0, of: step, in: scope)
        return list.kind == .list ? list : .list(in: .scratch, start: 0, count: 0)
    }

    /// A member with that name and nothing in it.
    private mutating func label(_ name: String) -> Slate.Cell {
        let text = scratch.add(name, in: .scratch)
        return Slate.Cell(.null, nameStart: text.start, nameCount: text.count, mark: NameMark.of(name))
    }
}
