internal import FeatureKit

extension Shelves<SpotKey> {
    /// Some bars that a question means, the nearest to a point first; one more than it asks for where there are more.
    func search(near point: GeoPoint, _ question: SearchQuestion, _ filter: SearchFilter) -> [Hit] {
        var nearest = Nearest(most: question.limit + 1)
        var after: Nearest.One?
        if let place = question.after, case .distance(let distance) = place.rank {
            after = Nearest.One(distance: distance, id: place.id, place: Shelf.Place(shelf: 0, index: 0))
        }
        let spot = point.spot
        let most = question.within.map { Chord.atMost($0) } ?? .infinity
        var bounds = ChordBounds(least: after.map { Chord.atLeast($0.distance) } ?? 0, most: most)
        func take(_ index: Int, of shelf: Int) {
            // Chords only say whether it is worth while; distances decide.
            let distance = point.distance(to: all[shelf].cards[index].location)
            guard question.within.map({ distance <= $0 }) ?? true else { return }
            let one = Nearest.One(
                distance: distance, id: all[shelf].cards[index].id, place: Shelf.Place(shelf: shelf, index: index))
            guard after.map({ $0 < one }) ?? true else { return }
            nearest.take(one)
            if let last = nearest.last { bounds.most = min(most, Chord.atMost(last.distance)) }
        }
        unsafe all.withUnsafeBufferPointer { shelves in
            for (shelf, least) in byWay(from: spot, bounds) {
                // What follows is further still.
                guard least <= bounds.most else { break }
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

    /// The shelves that may hold something within the bounds, the one that may hold the nearest first.
    private func byWay(from spot: SIMD3<Double>, _ bounds: ChordBounds) -> [(shelf: Int, least: Double)] {
        var ways: [(shelf: Int, least: Double)] = []
        ways.reserveCapacity(all.count)
        unsafe all.withUnsafeBufferPointer { shelves in
            for shelf in shelves.indices {
                let box = unsafe shelves[shelf].box
                let least = box.least(from: spot)
                if least <= bounds.most, box.most(from: spot) >= bounds.least { ways.append((shelf, least)) }
            }
        }
        ways.sort { $0.least < $1.least }
        return ways
    }
}
