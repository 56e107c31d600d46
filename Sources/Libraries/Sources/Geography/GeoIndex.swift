public import FeatureKit

/// Points on the earth, of which the nearest to a place are found without a look at all of them.
///
/// Each point has a number that the caller chooses. Neighbours share buckets with a box around each; boxes lie in space and not
/// on a map, so that the poles and the antimeridian are no borders.
public struct GeoIndex: Sendable {
    /// A point that was found.
    public struct Hit: Sendable, Equatable {
        /// The number of the point.
        public let number: Int
        /// Its id.
        public let id: String
        /// How many metres away it is.
        public let distance: Double
    }

    /// A place in the order of distances: what lies there or before is not found.
    public struct Key: Sendable, Equatable {
        /// How many metres away it is.
        public let distance: Double
        /// Of two points that are as far away, the one with the smaller id comes first.
        public let id: String

        /// Makes the key of a place that was written down.
        public init(distance: Double, id: String) { (self.distance, self.id) = (distance, id) }

        func comesBefore(_ other: Key) -> Bool { (distance, id) < (other.distance, other.id) }
    }

    private struct Entry {
        let number: Int
        let id: String
        let point: GeoPoint
        var spot: Spot { Spot(point) }
    }

    private struct Bucket {
        private(set) var entries: [Entry] = []
        private(set) var spots: [Spot] = []
        private(set) var box = Box()

        init(_ entries: some Sequence<Entry>) { for entry in entries { append(entry) } }

        mutating func append(_ entry: Entry) {
            entries.append(entry)
            spots.append(entry.spot)
            box.take(entry.spot)
        }
    }

    /// With more a bucket is made two.
    private static let bucketSize = 256

    /// None of them is empty.
    private var buckets: [Bucket] = []

    /// Makes an index without points.
    public init() {}

    /// How many points there are.
    public var count: Int { buckets.reduce(0) { $0 + $1.entries.count } }

    /// Takes a point in.
    public mutating func insert(_ point: GeoPoint, id: String, number: Int) {
        let (entry, spot) = (Entry(number: number, id: id, point: point), Spot(point))
        let growth = buckets.map { $0.box.squaredDistance(to: spot) }
        guard let place = growth.indices.min(by: { growth[$0] < growth[$1] }) else {
            return buckets.append(Bucket([entry]))
        }
        buckets[place].append(entry)
        if buckets[place].entries.count > Self.bucketSize { split(place) }
    }

    /// Takes a point out; false where there is none of that number.
    @discardableResult
    public mutating func remove(_ point: GeoPoint, number: Int) -> Bool {
        let spot = Spot(point)
        for place in buckets.indices where buckets[place].box.squaredDistance(to: spot) == 0 {
            guard let index = buckets[place].entries.firstIndex(where: { $0.number == number }) else { continue }
            var entries = buckets[place].entries
            entries.remove(at: index)
            if entries.isEmpty { buckets.remove(at: place) } else { buckets[place] = Bucket(entries) }
            return true
        }
        return false
    }

    private mutating func split(_ place: Int) {
        let axis = buckets[place].box.longestAxis
        let sorted = buckets[place].entries.sorted { axis($0.spot) < axis($1.spot) }
        buckets[place] = Bucket(sorted[..<(sorted.count / 2)])
        buckets.append(Bucket(sorted[(sorted.count / 2)...]))
    }

    /// The points nearest to a place, the nearest first.
    ///
    /// - Parameters:
    ///   - limit: How many to find at most.
    ///   - metres: How far away they may be.
    ///   - key: Where to begin: only points behind it are found.
    ///   - isWanted: Whether a number is wanted.
    public func nearest(
        _ limit: Int, to place: GeoPoint, within metres: Double = .infinity, after key: Key? = nil,
        where isWanted: (Int) -> Bool = { _ in true }
    ) -> [Hit] {
        var found = Nearest(limit, to: place, within: metres, after: key)
        let spot = found.spot
        let near = buckets.indices.lazy.map { (place: $0, squared: buckets[$0].box.squaredDistance(to: spot)) }
            .filter { [found] in
                $0.squared <= found.most && buckets[$0.place].box.squaredReach(from: spot) >= found.least
            }
        for (bucket, squared) in near.sorted(by: { $0.squared < $1.squared }) {
            // What follows is further still.
            guard squared <= found.most else { break }
            let (entries, all) = (buckets[bucket].entries, buckets[bucket].spots)
            // A span is read without counting references, of which there would be a hundred thousand.
            let spots = all.span
            for index in spots.indices {
                guard found.mayTake(spots[index]), isWanted(entries[index].number) else { continue }
                found.take(entries[index].point, id: entries[index].id, number: entries[index].number)
            }
        }
        return found.hits
    }
}
