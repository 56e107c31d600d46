internal import FeatureKit

/// Names in their order, without accents and case, of which any part is found.
///
/// Each name has a number that the caller chooses, such as its place in a list: from 0 on, without large gaps.
public struct NameIndex: Sendable {
    /// What names are ordered by: the name, then the id.
    public struct Key: Sendable, Equatable {
        /// So much of a name counts for the order, so that a key is short.
        public static let mostBytes = 120

        /// The start of the folded name, in UTF-8.
        public let name: [UInt8]
        /// The id.
        public let id: String

        /// Makes the key of a place that was written down.
        public init(name: [UInt8], id: String) { (self.name, self.id) = (Array(name.prefix(Self.mostBytes)), id) }

        func comesBefore(_ other: Key) -> Bool {
            for (one, other) in zip(name, other.name) where one != other { return one < other }
            if name.count != other.name.count { return name.count < other.name.count }
            return id < other.id
        }
    }

    // By the numbers.
    private var keys: [Key?] = []
    private var names: [[UInt8]] = []
    /// The numbers in the order of their keys.
    private var order: [Int32] = []
    private var pairs = BytePairs()

    /// Makes an index without names.
    public init() {}

    /// How many names there are.
    public var count: Int { order.count }

    /// Takes a name in, in place of the one that has the number.
    public mutating func insert(_ name: String, id: String, number: Int) {
        remove(number)
        let key = Key(name: Array(name.folded.utf8), id: id)
        // Its spaces count as those of patterns do.
        let bytes = NamePattern(name)?.bytes ?? []
        while keys.count <= number {
            keys.append(nil)
            names.append([])
        }
        order.insert(Int32(number), at: place(of: key))
        (keys[number], names[number]) = (key, bytes)
        pairs.insert(bytes, Int32(number))
    }

    /// Takes the name of a number out.
    public mutating func remove(_ number: Int) {
        guard let key = key(of: number) else { return }
        order.remove(at: place(of: key))
        pairs.remove(names[number], Int32(number))
        keys[number] = nil
    }

    /// What a number's name is ordered by; nil where it has none.
    public func key(of number: Int) -> Key? { keys.indices.contains(number) ? keys[number] : nil }

    /// Whether the name of a number holds a pattern.
    public func holds(_ pattern: NamePattern, _ number: Int) -> Bool { pattern.isPart(of: names[number]) }

    /// Numbers among which are all whose names hold a pattern, in no order; nil where these would be more than a few.
    public func few(holding pattern: NamePattern) -> [Int]? {
        pairs.few(pattern.bytes, of: max(64, count / 16))?.map(Int.init)
    }

    /// The numbers of the first names in order that hold a pattern and are wanted.
    ///
    /// - Parameters:
    ///   - pattern: What the names hold; nil for any name.
    ///   - key: Where to begin: only names behind it are found.
    ///   - limit: How many to find at most.
    ///   - some: The only numbers that may be found, in any order; nil for all.
    ///   - isWanted: Whether a number is wanted.
    public func first(
        _ limit: Int, holding pattern: NamePattern?, after key: Key? = nil, among some: [Int]? = nil,
        where isWanted: (Int) -> Bool
    ) -> [Int] {
        if let some = some ?? pattern.flatMap({ few(holding: $0) }) {
            let found = some.compactMap { number in keys[number].map { (number: number, key: $0) } }.filter { one in
                key.map { $0.comesBefore(one.key) } ?? true && isWanted(one.number)
                    && pattern.map { holds($0, one.number) } ?? true
            }
            return found.sorted { $0.key.comesBefore($1.key) }.prefix(limit).map(\.number)
        }
        var (found, place) = ([Int](), key.map(placeAfter) ?? 0)
        while place < order.count, found.count < limit {
            let number = Int(order[place])
            place += 1
            if isWanted(number), pattern.map({ holds($0, number) }) ?? true { found.append(number) }
        }
        return found
    }

    /// The first place whose key is not before another one.
    private func place(of key: Key) -> Int {
        var (low, high) = (0, order.count)
        while low < high {
            let middle = (low + high) / 2
            if let other = keys[Int(order[middle])], other.comesBefore(key) {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low
    }

    private func placeAfter(_ key: Key) -> Int {
        let place = place(of: key)
        return place < order.count && keys[Int(order[place])] == key ? place + 1 : place
    }
}
