/// What bars are ordered by so that neighbours stand together.
///
/// The ball lies in a cube that is halved along each axis, and each half again: which half it is, axis after axis, are the bits of
/// the key (Morton's order). Bars that follow each other share most halves, so that the box around a shelf of them is small.
struct SpotKey: ShelfKey {
    /// So often each axis is halved: to about six metres.
    private static let halvings = 21

    private let cell: UInt64
    private let id: String

    init(_ listing: Listing) { self.init(listing.spot, id: listing.card.id) }

    init(_ shelf: Shelf, _ index: Int) { self.init(shelf.spots[index], id: shelf.cards[index].id) }

    private init(_ spot: SIMD3<Double>, id: String) {
        let most = Double(1 << Self.halvings)
        let steps = ((spot + 1) * (most / 2)).clamped(
            lowerBound: SIMD3(repeating: 0), upperBound: SIMD3(repeating: most - 1)
        ).rounded(.down)
        var cell: UInt64 = 0
        for bit in (0..<UInt64(Self.halvings)).reversed() {
            for axis in 0..<3 { cell = cell << 1 | (UInt64(steps[axis]) >> bit & 1) }
        }
        self.cell = cell
        self.id = id
    }

    static func < (one: SpotKey, other: SpotKey) -> Bool {
        if one.cell != other.cell { return one.cell < other.cell }
        return one.id.utf8.lexicographicallyPrecedes(other.id.utf8)
    }
}
