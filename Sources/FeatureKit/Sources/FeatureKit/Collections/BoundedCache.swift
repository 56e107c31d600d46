/// A dictionary of a bounded size: when it is full, the entry that was used longest ago is dropped.
///
/// It is inlined into its users, so that it costs no more than a dictionary.
@frozen
public struct BoundedCache<Key: Hashable, Value> {
    @usableFromInline
    @frozen
    struct Node {
        @usableFromInline var key: Key
        @usableFromInline var value: Value
        /// The place of the one that was used next after it; -1 where there is none.
        @usableFromInline var newer: Int
        /// The place of the one that was used just before it; -1 where there is none.
        @usableFromInline var older: Int

        @inlinable
        init(key: Key, value: Value) {
            self.key = key
            self.value = value
            newer = -1
            older = -1
        }
    }

    /// How many entries there may be.
    public let limit: Int
    /// How many entries were dropped because there were too many.
    @inlinable public var evicted: UInt64 { evictedCount }

    @usableFromInline var evictedCount: UInt64 = 0
    @usableFromInline var places: [Key: Int] = [:]
    @usableFromInline var nodes: [Node] = []
    @usableFromInline var newest = -1
    @usableFromInline var oldest = -1

    /// Makes an empty cache.
    ///
    /// - Parameter limit: How many entries there may be, at least one.
    @inlinable
    public init(limit: Int) { self.limit = max(limit, 1) }

    /// How many entries there are.
    @inlinable public var count: Int { nodes.count }

    /// The value of a key; reading it does not count as a use, writing it does, and nil removes it.
    @inlinable
    public subscript(key: Key) -> Value? {
        get { places[key].map { nodes[$0].value } }
        set {
            guard let newValue else {
                remove(key)
                return
            }
            if let place = places[key] {
                nodes[place].value = newValue
                makeNewest(place)
            } else {
                insert(key, newValue)
            }
        }
    }

    /// The value of a key, which is marked as used now; nil where there is none.
    @inlinable
    public mutating func use(_ key: Key) -> Value? {
        guard let place = places[key] else { return nil }
        makeNewest(place)
        return nodes[place].value
    }

    /// Changes the value of a key, which is marked as used now; where there is none, it starts with `initial`.
    @inlinable
    public mutating func update<Result, Failure: Error>(
        _ key: Key, default initial: @autoclosure () -> Value,
        _ change: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let place: Int
        if let known = places[key] {
            place = known
            makeNewest(place)
        } else {
            place = insert(key, initial())
        }
        return try change(&nodes[place].value)
    }

    /// Removes a key and returns its value; nil where there is none.
    @inlinable
    @discardableResult
    public mutating func remove(_ key: Key) -> Value? {
        guard let place = places.removeValue(forKey: key) else { return nil }
        unlink(place)
        let removed = nodes[place].value
        let last = nodes.removeLast()
        if place < nodes.count {
            // The last one moves into the gap.
            nodes[place] = last
            places[last.key] = place
            if last.newer < 0 { newest = place } else { nodes[last.newer].older = place }
            if last.older < 0 { oldest = place } else { nodes[last.older].newer = place }
        }
        return removed
    }

    /// All entries, the one that was used last first.
    public var newestFirst: [(key: Key, value: Value)] {
        var all: [(key: Key, value: Value)] = []
        all.reserveCapacity(nodes.count)
        var place = newest
        while place >= 0 {
            all.append((nodes[place].key, nodes[place].value))
            place = nodes[place].older
        }
        return all
    }

    @inlinable
    @discardableResult
    mutating func insert(_ key: Key, _ value: Value) -> Int {
        if nodes.count >= limit {
            remove(nodes[oldest].key)
            evictedCount += 1
        }
        nodes.append(Node(key: key, value: value))
        places[key] = nodes.count - 1
        link(nodes.count - 1)
        return nodes.count - 1
    }

    @inlinable
    mutating func makeNewest(_ place: Int) {
        guard place != newest else { return }
        unlink(place)
        link(place)
    }

    @inlinable
    mutating func unlink(_ place: Int) {
        let (newer, older) = (nodes[place].newer, nodes[place].older)
        if newer < 0 { newest = older } else { nodes[newer].older = older }
        if older < 0 { oldest = newer } else { nodes[older].newer = newer }
    }

    @inlinable
    mutating func link(_ place: Int) {
        nodes[place].newer = -1
        nodes[place].older = newest
        if newest < 0 { oldest = place } else { nodes[newest].newer = place }
        newest = place
    }
}

extension BoundedCache: Sendable where Key: Sendable, Value: Sendable {}
extension BoundedCache.Node: Sendable where Key: Sendable, Value: Sendable {}
