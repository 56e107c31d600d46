public import FeatureKit

extension GeoIndex {
    /// Those of some points that are nearest to a place, the nearest first.
    public struct Nearest: Sendable {
        /// What was found up to now.
        public private(set) var hits: [Hit] = []

        let spot: Spot
        // Chords only say whether a point is worth while; distances decide.
        let least: Double
        private(set) var most: Double
        private let place: GeoPoint
        private let metres: Double
        private let key: Key?
        private let limit: Int

        /// Makes one that has found nothing.
        ///
        /// - Parameters:
        ///   - limit: How many to find at most.
        ///   - metres: How far away they may be.
        ///   - key: Where to begin: only points behind it are found.
        public init(_ limit: Int, to place: GeoPoint, within metres: Double = .infinity, after key: Key? = nil) {
            (self.place, self.metres, self.key, self.limit) = (place, metres, key, limit)
            (spot, most) = (Spot(place), Chord.upperBound(metres))
            least = key.map { Chord.lowerBound($0.distance) } ?? 0
        }

        func mayTake(_ other: Spot) -> Bool {
            let chord = other.squaredDistance(to: spot)
            return chord <= most && chord >= least
        }

        /// Takes a point, unless it is too far away or as many are nearer.
        public mutating func take(_ point: GeoPoint, id: String, number: Int) {
            let hit = Hit(number: number, id: id, distance: place.distance(to: point))
            guard hit.distance <= metres, key.map({ $0.comesBefore(hit.key) }) ?? true else { return }
            if hits.count == limit {
                guard let last = hits.last, hit.key.comesBefore(last.key) else { return }
                hits.removeLast()
            }
            var (low, high) = (0, hits.count)
            while low < high {
                let middle = (low + high) / 2
                if hits[middle].key.comesBefore(hit.key) { low = middle + 1 } else { high = middle }
            }
            hits.insert(hit, at: low)
            if hits.count == limit, let last = hits.last { most = min(most, Chord.upperBound(last.distance)) }
        }
    }
}

extension GeoIndex.Hit {
    /// Where it stands in the order of distances.
    public var key: GeoIndex.Key { GeoIndex.Key(distance: distance, id: id) }
}
