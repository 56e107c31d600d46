public import FeatureKit
internal import Geography
internal import TextSearch

/// Things with a name, and maybe a place and a size, found by any part of the name, or the nearest first, page by page.
///
/// A rare part of a name and a size that few have are found without a look at the other things.
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
    /// How large each thing is, by its number.
    private var sizes: [Int] = []
    private var numbersOfSize: [Int: Set<Int>] = [:]
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
    /// - Parameter size: How large it is, such as how many people it takes.
    /// - Returns: Its number.
    public mutating func insert(_ id: String, name: String, at point: GeoPoint? = nil, size: Int = 0) -> Int {
        remove(id)
        let number = free.popLast() ?? entries.count
        if number == entries.count {
            entries.append(nil)
            sizes.append(0)
        }
        (entries[number], sizes[number]) = (Entry(id: id, point: point), size)
        numbers[id] = number
        names.insert(name, id: id, number: number)
        numbersOfSize[size, default: []].insert(number)
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
        numbersOfSize[sizes[number]]?.remove(number)
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
        func isLargeAndWanted(_ number: Int) -> Bool { sizes[number] >= search.size && isWanted(number) }
        let found: [(hit: Hit, cursor: SearchCursor)]
        if let point = search.point {
            var key: GeoIndex.Key?
            if case .distance(let known) = search.after { key = known }
            found = nearest(search, to: point, after: key, where: isLargeAndWanted)
                .map { (Hit(number: $0.number, distance: $0.distance), .distance($0.key)) }
        } else {
            var key: NameIndex.Key?
            if case .name(let known) = search.after { key = known }
            let some = few(ofSize: search.size)
            let first = names.first(
                search.limit + 1, holding: search.name, after: key, among: some, where: isLargeAndWanted)
            found = first.compactMap { number in
                names.key(of: number).map { (Hit(number: number, distance: nil), .name($0)) }
            }
        }
        let page = found.prefix(search.limit)
        let next = found.count > page.count ? page.last?.cursor.text(of: search.digest) : nil
        return (page.map(\.hit), next)
    }

    private func nearest(
        _ search: SearchQuery, to point: GeoPoint, after key: GeoIndex.Key?, where isWanted: (Int) -> Bool
    ) -> [GeoIndex.Hit] {
        let (limit, name) = (search.limit + 1, search.name)
        func isMeant(_ number: Int) -> Bool { isWanted(number) && name.map { names.holds($0, number) } ?? true }
        guard let few = few(ofSize: search.size) ?? name.flatMap({ names.few(holding: $0) }) else {
            return points.nearest(limit, to: point, within: search.within, after: key, where: isMeant)
        }
        var found = GeoIndex.Nearest(limit, to: point, within: search.within, after: key)
        for number in few where isMeant(number) {
            if let entry = entries[number], let place = entry.point { found.take(place, id: entry.id, number: number) }
        }
        return found.hits
    }

    /// The numbers of all things of at least this size; nil where there are many, since a page of these is found sooner in order.
    private func few(ofSize size: Int) -> [Int]? {
        guard size > 0 else { return nil }
        let large = numbersOfSize.filter { $0.key >= size }.values
        return large.reduce(0) { $0 + $1.count } <= max(64, count / 64) ? Array(large.joined()) : nil
    }
}
