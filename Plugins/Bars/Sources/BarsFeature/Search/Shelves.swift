internal import FeatureKit

/// All bars in the order of a key, shelf by shelf; a value that a search takes and keeps.
struct Shelves<Key: ShelfKey>: Sendable {
    private let shifts: Int
    /// None of them is empty.
    private(set) var all: [Shelf] = []

    init(shifts: Int) { self.shifts = shifts }

    var count: Int { all.reduce(0) { $0 + $1.count } }

    /// The first place of which the key is not before another one.
    func place(of key: Key) -> Shelf.Place {
        var (low, high) = (0, all.count)
        while low < high {
            let middle = (low + high) / 2
            if Key(all[middle], all[middle].count - 1) < key { low = middle + 1 } else { high = middle }
        }
        return Shelf.Place(shelf: low, index: low < all.count ? all[low].place(of: key) : 0)
    }

    mutating func insert(_ listing: Listing) {
        var place = place(of: Key(listing))
        // What comes behind everything goes onto the last.
        if place.shelf == all.count {
            if all.isEmpty { all.append(Shelf(shifts: shifts)) }
            place = Shelf.Place(shelf: all.count - 1, index: all[all.count - 1].count)
        }
        all[place.shelf].insert(listing, at: place.index)
        if all[place.shelf].count > Shelf.most { all.insert(all[place.shelf].split(), at: place.shelf + 1) }
    }

    mutating func remove(_ key: Key) {
        let place = place(of: key)
        guard place.shelf < all.count, Key(all[place.shelf], place.index) == key else { return }
        all[place.shelf].remove(at: place.index)
        if all[place.shelf].count == 0 {
            all.remove(at: place.shelf)
        } else {
            join(place.shelf)
            join(place.shelf - 1)
        }
    }

    /// Makes a shelf one with the next where both hold little.
    private mutating func join(_ shelf: Int) {
        guard shelf >= 0, shelf + 1 < all.count, all[shelf].count + all[shelf + 1].count <= Shelf.most / 2 else {
            return
        }
        all[shelf].append(all.remove(at: shelf + 1))
    }

    mutating func set(_ nights: Nights, of key: Key) {
        let place = place(of: key)
        guard place.shelf < all.count, Key(all[place.shelf], place.index) == key else { return }
        all[place.shelf].set(nights, at: place.index)
    }
}

/// What bars stand in order by.
protocol ShelfKey: Comparable, Sendable {
    init(_ listing: Listing)
    /// That of one bar on a shelf.
    init(_ shelf: Shelf, _ index: Int)
}

/// A bar that was found.
struct Hit {
    let place: Shelf.Place
    /// In metres, from the point that was asked for.
    var distance: Double?
}
