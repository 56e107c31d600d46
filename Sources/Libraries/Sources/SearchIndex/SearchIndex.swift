public import FeatureKit
internal import Geography
internal import TextSearch

/// Things with a name, and maybe a place, found by any part of the name, or the nearest first, page by page.
///
/// Each thing has a number from 0 on, for what else the caller knows of it; the number of one that was removed is used again.
public struct SearchIndex: Sendable {
    /// A thing that was found.
    public struct Hit: Sendable, Equatable {
        /// Its number.
        public let number: Int
        /// How many metres it is from the point of the search.
        public let distance: Double?
    }

    private struct Entry {
        let id: String
        let point: GeoPoint?
    }

    private var names = NameIndex()
    private var points = GeoIndex()
    private var numbers: [String: Int] = [:]
    private var entries: [Entry?] = []
    private var free: [Int] = []

    /// Makes an index without things.
    public init() {}

    /// How many things there are.
    public var count: Int { numbers.count }

    /// The number of a thing; nil where there is none of that id.
    public func number(of id: String) -> Int? { numbers[id] }

    /// Takes a thing in, in place of the one that has the id; without a place it is not among the nearest of any.
    ///
    /// - Returns: Its number.
    public mutating func insert(_ id: String, name: String, at point: GeoPoint? = nil) -> Int {
        remove(id)
        let number = free.popLast() ?? entries.count
        if number == entries.count { entries.append(nil) }
        entries[number] = Entry(id: id, point: point)
        numbers[id] = number
        names.insert(name, id: id, number: number)
        if let point { points.insert(point, id: id, number: number) }
        return number
    }

    /// Takes a thing out.
    ///
    /// - Returns: The number that it had; nil where there was none of that id.
    @discardableResult
    public mutating func remove(_ id: String) -> Int? {
        guard let number = numbers.removeValue(forKey: id), let entry = entries[number] else { return nil }
        names.remove(number)
        if let point = entry.point { points.remove(point, number: number) }
        entries[number] = nil
        free.append(number)
        return number
    }

    /// The things that a search means and that are wanted: with a point the nearest first, otherwise by name and id.
    ///
    /// - Parameter isWanted: Whether a number is wanted.
    /// - Returns: One page of them, and the cursor of the next; nil at the end.
    public func search(
        _ search: SearchQuery, where isWanted: (Int) -> Bool
    ) -> (hits: [Hit], next: String?) {
        let found: [(hit: Hit, cursor: SearchCursor)]
        if let point = search.point {
            var key: GeoIndex.Key?
            if case .distance(let known) = search.after { key = known }
            let name = search.name
            found = points.nearest(search.limit + 1, to: point, within: search.within, after: key) { number in
                if let name, !names.holds(name, number) { return false }
                return isWanted(number)
            }.map { (Hit(number: $0.number, distance: $0.distance), .distance($0.key)) }
        } else {
            var key: NameIndex.Key?
            if case .name(let known) = search.after { key = known }
            found = names.first(search.limit + 1, holding: search.name, after: key, where: isWanted)
                .compactMap { number in names.key(of: number).map { (Hit(number: number, distance: nil), .name($0)) } }
        }
        let page = found.prefix(search.limit)
        let next = found.count > page.count ? page.last?.cursor.text(of: search.digest) : nil
        return (page.map(\.hit), next)
    }
}
