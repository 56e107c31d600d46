internal import FeatureKit
internal import Footways
internal import Geography
internal import TransitEngine

extension Network {
    /// Lets people walk along ways between stops that lie beside some, and nowhere else between these; what transfers
    /// name stays, and all other stops keep their footpaths.
    mutating func walk(along graph: FootwayGraph, most metres: Int, pace: Double) {
        let places = stops.map { GeoPoint(lat: $0.latitude, lon: $0.longitude) }
        let isServed = isServed
        let beside = places.indices.filter { isServed[$0] && graph.isBeside(places[$0]) }
        let isBeside = Set(beside.map { UInt32($0) })
        let ruled = Set(rules.map { UInt64($0.from) << 32 | UInt64($0.to) })
        footpaths.removeAll { path in
            isBeside.contains(path.from) && isBeside.contains(path.to)
                && !ruled.contains(UInt64(path.from) << 32 | UInt64(path.to))
        }
        for from in beside {
            let found = graph.distances(from: places[from], to: beside.map { places[$0] }, most: Double(metres))
            for (to, metres) in zip(beside, found) where to != from {
                guard let metres, !ruled.contains(UInt64(from) << 32 | UInt64(to)) else { continue }
                footpaths.append(
                    Footpath(
                        from: UInt32(from), to: UInt32(to), seconds: Int32((metres / pace).rounded(.up)),
                        metres: Float(metres)))
            }
        }
    }
}
