extension FlagRun {
    /// Whether what an attribute holds passes a test.
    ///
    /// What is not there, null or of another kind passes none but `exists` and those that are turned around: `not: ES`
    /// holds for someone without a country.
    @inline(__always)
    mutating func clause(_ test: ClauseTest, _ step: Step, found: Operand?) -> Bool {
        let found = found ?? .null
        return switch test {
        case .eq: some(found) { isEqual($0, step.operand) }
        case .in: some(found) { isOne($0, of: step.operand, step.layout) }
        case .not: !some(found) { isEqual($0, step.operand) }
        case .notIn: !some(found) { isOne($0, of: step.operand, step.layout) }
        case .exists: (found.kind != .null) == step.operand.boolean
        case .gt, .gte, .lt, .lte, .between: compare(test, found, step.operand)
        default: passes(test, step, found)
        }
    }

    /// The tests that take longer anyway.
    @inline(never)
    private func passes(_ test: ClauseTest, _ step: Step, _ found: Operand) -> Bool {
        switch test {
        case .eqNoCase: some(found) { isEqual($0, folded: step.operand) }
        case .inNoCase: some(found) { isOne($0, ofFolded: step.operand, step.layout) }
        case .notInNoCase: !some(found) { isOne($0, ofFolded: step.operand, step.layout) }
        case .contains where found.kind == .list: some(found) { isOne($0, of: step.operand, step.layout) }
        case .containsNoCase where found.kind == .list:
            some(found) { isOne($0, ofFolded: step.operand, step.layout) }
        case .contains: search(found, step) { $0.contains($1) }
        case .startsWith: search(found, step) { $0.has($1, at: 0) }
        case .endsWith: search(found, step) { $0.has($1, at: $0.count &- $1.count) }
        case .containsNoCase: search(found, step) { $0.contains(folded: $1) }
        case .startsWithNoCase: search(found, step) { $0.end(ofFolded: $1, at: 0) != nil }
        case .endsWithNoCase: search(found, step) { $0.hasSuffix(folded: $1) }
        case .matches, .matchesNoCase:
            found.kind == .text && withText(found) { program.patterns[Int(step.aux)].finds(in: $0) }
        case .before: time(found).map { $0 < step.operand.integer } ?? false
        case .after: time(found).map { $0 > step.operand.integer } ?? false
        case .inCIDR: isInBlocks(found, step.operand)
        case .semverEq, .semverGt, .semverGte, .semverLt, .semverLte, .semverCaret, .semverTilde:
            version(test, found, step.operand)
        case .eq, .not, .in, .notIn, .exists, .gt, .gte, .lt, .lte, .between: false
        }
    }

    @inline(__always)
    private func compare(_ test: ClauseTest, _ found: Operand, _ wanted: Operand) -> Bool {
        if test == .between {
            guard let low = found.order(to: cell(0, of: wanted).value),
                let high = found.order(to: cell(1, of: wanted).value)
            else { return false }
            return low >= 0 && high <= 0
        }
        guard let order = found.order(to: wanted) else { return false }
        return switch test {
        case .gt: order > 0
        case .gte: order >= 0
        case .lt: order < 0
        default: order <= 0
        }
    }

    /// Whether one of the texts of a clause is found in what an attribute holds.
    @inline(__always)
    private func search(_ found: Operand, _ step: Step, _ finds: (TextRun, TextRun) -> Bool) -> Bool {
        guard found.kind == .text else { return false }
        return withText(found) { found in
            for index in 0..<step.operand.count {
                let wanted = cell(index, of: step.operand).value
                if wanted.kind == .text, withText(wanted, { finds(found, $0) }) { return true }
            }
            return false
        }
    }

    private func time(_ found: Operand) -> Int64? {
        switch found.kind {
        case .integer: ClauseTime.read(found.integer)
        case .number: ClauseTime.read(found.number)
        case .text: withText(found) { ClauseTime.read($0) }
        case .null, .boolean, .list, .object: nil
        }
    }

    private func isInBlocks(_ found: Operand, _ blocks: Operand) -> Bool {
        guard found.kind == .text, let address = withText(found, { Address($0) }) else { return false }
        var index = 0
        while index < blocks.count {
            if AddressBlock(reading: { cell(index &+ $0, of: blocks).value }).contains(address) { return true }
            index &+= AddressBlock.cells
        }
        return false
    }

    private func version(_ test: ClauseTest, _ found: Operand, _ wanted: Operand) -> Bool {
        switch found.kind {
        case .text: withText(found) { found in withText(wanted) { found.isVersion(test, $0) } }
        // The text of a usual number is so short that it takes no memory.
        case .integer: "\(found.integer)".run { found in withText(wanted) { found.isVersion(test, $0) } }
        case .number: "\(found.number)".run { found in withText(wanted) { found.isVersion(test, $0) } }
        case .null, .boolean, .list, .object: false
        }
    }
}

extension TextRun {
    /// Whether it is a version that passes a test against another one.
    fileprivate func isVersion(_ test: ClauseTest, _ wanted: TextRun) -> Bool {
        guard let found = VersionText(self), let parsed = VersionText(wanted) else { return false }
        let order = VersionText.order(found, self, parsed, wanted)
        return switch test {
        case .semverEq: order == 0
        case .semverGt: order > 0
        case .semverGte: order >= 0
        case .semverLt: order < 0
        case .semverLte: order <= 0
        case .semverCaret: order >= 0 && VersionText.haveSameMajor(found, self, parsed, wanted)
        case .semverTilde: order >= 0 && VersionText.haveSameMinor(found, self, parsed, wanted)
        default: false
        }
    }
}

extension Step {
    /// How the values of its operand lie.
    @inline(__always)
    var layout: ListLayout { aux == ListLayout.set.rawValue ? .set : .plain }
}

extension AddressBlock {
    /// How many cells one takes: the upper and the lower half of its address, and its prefix.
    static let cells = 3

    init(reading cell: (Int) -> Operand) {
        let high = UInt128(UInt64(bitPattern: cell(0).integer))
        let low = UInt128(UInt64(bitPattern: cell(1).integer))
        self.init(base: Address(bits: high << 64 | low), prefix: Int(cell(2).integer))
    }

    /// The block as cells.
    var operands: [Operand] {
        [
            .integer(Int64(truncatingIfNeeded: base.bits >> 64)), .integer(Int64(truncatingIfNeeded: base.bits)),
            .integer(Int64(prefix)),
        ]
    }
}
