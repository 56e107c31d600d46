internal import FeatureKit
internal import Glibc

/// One bar among those that searches look through.
struct Listing: Sendable {
    /// What it is called, folded.
    var name: [UInt8]
    var card: Card
    var terms: Terms
    var spot: SIMD3<Double>
    var nights: Nights

    /// What is told of a bar that was found, besides what is free.
    struct Card: Sendable, Equatable {
        let id: String
        let name: String
        let type: String
        let location: GeoPoint
        let capacity: Int64
        let closures: [ClosedRange<Int>]
    }

    /// What filters look at.
    struct Terms: Sendable, Equatable {
        /// Its type and its zone, by the numbers that the guide gave them.
        let kind: UInt16
        let zone: UInt16
        let open: OpenDays
        /// How many seats are sold in a shift.
        let seats: Int16
        /// Whether a party has to fit a table, and not only the seats.
        let hasTables: Bool
        /// The largest party that fits while nothing is taken.
        let party: Int16
    }
}

/// What bars without a point are ordered by.
struct NameKey: ShelfKey {
    /// So much of a name counts for the order; cursors have to hold it.
    static let mostBytes = 120

    let name: ArraySlice<UInt8>
    let id: String

    init(name: ArraySlice<UInt8>, id: String) {
        self.name = name.prefix(Self.mostBytes)
        self.id = id
    }

    init(_ listing: Listing) { self.init(name: listing.name[...], id: listing.card.id) }

    init(_ shelf: Shelf, _ index: Int) { self.init(name: shelf.folded(index), id: shelf.cards[index].id) }

    static func < (one: NameKey, other: NameKey) -> Bool {
        if one.name.lexicographicallyPrecedes(other.name) { return true }
        return one.name.elementsEqual(other.name) && one.id.utf8.lexicographicallyPrecedes(other.id.utf8)
    }
}

extension GeoPoint {
    /// Where it is on a ball of radius 1, from its middle: the nearer two points, the nearer these, and no meridian is special.
    var spot: SIMD3<Double> {
        let (north, east) = (lat * .pi / 180, lon * .pi / 180)
        return SIMD3(cos(north) * cos(east), cos(north) * sin(east), sin(north))
    }
}
