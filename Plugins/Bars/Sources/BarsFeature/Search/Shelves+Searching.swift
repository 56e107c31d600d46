internal import FeatureKit
internal import Glibc

extension Shelves {
    /// A bar that was found.
    struct Hit {
        let place: Place
        /// In metres, from the point that was asked for.
        var distance: Double?
    }

    /// Some bars that a question means, in its order; one more than it asks for where there are more.
    func search(_ question: SearchQuestion, _ filter: SearchFilter) -> [Hit] {
        guard let point = question.point else { return byName(question, filter) }
        return byDistance(from: point, question, filter)
    }

    private func byName(_ question: SearchQuestion, _ filter: SearchFilter) -> [Hit] {
        var found: [Hit] = []
        var place = Place(shelf: 0, index: 0)
        if let after = question.after, case .name(let name) = after.rank {
            let key = NameKey(name: name[...], id: after.id)
            place = self.place(of: key)
            if place.shelf < all.count, all[place.shelf].key(place.index) == key {
                place = Place(shelf: place.shelf, index: place.index + 1)
            }
        }
        return unsafe all.withUnsafeBufferPointer { shelves in
            for shelf in place.shelf..<max(place.shelf, shelves.count) {
                let first = shelf == place.shelf ? place.index : 0
                let isOver = unsafe shelves[shelf].each(named: question.needle, from: first) { lens, index in
                    guard unsafe lens.passes(index, filter) else { return false }
                    found.append(Hit(place: Place(shelf: shelf, index: index)))
                    return found.count > question.limit
                }
                if isOver { break }
            }
            return found
        }
    }

    private func byDistance(from point: GeoPoint, _ question: SearchQuestion, _ filter: SearchFilter) -> [Hit] {
        var nearest = Nearest(most: question.limit + 1)
        var after: Nearest.One?
        if let place = question.after, case .distance(let distance) = place.rank {
            after = Nearest.One(distance: distance, id: place.id, place: Place(shelf: 0, index: 0))
        }
        let spot = point.spot
        let most = question.within.map { Chord.atMost($0) } ?? .infinity
        var bounds = ChordBounds(least: after.map { Chord.atLeast($0.distance) } ?? 0, most: most)
        func take(_ index: Int, of shelf: Int) {
            // Chords only say whether it is worth while; distances decide.
            let distance = point.distance(to: all[shelf].cards[index].location)
            guard question.within.map({ distance <= $0 }) ?? true else { return }
            let one = Nearest.One(
                distance: distance, id: all[shelf].cards[index].id, place: Place(shelf: shelf, index: index))
            guard after.map({ $0 < one }) ?? true else { return }
            nearest.take(one)
            if let last = nearest.last { bounds.most = min(most, Chord.atMost(last.distance)) }
        }
        unsafe all.withUnsafeBufferPointer { shelves in
            for shelf in scattered {
                _ = unsafe shelves[shelf].each(named: question.needle) { lens, index in
                    if unsafe bounds.contains(lens.spot(index), from: spot), unsafe lens.passes(index, filter) {
                        take(index, of: shelf)
                    }
                    return false
                }
            }
        }
        return nearest.all.map { Hit(place: $0.place, distance: $0.distance) }
    }

    /// Every shelf once, and none beside the one before: where names go by place, each bar would be nearer than all before it.
    private var scattered: some Sequence<Int> {
        func divisor(_ one: Int, _ other: Int) -> Int { other == 0 ? one : divisor(other, one % other) }
        let count = all.count
        var stride = count * 5 / 8 + 1
        while count > 0, divisor(stride, count) != 1 { stride += 1 }
        return (0..<count).lazy.map { $0 * stride % count }
    }
}

/// Between which squares of chords it is worth while to look at a distance.
struct ChordBounds {
    let least: Double
    var most: Double

    @inline(__always)
    func contains(_ one: SIMD3<Double>, from other: SIMD3<Double>) -> Bool {
        let way = one - other
        let squared = (way * way).sum()
        return squared <= most && squared >= least
    }
}

/// Distances as squares of the straight way through a ball of radius 1, rounded to the safe side.
private enum Chord {
    /// What rounding may take away.
    private static let relative = 1e-9
    private static let absolute = 1e-13
    /// So long is half the way around.
    private static let half = GeoPoint(lat: 90, lon: 0).distance(to: GeoPoint(lat: -90, lon: 0))

    private static func squared(_ metres: Double) -> Double {
        let sine = sin(min(metres / half, 1) * .pi / 2)
        return 4 * sine * sine
    }

    static func atMost(_ metres: Double) -> Double { squared(metres) * (1 + relative) + absolute }

    static func atLeast(_ metres: Double) -> Double { squared(metres) * (1 - relative) - absolute }
}
