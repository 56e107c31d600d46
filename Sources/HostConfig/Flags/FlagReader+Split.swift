import FlagEngine

extension FlagReader {
    private static let splitKeys = ["by", "seed", "shares"]

    /// Reads a split: shares alone, or with what people are told apart by.
    mutating func split(
        _ entry: Node.Entry, of key: String, variants: Variants?
    ) -> Split? {
        guard let entries = mapping(entry) else { return nil }
        var attribute = Split.usualAttribute
        var seed = key
        var written = entry
        if isLong(entries, variants: variants) {
            checkKeys(entries, known: Self.splitKeys)
            if let entry = entries["by"], let text = text(entry) {
                if text.isEmpty { add(.emptyName, at: entry.mark) }
                attribute = text
            }
            if let entry = entries["seed"] { seed = text(entry) ?? seed }
            guard let shares = entries["shares"] else {
                add(.missingKey("shares"), at: entry.keyMark)
                return nil
            }
            written = shares
        }
        guard let shares = shares(written, variants: variants) else { return nil }
        return Split(attribute: attribute, seed: seed, shares: shares, place: place(entry.keyMark))
    }

    /// Whether it is more than shares: its keys are those of the long form, and not the names of variants.
    private func isLong(_ entries: [Node.Entry], variants: Variants?) -> Bool {
        if let shares = entries["shares"], case .mapping = shares.value.content { return true }
        return entries.contains { Self.splitKeys.contains($0.key) && variants?[$0.key] == nil }
    }

    private mutating func shares(_ entry: Node.Entry, variants: Variants?) -> [Split.Share]? {
        guard let entries = mapping(entry) else { return nil }
        guard !entries.isEmpty else {
            add(.empty(.mapping), at: entry.keyMark)
            return nil
        }
        var list: [Split.Share] = []
        var sum: UInt64 = 0
        var percentages: Bool?
        var isFine = true
        for entry in entries {
            let name = Node(content: .scalar(Scalar(raw: entry.key, style: .plain)), mark: entry.keyMark)
            check(entry.key, at: Node.Entry(key: "", keyMark: entry.keyMark, value: name), among: variants)
            guard let share = share(entry) else {
                isFine = false
                continue
            }
            if let percentages, percentages != share.isPercentage {
                add(.mixedShares, at: entry.mark)
                isFine = false
            }
            percentages = percentages ?? share.isPercentage
            sum += share.weight
            list.append(Split.Share(variant: entry.key, weight: share.weight))
        }
        guard isFine else { return nil }
        if percentages == true {
            if sum > Millionths.hundred { add(.percentagesBeyondHundred(millionths: sum), at: entry.keyMark) }
            if sum < Millionths.hundred { list.append(Split.Share(variant: nil, weight: Millionths.hundred - sum)) }
        } else if sum == 0 {
            add(.nothingShared, at: entry.keyMark)
        } else if sum > Millionths.largest * Millionths.one {
            add(.tooLarge(most: Millionths.largest), at: entry.keyMark)
        }
        return list
    }

    private mutating func share(_ entry: Node.Entry) -> (weight: UInt64, isPercentage: Bool)? {
        guard case .scalar(let scalar) = entry.value.content, !scalar.isNull else {
            wrong(entry, .share)
            return nil
        }
        if let percentage = Millionths.percentage(scalar.raw) {
            return number(percentage, of: entry, else: .badShare(scalar.raw)).map { ($0, true) }
        }
        guard scalar.style == .plain else {
            add(.badShare(scalar.raw), at: entry.mark)
            return nil
        }
        return number(
            Result { () throws(Millionths.Fault) in try Millionths.parse(scalar.raw) }, of: entry,
            else: .badShare(scalar.raw)
        ).map { ($0, false) }
    }

    /// A percentage of at most a hundred, in millionths of a hundredth.
    mutating func percentage(_ entry: Node.Entry) -> UInt64? {
        guard let text = text(entry, as: .percentage) else { return nil }
        let (part, mistake) = Percentage.read(text)
        guard let mistake else { return part }
        add(mistake, at: entry.mark)
        if case .beyondHundred = mistake { return part }
        return nil
    }

    private mutating func number(
        _ result: Result<UInt64, Millionths.Fault>, of entry: Node.Entry, else mistake: FlagMistake
    ) -> UInt64? {
        switch result {
        case .success(let millionths): return millionths
        case .failure(.notANumber): add(mistake, at: entry.mark)
        case .failure(.tooFine): add(.tooFine, at: entry.mark)
        case .failure(.tooLarge): add(.tooLarge(most: Millionths.largest), at: entry.mark)
        }
        return nil
    }
}
