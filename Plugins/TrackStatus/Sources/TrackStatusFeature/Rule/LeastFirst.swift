/// The least of many, so that not each newcomer for whom one has to give way costs a look at all of them.
///
/// Ranks change: whoever takes one looks whether it still has that rank. All that are not in here are greater than the greatest
/// that is.
struct LeastFirst<Key, Rank: Comparable> {
    /// So many are kept of one look at all.
    static var most: Int { 64 }

    private var greatestFirst: [(key: Key, rank: Rank)] = []

    /// The least, or none where all have to be looked at.
    var first: (key: Key, rank: Rank)? { greatestFirst.last }

    mutating func dropFirst() { _ = greatestFirst.popLast() }

    /// Takes the least of all.
    mutating func fill(_ all: [(key: Key, rank: Rank)]) {
        greatestFirst = all.sorted { $1.rank < $0.rank }.suffix(Self.most)
    }

    /// Takes one that is new or has another rank now.
    mutating func note(_ key: Key, _ rank: Rank) {
        guard let greatest = greatestFirst.first, rank < greatest.rank else { return }
        let index = greatestFirst.firstIndex { $0.rank < rank } ?? greatestFirst.endIndex
        greatestFirst.insert((key, rank), at: index)
        if greatestFirst.count > Self.most { greatestFirst.removeFirst() }
    }
}
