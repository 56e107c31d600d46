internal import FeatureKit

extension FlagRun {
    /// What a flag holds for the caller.
    mutating func decide(_ flag: Int) -> Verdict {
        let row = program.rows[flag]
        // Who listens wants to hear all of it.
        guard Tracer.isListening else { return row.constant ?? settle(row) }
        tracer.hear(.begin(.flag(flag)))
        let verdict = settle(row)
        tracer.hear(.decided(verdict))
        return verdict
    }

    @inline(__always)
    private mutating func settle(_ row: FlagRow) -> Verdict {
        key = row.key
        guard row.isEnabled, row.requirementCount == 0 || meets(row) else {
            return Verdict(row.offVariant, .disabled)
        }
        switch row.targeting {
        case .none: return Verdict(row.defaultVariant, row.defaultVariant < 0 ? .default : .static)
        case .unusable: return Verdict(-1, .error, error: .parseError)
        case .logic(let step): return decide(row, by: program.steps[Int(step)])
        case .rules(let first, let count):
            for index in 0..<Int(count) {
                let rule = program.rules[Int(first) &+ index]
                if Tracer.isListening { tracer.hear(.begin(.rule(rule))) }
                let verdict = decide(by: rule)
                if Tracer.isListening { tracer.hear(.end(.boolean(verdict != nil))) }
                if let verdict { return verdict }
            }
            return settled(Verdict(row.defaultVariant, .default))
        }
    }

    /// What a rule gives the caller; nil where it leaves them to the next one.
    @inline(__always)
    private mutating func decide(by rule: RuleRow) -> Verdict? {
        if rule.condition >= 0 {
            let holds = holds(program.steps[Int(rule.condition)])
            // What went wrong may have made it hold.
            if fault != nil { return settled(Verdict(-1, .error)) }
            guard holds else { return nil }
        }
        if rule.variant >= 0 { return Verdict(rule.variant, .targetingMatch, rule: rule.number) }
        guard let variant = choose(program.splits[Int(rule.split)]) else { return nil }
        return Verdict(Int32(variant), .split, rule: rule.number)
    }

    /// What an expression gives the caller.
    private mutating func decide(_ row: FlagRow, by step: Step) -> Verdict {
        let result = run(step, in: root)
        if fault != nil { return settled(Verdict(-1, .error)) }
        if result.kind == .null { return Verdict(row.defaultVariant, .default) }
        guard let variant = variant(called: result, of: row) else { return Verdict(-1, .error, error: .general) }
        return Verdict(variant, .targetingMatch)
    }

    /// A verdict, unless something went wrong.
    private func settled(_ verdict: Verdict) -> Verdict {
        guard let fault else { return verdict }
        return Verdict(-1, .error, error: fault)
    }

    /// The variant that has a value's text for a name; of a text its quotes do not count, as with flagd.
    private mutating func variant(called value: Operand, of row: FlagRow) -> Int32? {
        let name: Operand
        switch value.kind {
        case .text: name = withText(value) { $0.has(UInt8(ascii: "\"")) } ? withoutQuotes(value) : value
        default:
            // Lists and objects are no names; flagd would look for their JSON.
            guard let text = scalarText(of: value) else { return nil }
            name = text
        }
        let mark = withText(name) { NameMark.of($0) }
        for index in 0..<Int(row.nameCount) {
            let part = program.names[Int(row.firstName) &+ index]
            if part.mark == mark, isSame(part.name, name) { return Int32(truncatingIfNeeded: index) }
        }
        return nil
    }

    private mutating func withoutQuotes(_ text: Operand) -> Operand {
        let start = scratch.bytes.count
        for index in 0..<text.count {
            let byte = withText(text) { $0[index] }
            if byte != UInt8(ascii: "\"") { scratch.bytes.append(byte) }
        }
        return .text(in: .scratch, start: start, count: scratch.bytes.count &- start)
    }
}
