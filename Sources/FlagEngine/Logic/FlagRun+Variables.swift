extension FlagRun {
    /// `var` with a path that is known only now.
    mutating func variable(_ step: Step, in scope: Operand) -> Operand {
        let arguments = arguments(of: step, in: scope)
        let path = argument(0, arguments, of: step, in: scope)
        guard path.kind != .null, path.kind != .text || path.count > 0 else { return scope }
        if let path = scalarText(of: path), mayRead(path.count), let found = find(path, in: scope) { return found }
        return argument(1, arguments, of: step, in: scope)
    }

    /// `missing`: those of the paths that lead to nothing.
    mutating func missing(_ step: Step, in scope: Operand) -> Operand {
        let paths = list(step, in: scope)
        guard paths.kind == .list, paths.count > 0 else { return paths }
        let first = cell(0, of: paths).value
        return missing(of: first.kind == .list ? first : paths, in: scope)
    }

    /// `missing_some`: nothing as long as so many of the paths lead somewhere.
    mutating func missingSome(_ step: Step, in scope: Operand) -> Operand {
        let arguments = arguments(of: step, in: scope)
        guard arguments.count >= 2 else { return refuse() }
        let least = whole(argument(0, arguments, of: step, in: scope)) ?? 0
        let paths = argument(1, arguments, of: step, in: scope)
        guard paths.kind == .list else { return refuse() }
        let missing = missing(of: paths, in: scope)
        return paths.count &- missing.count >= least ? .list(in: .scratch, start: 0, count: 0) : missing
    }

    private mutating func missing(of paths: Operand, in scope: Operand) -> Operand {
        guard let start = reserve(paths.count) else { return .null }
        var count = 0
        for index in 0..<paths.count {
            let path = cell(index, of: paths).value
            guard mayRead(path.kind == .text ? path.count : 0) else { return .null }
            if let text = scalarText(of: path), let found = find(text, in: scope), !isNothing(found) { continue }
            scratch.cells[start &+ count].value = path
            count &+= 1
        }
        return .list(in: .scratch, start: start, count: count)
    }

    private func isNothing(_ value: Operand) -> Bool {
        value.kind == .null || value.kind == .text && value.count == 0
    }
}
