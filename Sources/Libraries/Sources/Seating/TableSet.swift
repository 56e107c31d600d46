/// Some tables of a plan, by their places in it.
struct TableSet: Hashable {
    /// A bit for each place: the first 128, and those behind.
    private var first: UInt128 = 0
    private var second: UInt128 = 0

    init(_ places: some Sequence<Int> = []) {
        for place in places where place < 128 { first |= 1 << UInt128(place) }
        for place in places where place >= 128 { second |= 1 << UInt128(place - 128) }
    }

    private init(_ first: UInt128, _ second: UInt128) { (self.first, self.second) = (first, second) }

    func contains(_ place: Int) -> Bool {
        place < 128 ? first >> UInt128(place) & 1 != 0 : second >> UInt128(place - 128) & 1 != 0
    }

    func union(_ others: TableSet) -> TableSet { TableSet(first | others.first, second | others.second) }

    func subtracting(_ others: TableSet) -> TableSet { TableSet(first & ~others.first, second & ~others.second) }

    func isDisjoint(with others: TableSet) -> Bool { first & others.first == 0 && second & others.second == 0 }

    /// The places, the lowest first.
    var places: [Int] { Self.places(first, from: 0) + Self.places(second, from: 128) }

    private static func places(_ bits: UInt128, from start: Int) -> [Int] {
        var (rest, places) = (bits, [Int]())
        while rest != 0 {
            places.append(start + rest.trailingZeroBitCount)
            rest &= rest - 1
        }
        return places
    }
}
