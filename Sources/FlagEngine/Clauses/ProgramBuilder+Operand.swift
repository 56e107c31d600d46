internal import FeatureKit

/// What clauses are held against, checked and on the program's slate.
extension ProgramBuilder {
    static func misfit(_ clause: Clause) -> ClauseFault { .misfit(clause.test, clause.operand) }

    /// A text, a number or true or false.
    mutating func scalar(_ clause: Clause) throws(ClauseFault) -> Operand { try scalar(clause.operand, clause) }

    private mutating func scalar(_ value: Value, _ clause: Clause) throws(ClauseFault) -> Operand {
        switch value {
        case .boolean, .integer, .text: return constant(value)
        case .number(let number) where !number.isNaN: return constant(value)
        case .number, .null, .list, .object: throw .misfit(clause.test, value)
        }
    }

    func string(_ clause: Clause) throws(ClauseFault) -> String {
        guard case .text(let text) = clause.operand else { throw Self.misfit(clause) }
        return text
    }

    /// The elements of a list, of which there is one at least.
    func elements(_ clause: Clause, mayBeOne: Bool = false) throws(ClauseFault) -> [Value] {
        guard case .list(let list) = clause.operand else {
            guard mayBeOne else { throw Self.misfit(clause) }
            return [clause.operand]
        }
        if list.isEmpty { throw .emptyList(clause.test) }
        return list
    }

    func texts(_ clause: Clause, mayBeOne: Bool) throws(ClauseFault) -> [String] {
        try elements(clause, mayBeOne: mayBeOne).map { value throws(ClauseFault) in
            guard case .text(let text) = value else { throw .misfit(clause.test, value) }
            return text
        }
    }

    /// Scalars that are compared as they are.
    mutating func setValues(_ values: [Value], of step: inout Step, _ clause: Clause) throws(ClauseFault) {
        var operands: [Operand] = []
        for value in values { operands.append(try scalar(value, clause)) }
        setOperands(operands, of: &step) { NameMark.hash($0) }
    }

    /// Texts that are compared in whichever case.
    mutating func setFolded(_ texts: [String], of step: inout Step) {
        var operands: [Operand] = []
        for text in texts { operands.append(self.text(CaseFolding.folded(text))) }
        setOperands(operands, of: &step) { CaseFolding.hash($0) }
    }

    private mutating func setOperands(_ operands: [Operand], of step: inout Step, hash: (TextRun) -> UInt64) {
        if operands.count > ValueSet.longestPlain {
            step.operand = set(operands, hash: hash)
            step.aux = ListLayout.set.rawValue
        } else {
            step.operand = list(operands)
        }
    }

    /// Operands side by side on the program's slate.
    mutating func list(_ operands: [Operand]) -> Operand {
        let start = slate.cells.count
        slate.cells += operands.map { Slate.Cell($0) }
        return .list(in: .program, start: start, count: operands.count)
    }

    /// The index of a pattern.
    mutating func pattern(_ clause: Clause) throws(ClauseFault) -> Int32 {
        let text = try string(clause)
        guard text.utf8.count <= Pattern.longest else {
            throw .patternTooLong(clause.test, count: text.utf8.count)
        }
        do {
            patterns.append(try Pattern(text, ignoringCase: clause.test == .matchesNoCase))
        } catch {
            throw .noPattern(clause.test, text, reason: error.reason)
        }
        return Int32(patterns.count - 1)
    }

    func number(_ value: Value, _ clause: Clause) throws(ClauseFault) -> Operand {
        switch value {
        case .integer(let integer): return .integer(integer)
        case .number(let number) where !number.isNaN: return .number(number)
        default: throw .misfit(clause.test, value)
        }
    }

    mutating func range(_ clause: Clause) throws(ClauseFault) -> Operand {
        guard case .list(let ends) = clause.operand, ends.count == 2 else { throw Self.misfit(clause) }
        let (from, to) = (try number(ends[0], clause), try number(ends[1], clause))
        guard let order = from.order(to: to), order <= 0 else { throw .nothingBetween(ends[0], ends[1]) }
        return list([from, to])
    }

    /// A point in time, in nanoseconds since 1970.
    static func time(_ clause: Clause) throws(ClauseFault) -> Int64 {
        switch clause.operand {
        case .integer(let seconds): return ClauseTime.read(seconds)
        case .number(let seconds):
            guard let time = ClauseTime.read(seconds) else { throw Self.misfit(clause) }
            return time
        case .text(let text):
            guard let time = text.run({ ClauseTime.read($0) }) else { throw .noTime(clause.test, text) }
            return time
        case .null, .boolean, .list, .object: throw Self.misfit(clause)
        }
    }

    mutating func blocks(_ clause: Clause) throws(ClauseFault) -> Operand {
        var operands: [Operand] = []
        for text in try texts(clause, mayBeOne: true) {
            guard let block = text.run({ AddressBlock($0) }) else { throw .noBlock(text) }
            operands += block.operands
        }
        return list(operands)
    }

    /// A version as a text; a number is one as well.
    mutating func version(_ clause: Clause) throws(ClauseFault) -> Operand {
        let written: String
        switch clause.operand {
        case .text(let text): written = text
        case .integer(let integer): written = "\(integer)"
        case .number(let number): written = "\(number)"
        case .null, .boolean, .list, .object: throw Self.misfit(clause)
        }
        guard written.run({ VersionText($0) }) != nil else { throw .noVersion(clause.test, written) }
        return text(written)
    }
}

extension String {
    /// Lends its bytes.
    @inline(__always)
    func run<Result>(_ body: (TextRun) -> Result) -> Result {
        var text = self
        return text.withUTF8 { unsafe body(TextRun($0)) }
    }
}
