extension FlagRun {
    /// `in`: whether a list has the same value in it, or a text the other text.
    mutating func contained(_ step: Step, in scope: Operand) -> Operand {
        let arguments = arguments(of: step, in: scope)
        let needle = argument(0, arguments, of: step, in: scope)
        let place = argument(1, arguments, of: step, in: scope)
        switch place.kind {
        case .list:
            guard mayStep(costing: 1 &+ place.count / LogicLimits.elementsOfStep) else { return .null }
            for index in 0..<place.count where isSameValue(needle, cell(index, of: place).value) {
                return .boolean(true)
            }
            return .boolean(false)
        case .text:
            // Each place may have to be compared in full.
            guard let needle = scalarText(of: needle), mayRead(place.count &* (1 &+ needle.count / 8)) else {
                return .boolean(false)
            }
            return .boolean(withText(place) { place in withText(needle) { place.contains($0) } })
        default: return .boolean(false)
        }
    }

    /// `cat`: the arguments as one text.
    mutating func joined(_ step: Step, in scope: Operand) -> Operand {
        // All of them first, since evaluating one may write texts too.
        let values = list(step, in: scope)
        guard values.kind == .list else { return .null }
        let start = scratch.bytes.count
        for index in 0..<values.count { write(cell(index, of: values).value, depth: 0) }
        return .text(in: .scratch, start: start, count: scratch.bytes.count &- start)
    }

    /// `substr`: from one character on, so many of them; below zero both count from the end.
    mutating func part(_ step: Step, in scope: Operand) -> Operand {
        let arguments = arguments(of: step, in: scope)
        guard arguments.count > 0 else { return refuse() }
        let value = argument(0, arguments, of: step, in: scope)
        let first = whole(argument(1, arguments, of: step, in: scope)) ?? 0
        let length = argument(2, arguments, of: step, in: scope)
        guard let text = scalarText(of: value), mayRead(text.count) else {
            return .text(in: .scratch, start: 0, count: 0)
        }

        let count = withText(text) { $0.characters }
        let start = first < 0 ? max(0, count &+ max(first, -count)) : min(first, count)
        var end = count
        if length.kind != .null {
            let length = whole(length) ?? 0
            end = length < 0 ? max(start, count &+ max(length, -count)) : min(length, count &- start) &+ start
        }
        let (from, upTo) = withText(text) { ($0.offset(ofCharacter: start), $0.offset(ofCharacter: end)) }
        return .text(in: text.place, start: text.start &+ from, count: upTo &- from)
    }

    /// `starts_with` and `ends_with`: of two texts whether it does, of anything else null.
    mutating func affix(_ step: Step, atStart: Bool, in scope: Operand) -> Operand {
        let arguments = arguments(of: step, in: scope)
        guard arguments.count == 2 else { return .null }
        let text = argument(0, arguments, of: step, in: scope)
        let affix = argument(1, arguments, of: step, in: scope)
        guard text.kind == .text, affix.kind == .text, mayRead(affix.count) else { return .null }
        let holds = withText(text) { text in
            withText(affix) { text.has($0, at: atStart ? 0 : text.count &- $0.count) }
        }
        return .boolean(holds)
    }
}

extension TextRun {
    /// How many characters it has, which here are Unicode's scalars.
    fileprivate var characters: Int { (0..<count).count { self[$0] & 0xC0 != 0x80 } }

    /// Where a character begins, or the end.
    fileprivate func offset(ofCharacter character: Int) -> Int {
        var seen = -1
        for index in 0..<count where self[index] & 0xC0 != 0x80 {
            seen &+= 1
            if seen == character { return index }
        }
        return count
    }
}
