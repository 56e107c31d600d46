extension FlagRun {
    /// Whether a value counts as true: all but null, zero, and what is empty.
    @inline(__always)
    func isTrue(_ value: Operand) -> Bool {
        switch value.kind {
        case .null: false
        case .boolean: value.boolean
        case .integer: value.integer != 0
        case .number: value.number != 0 && !value.number.isNaN
        case .text, .list, .object: value.count > 0
        }
    }

    /// What a value is as a number, `.integer` or `.number`; nil where it is none.
    func number(_ value: Operand) -> Operand? {
        switch value.kind {
        case .null: .integer(0)
        case .boolean: .integer(value.boolean ? 1 : 0)
        case .integer: value
        case .number: value.number.isNaN ? nil : value
        case .text: withText(value) { NumberText.read($0) }
        case .list, .object: nil
        }
    }

    /// What a value is as a whole number, without its fraction; nil where it is no number or far too great.
    func whole(_ value: Operand) -> Int? {
        guard let number = number(value) else { return nil }
        return number.kind == .integer ? Int(number.integer) : Int(exactly: number.number.rounded(.towardZero))
    }

    /// A scalar as a text: itself, or what is written for it; nil where there is nothing to be written.
    mutating func scalarText(of value: Operand) -> Operand? {
        switch value.kind {
        case .text: return value
        case .null, .list, .object: return nil
        case .boolean, .integer, .number:
            let start = scratch.bytes.count
            write(value, depth: 0)
            return fault == nil ? .text(in: .scratch, start: start, count: scratch.bytes.count &- start) : nil
        }
    }

    /// Writes a value onto the scratch as JavaScript joins it to a text: of a list the elements, of null nothing.
    mutating func write(_ value: Operand, depth: Int) {
        switch value.kind {
        case .null: break
        case .boolean: write(value.boolean ? "true" : "false")
        case .integer: write(NumberText.of(value.integer))
        case .number: write(NumberText.of(value.number))
        case .text: copy(value)
        case .object: write("[object Object]")
        case .list:
            guard depth < LogicLimits.deepestValue else {
                return raise(.general, .valueTooDeep(most: LogicLimits.deepestValue))
            }
            for index in 0..<value.count {
                guard mayStep() else { return }
                if index > 0 { write(",") }
                write(cell(index, of: value).value, depth: depth &+ 1)
            }
        }
    }

    private mutating func write(_ text: String) {
        guard mayWrite(text.utf8.count) else { return }
        scratch.bytes.append(contentsOf: text.utf8)
    }

    private mutating func copy(_ text: Operand) {
        guard mayWrite(text.count) else { return }
        switch text.place {
        case .program:
            unsafe scratch.bytes.append(contentsOf: program.slate.bytes.part(from: text.start, count: text.count))
        case .context:
            unsafe scratch.bytes.append(contentsOf: context.bytes.part(from: text.start, count: text.count))
        case .scratch:
            for index in 0..<text.count { scratch.bytes.append(scratch.bytes[text.start &+ index]) }
        }
    }
}
