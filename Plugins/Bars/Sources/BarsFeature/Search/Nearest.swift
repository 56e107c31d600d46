/// The nearest so many of all that are shown to it, in order.
struct Nearest {
    struct One: Comparable {
        let distance: Double
        let id: String
        let place: Shelf.Place

        static func < (one: One, other: One) -> Bool {
            if one.distance != other.distance { return one.distance < other.distance }
            return one.id.utf8.lexicographicallyPrecedes(other.id.utf8)
        }
    }

    let most: Int
    private(set) var all: [One] = []

    init(most: Int) { self.most = most }

    /// The furthest of them, where there are as many as asked for: nothing beyond it counts.
    var last: One? { all.count == most ? all.last : nil }

    mutating func take(_ new: One) {
        if all.count == most {
            guard let last, new < last else { return }
            all.removeLast()
        }
        var (low, high) = (0, all.count)
        while low < high {
            let middle = (low + high) / 2
            if all[middle] < new { low = middle + 1 } else { high = middle }
        }
        all.insert(new, at: low)
    }
}
