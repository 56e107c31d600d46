/// How the values of a clause lie.
enum ListLayout: Int32 {
    /// As they were written, side by side.
    case plain
    /// By their hash, so that a long list costs no more than a short one.
    case set
}

/// A list of scalars whose cells lie by their hash: an operand like any other, with holes of null.
///
/// Of the same hash the next cell counts, and so on until a hole.
enum ValueSet {
    /// The longest list that is walked through instead.
    static let longestPlain = 8

    /// The hash of a scalar; equal numbers have equal ones.
    @inline(__always)
    static func hash(_ value: Operand, _ text: (Operand) -> UInt64) -> UInt32 {
        let word: UInt64 =
            switch value.kind {
            case .text: text(value)
            case .integer: UInt64(bitPattern: value.integer)
            case .number: Int64(exactly: value.number).map { UInt64(bitPattern: $0) } ?? value.number.bitPattern
            case .boolean: value.boolean ? 1 : 2
            case .null, .list, .object: 0
            }
        let mixed = (word ^ word &>> 31) &* 0x9E37_79B9_7F4A_7C15
        return UInt32(truncatingIfNeeded: mixed &>> 32)
    }
}

extension ProgramBuilder {
    /// A set of scalars on the program's slate, of which each has its hash.
    mutating func set(_ values: [Operand], hash: (TextRun) -> UInt64) -> Operand {
        var size = 16
        while size < values.count * 2 { size *= 2 }
        let start = slate.cells.count
        for _ in 0..<size { slate.cells.append(Slate.Cell(.null)) }
        for value in values {
            let hash = slate.lend { slate in
                ValueSet.hash(value) { text in
                    unsafe hash(TextRun(slate.bytes.part(from: text.start, count: text.count)))
                }
            }
            var index = Int(hash) & (size - 1)
            while slate.cells[start + index].value.kind != .null { index = (index + 1) & (size - 1) }
            slate.cells[start + index] = Slate.Cell(value, mark: hash)
        }
        return .list(in: .program, start: start, count: size)
    }
}

extension FlagRun {
    /// Whether a scalar is in a set.
    func contains(_ found: Operand, in set: Operand) -> Bool {
        let hash = ValueSet.hash(found) { text in withText(text) { NameMark.hash($0) } }
        return contains(hash, in: set) { isEqual(found, $0) }
    }

    /// Whether a text is in a set of folded ones.
    func contains(_ found: Operand, inFolded set: Operand) -> Bool {
        guard found.kind == .text else { return false }
        let hash = ValueSet.hash(found) { text in withText(text) { CaseFolding.hash($0) } }
        return contains(hash, in: set) { isEqual(found, folded: $0) }
    }

    @inline(__always)
    private func contains(_ hash: UInt32, in set: Operand, _ isEqual: (Operand) -> Bool) -> Bool {
        let mask = set.count &- 1
        var index = Int(hash) & mask
        while true {
            let cell = cell(index, of: set)
            if cell.value.kind == .null { return false }
            if cell.mark == hash, isEqual(cell.value) { return true }
            index = (index &+ 1) & mask
        }
    }
}
