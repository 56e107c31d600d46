internal import FeatureKit

/// All bars in the order of their names, shelf by shelf; a value that a search takes and keeps.
struct Shelves: Sendable {
    private let shifts: Int
    /// None of them is empty.
    private(set) var all: [Shelf] = []

    init(shifts: Int) { self.shifts = shifts }

    struct Place: Equatable {
        let shelf: Int
        let index: Int
    }

    var count: Int { all.reduce(0) { $0 + $1.count } }

    /// The first place of which the key is not before another one.
    func place(of key: NameKey) -> Place {
        var (low, high) = (0, all.count)
        while low < high {
            let middle = (low + high) / 2
            if all[middle].key(all[middle].count - 1) < key { low = middle + 1 } else { high = middle }
        }
        return Place(shelf: low, index: low < all.count ? all[low].place(of: key) : 0)
    }

    mutating func insert(_ listing: Listing) {
        var place = place(of: listing.key)
        // What comes behind everything goes onto the last.
        if place.shelf == all.count {
            if all.isEmpty { all.append(Shelf(shifts: shifts)) }
            place = Place(shelf: all.count - 1, index: all[all.count - 1].count)
        }
        all[place.shelf].insert(listing, at: place.index)
        if all[place.shelf].count > Shelf.most { all.insert(all[place.shelf].split(), at: place.shelf + 1) }
    }

    mutating func remove(_ key: NameKey) {
        let place = place(of: key)
        guard place.shelf < all.count, all[place.shelf].key(place.index) == key else { return }
        all[place.shelf].remove(at: place.index)
        if all[place.shelf].count == 0 {
            all.remove(at: place.shelf)
        } else if place.shelf + 1 < all.count, all[place.shelf].count + all[place.shelf + 1].count <= Shelf.most / 2 {
            all[place.shelf].append(all.remove(at: place.shelf + 1))
        }
    }

    mutating func set(_ nights: Nights, of key: NameKey) {
        let place = place(of: key)
        guard place.shelf < all.count, all[place.shelf].key(place.index) == key else { return }
        all[place.shelf].set(nights, at: place.index)
    }
}
