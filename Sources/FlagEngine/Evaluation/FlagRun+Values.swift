extension FlagRun {
    /// Lends the bytes of a text; nothing may be added to the scratch meanwhile.
    @inline(__always)
    func withText<Result>(_ text: Operand, _ body: (TextRun) -> Result) -> Result {
        switch text.place {
        case .program: unsafe body(TextRun(program.slate.bytes.part(from: text.start, count: text.count)))
        case .context: unsafe body(TextRun(context.bytes.part(from: text.start, count: text.count)))
        case .scratch:
            unsafe scratch.bytes.withUnsafeBufferPointer {
                unsafe body(TextRun(TableView($0).part(from: text.start, count: text.count)))
            }
        }
    }

    /// A cell of a list or an object.
    @inline(__always)
    func cell(_ index: Int, of container: Operand) -> Slate.Cell {
        switch container.place {
        case .program: program.slate.cells[container.start &+ index]
        case .context: context.cells[container.start &+ index]
        case .scratch: scratch.cells[container.start &+ index]
        }
    }

    /// The name of a member, as a text.
    func name(of cell: Slate.Cell, in object: Operand) -> Operand {
        .text(in: object.place, start: Int(cell.nameStart), count: Int(cell.nameCount))
    }

    /// Whether two texts have the same bytes.
    @inline(__always)
    func isSame(_ left: Operand, _ right: Operand) -> Bool {
        guard left.count == right.count else { return false }
        // What is on the scratch may move; the other two stay where they are.
        if left.place != .scratch, right.place != .scratch { return still(left).isSame(as: still(right)) }
        return withText(left) { left in withText(right) { left.isSame(as: $0) } }
    }

    /// A text of the program or the caller.
    @inline(__always)
    private func still(_ text: Operand) -> TextRun {
        let bytes = text.place == .program ? program.slate.bytes : context.bytes
        return unsafe TextRun(bytes.part(from: text.start, count: text.count))
    }

    /// The text of an operand, for people.
    func string(_ text: Operand) -> String { withText(text) { $0.string } }
}
