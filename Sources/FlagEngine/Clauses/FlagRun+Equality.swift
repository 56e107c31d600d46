extension FlagRun {
    /// Whether two scalars are the same: of numbers the amount counts, and nothing is converted.
    @inline(__always)
    func isEqual(_ found: Operand, _ wanted: Operand) -> Bool {
        switch found.kind {
        case .text: wanted.kind == .text && isSame(found, wanted)
        case .integer, .number: found.order(to: wanted) == 0
        case .boolean: wanted.kind == .boolean && found.boolean == wanted.boolean
        case .null, .list, .object: false
        }
    }

    /// Whether a text is another one, which is folded, in whichever case.
    func isEqual(_ found: Operand, folded wanted: Operand) -> Bool {
        found.kind == .text && withText(found) { found in withText(wanted) { found.isSame(asFolded: $0) } }
    }

    /// Whether something passes a test; of a list, whether one of its elements does.
    @inline(__always)
    func some(_ found: Operand, _ passes: (Operand) -> Bool) -> Bool {
        guard found.kind == .list else { return passes(found) }
        for index in 0..<found.count where passes(cell(index, of: found).value) { return true }
        return false
    }

    /// Whether a scalar is one of a list's; a long list is a `ValueSet`.
    @inline(__always)
    func isOne(_ found: Operand, of list: Operand, _ layout: ListLayout) -> Bool {
        if layout == .set { return contains(found, in: list) }
        for index in 0..<list.count where isEqual(found, cell(index, of: list).value) { return true }
        return false
    }

    /// The same, where case makes no difference; the list's texts are folded.
    func isOne(_ found: Operand, ofFolded list: Operand, _ layout: ListLayout) -> Bool {
        if layout == .set { return contains(found, inFolded: list) }
        for index in 0..<list.count where isEqual(found, folded: cell(index, of: list).value) { return true }
        return false
    }
}
