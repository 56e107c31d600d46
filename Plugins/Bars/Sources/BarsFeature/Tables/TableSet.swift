/// Some tables of a plan, by their places in it.
struct TableSet: Hashable {
    private var words = SIMD4<UInt64>()

    /// As many as a plan has at most.
    static let most = 256

    var isEmpty: Bool { words == SIMD4() }

    func contains(_ table: Int) -> Bool { words[table >> 6] & 1 << UInt64(table & 63) != 0 }

    mutating func insert(_ table: Int) { words[table >> 6] |= 1 << UInt64(table & 63) }

    mutating func remove(_ table: Int) { words[table >> 6] &= ~(1 << UInt64(table & 63)) }

    mutating func formUnion(_ others: TableSet) { words |= others.words }

    mutating func subtract(_ others: TableSet) { words &= ~others.words }

    func union(_ others: TableSet) -> TableSet {
        var all = self
        all.formUnion(others)
        return all
    }

    func isDisjoint(with others: TableSet) -> Bool { words & others.words == SIMD4() }

    /// Their places, the lowest first.
    var places: [Int] {
        var places: [Int] = []
        for word in 0..<4 {
            var bits = words[word]
            while bits != 0 {
                places.append(word << 6 + bits.trailingZeroBitCount)
                bits &= bits - 1
            }
        }
        return places
    }
}
