extension FlagRun {
    /// The variant that a split gives the caller; nil leaves them to the next rule.
    ///
    /// Someone without the attribute is not divided, nor someone whose attribute is an empty text, a list or an object.
    @inline(__always)
    mutating func choose(_ split: CompiledSplit) -> Int? {
        guard let found = attribute(split.attribute, of: root), let hash = hash(found, split) else { return nil }
        if Tracer.isListening {
            tracer.hear(.bucket(hashed: string(split.seed) + words(found), hash: hash, split.bucketing))
        }
        let range = CompiledRange.index(
            of: split.bucketing.place(ofHash: hash), from: Int(split.firstRange), count: Int(split.rangeCount),
            in: program.ranges)
        let variant = program.ranges[range].variant
        return variant < 0 ? nil : Int(variant)
    }

    @inline(__always)
    private mutating func hash(_ found: Operand, _ split: CompiledSplit) -> UInt32? {
        switch found.kind {
        case .null, .list, .object: return nil
        case .text where found.count == 0: return nil
        case _ where split.bucketing == .v3: return hashAsCBOR(split.seed, found)
        case .text:
            var murmur = split.seeded
            withText(found) { murmur.add($0) }
            return murmur.hash
        case .boolean, .integer, .number: return hashOfWords(found, split)
        }
    }

    @inline(never)
    private func hashOfWords(_ found: Operand, _ split: CompiledSplit) -> UInt32 {
        var murmur = split.seeded
        words(found).run { murmur.add($0) }
        return murmur.hash
    }

    /// A scalar as a text.
    private func words(_ found: Operand) -> String {
        switch found.kind {
        case .text: string(found)
        case .boolean: "\(found.boolean)"
        case .integer: NumberText.of(found.integer)
        // A whole number is written without a point, however it came.
        case .number: NumberText.of(found.number)
        case .null, .list, .object: ""
        }
    }
}

extension CompiledRange {
    /// So many ranges are walked through; more of them are halved.
    private static let few = 8

    /// Which range a place lies in.
    @inline(__always)
    static func index(of place: UInt32, from first: Int, count: Int, in ranges: TableView<CompiledRange>) -> Int {
        var (low, high) = (first, first &+ count &- 1)
        while high &- low > few {
            let middle = (low &+ high) &>> 1
            if UInt64(place) < ranges[middle].end { high = middle } else { low = middle &+ 1 }
        }
        while low < high, UInt64(place) >= ranges[low].end { low &+= 1 }
        return low
    }
}
