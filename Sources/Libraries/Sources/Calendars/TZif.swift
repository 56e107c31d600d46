/// The contents of a file of the tz database (TZif, RFC 9636), checked byte by byte.
struct TZif {
    static let mostBytes = 256 * 1024
    static let mostTransitions = 2_000
    static let mostTypes = 256
    static let mostNameBytes = 2_000

    /// The numbers in the header of a block.
    private struct Counts {
        let universal, standard, leaps, transitions, types, nameBytes: Int

        /// How long the block is, with times of so many bytes.
        func bytes(_ time: Int) -> Int {
            transitions * time + transitions + types * 6 + nameBytes + leaps * (time + 4) + standard + universal
        }
    }

    private(set) var first = 0
    private(set) var transitions: [Int64] = []
    private(set) var offsets: [Int] = []
    private(set) var rule: ZoneRule?

    /// - Throws: The first thing that is wrong.
    init(_ bytes: [UInt8]) throws(ZoneDamage) {
        guard bytes.count <= Self.mostBytes else { throw .tooLarge }
        var rest = bytes[...]
        let (version, counts) = try Self.header(&rest)
        guard version > 1 else {
            try readBlock(&rest, counts, time: 4)
            guard rest.isEmpty else { throw .tooLong }
            return
        }
        // The first block has 32-bit times, for old readers.
        _ = try rest.take(counts.bytes(4))
        let (_, wideCounts) = try Self.header(&rest)
        try readBlock(&rest, wideCounts, time: 8)
        try readRule(&rest)
        guard rest.isEmpty else { throw .tooLong }
    }

    private static func header(_ rest: inout ArraySlice<UInt8>) throws(ZoneDamage) -> (version: Int, Counts) {
        guard rest.starts(with: "TZif".utf8) else { throw .notTZif }
        _ = try rest.take(4)
        let version: Int
        switch try rest.take(1).first {
        case 0: version = 1
        case .some(let digit) where (UInt8(ascii: "2")...UInt8(ascii: "4")).contains(digit):
            version = Int(digit - UInt8(ascii: "0"))
        default: throw .version
        }
        _ = try rest.take(15)
        var numbers: [Int] = []
        for _ in 0..<6 { numbers.append(Int(UInt32(truncatingIfNeeded: try rest.number(4)))) }
        let counts = Counts(
            universal: numbers[0], standard: numbers[1], leaps: numbers[2], transitions: numbers[3], types: numbers[4],
            nameBytes: numbers[5])
        guard counts.transitions <= mostTransitions, counts.types <= mostTypes, counts.nameBytes <= mostNameBytes,
            [0, counts.types].contains(counts.universal), [0, counts.types].contains(counts.standard),
            counts.leaps <= mostTransitions
        else { throw .counts }
        return (version, counts)
    }

    private mutating func readBlock(
        _ rest: inout ArraySlice<UInt8>, _ counts: Counts, time: Int
    ) throws(ZoneDamage) {
        // Times of such a file are not those of UTC clocks.
        guard counts.leaps == 0 else { throw .leapSeconds }
        guard counts.types > 0, counts.nameBytes > 0 else { throw .counts }
        for _ in 0..<counts.transitions {
            let transition = try rest.number(time)
            if let last = transitions.last, last >= transition { throw .order }
            transitions.append(transition)
        }
        let kinds = try rest.take(counts.transitions).map(Int.init)
        var types: [Int] = []
        for _ in 0..<counts.types {
            types.append(Int(try rest.number(4)))
            let (isSummer, name) = (try rest.number(1), try rest.number(1))
            guard Zone.offsets.contains(types[types.count - 1]), (0...1).contains(isSummer),
                (0..<Int64(counts.nameBytes)).contains(name)
            else { throw .type }
        }
        guard kinds.allSatisfy(types.indices.contains) else { throw .type }
        _ = try rest.take(counts.nameBytes + counts.standard + counts.universal)
        first = types[0]
        offsets = kinds.map { types[$0] }
    }

    private mutating func readRule(_ rest: inout ArraySlice<UInt8>) throws(ZoneDamage) {
        let newline = UInt8(ascii: "\n")
        guard rest.first == newline, let end = rest.dropFirst().firstIndex(of: newline) else { throw .tooShort }
        let text = rest[(rest.startIndex + 1)..<end]
        rest = rest[(end + 1)...]
        guard !text.isEmpty else { return }
        rule = ZoneRule(text)
        guard rule != nil else { throw .rule }
    }
}

extension ArraySlice<UInt8> {
    fileprivate mutating func take(_ count: Int) throws(ZoneDamage) -> ArraySlice<UInt8> {
        guard count <= self.count else { throw .tooShort }
        defer { removeFirst(count) }
        return prefix(count)
    }

    /// A number of so many bytes, the first one the highest; negative as two's complement, but for a single byte.
    fileprivate mutating func number(_ count: Int) throws(ZoneDamage) -> Int64 {
        let number = try take(count).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return count == 4 ? Int64(Int32(truncatingIfNeeded: number)) : Int64(bitPattern: number)
    }
}
