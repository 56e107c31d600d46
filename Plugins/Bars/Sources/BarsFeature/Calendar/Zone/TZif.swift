/// What a file of the tz database says (TZif, RFC 9636): each byte is looked at before it is believed.
struct TZif {
    static let mostBytes = 256 * 1024
    static let mostTurns = 2_000
    static let mostTypes = 256
    static let mostNameBytes = 2_000

    /// How many there are of each in a block.
    private struct Counts {
        let universal, standard, leaps, turns, types, nameBytes: Int

        /// How long the block is, with times of so many bytes.
        func bytes(_ time: Int) -> Int {
            turns * time + turns + types * 6 + nameBytes + leaps * (time + 4) + standard + universal
        }
    }

    private(set) var first = 0
    private(set) var turns: [Int64] = []
    private(set) var offsets: [Int] = []
    private(set) var rule: ZoneRule?

    /// - Throws: The first thing that is wrong.
    init(_ bytes: [UInt8]) throws(ZoneDamage) {
        guard bytes.count <= Self.mostBytes else { throw .tooLarge }
        var rest = bytes[...]
        let (version, counts) = try Self.header(&rest)
        guard version > 1 else {
            try readBlock(&rest, counts, time: 4)
            guard rest.isEmpty else { throw .more }
            return
        }
        // The block with short times is for readers that know no other.
        _ = try rest.take(counts.bytes(4))
        let (_, wideCounts) = try Self.header(&rest)
        try readBlock(&rest, wideCounts, time: 8)
        try readRule(&rest)
        guard rest.isEmpty else { throw .more }
    }

    private static func header(_ rest: inout ArraySlice<UInt8>) throws(ZoneDamage) -> (version: Int, Counts) {
        guard rest.starts(with: "TZif".utf8) else { throw .noZone }
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
            universal: numbers[0], standard: numbers[1], leaps: numbers[2], turns: numbers[3], types: numbers[4],
            nameBytes: numbers[5])
        guard counts.turns <= mostTurns, counts.types <= mostTypes, counts.nameBytes <= mostNameBytes,
            [0, counts.types].contains(counts.universal), [0, counts.types].contains(counts.standard),
            counts.leaps <= mostTurns
        else { throw .counts }
        return (version, counts)
    }

    private mutating func readBlock(
        _ rest: inout ArraySlice<UInt8>, _ counts: Counts, time: Int
    ) throws(ZoneDamage) {
        // Its times count seconds that clocks elsewhere don't.
        guard counts.leaps == 0 else { throw .leapSeconds }
        guard counts.types > 0, counts.nameBytes > 0 else { throw .counts }
        for _ in 0..<counts.turns {
            let turn = try rest.number(time)
            if let last = turns.last, last >= turn { throw .order }
            turns.append(turn)
        }
        let kinds = try rest.take(counts.turns).map(Int.init)
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
        guard rest.first == newline, let end = rest.dropFirst().firstIndex(of: newline) else { throw .cut }
        let text = rest[(rest.startIndex + 1)..<end]
        rest = rest[(end + 1)...]
        guard !text.isEmpty else { return }
        rule = ZoneRule(text)
        guard rule != nil else { throw .rule }
    }
}

extension ArraySlice<UInt8> {
    fileprivate mutating func take(_ count: Int) throws(ZoneDamage) -> ArraySlice<UInt8> {
        guard count <= self.count else { throw .cut }
        defer { removeFirst(count) }
        return prefix(count)
    }

    /// A number of so many bytes, the first one the highest; negative as two's complement, but for a single byte.
    fileprivate mutating func number(_ count: Int) throws(ZoneDamage) -> Int64 {
        let number = try take(count).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return count == 4 ? Int64(Int32(truncatingIfNeeded: number)) : Int64(bitPattern: number)
    }
}
