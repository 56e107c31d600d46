internal import FeatureKit
internal import Geography
internal import TransitEngine

/// Where a journey starts or ends: a stop, a station or a place on the map.
struct TravelPlace: Equatable {
    /// Why there is nowhere to get on.
    enum Problem: Error, Equatable {
        case unknown(String, suggestion: String?)
        case far(String, metres: Int)
    }

    /// The stops that it stands for, with the walks to them.
    let places: [Query.Place]
    /// The stop or station itself, where it is one.
    let stop: UInt32?
    /// Where it is.
    let point: GeoPoint
    /// The time zone of the first of the stops, which is the nearest one.
    let zone: UInt16

    /// Reads the id of a stop, or a latitude and a longitude; what is nowhere on earth is refused with its field.
    init(_ text: String, _ field: String, in index: NetworkIndex, access: Int, pace: Double) throws {
        if let stop = index.stop(text) {
            places = index.platforms(of: stop).map { Query.Place($0) }
            (self.stop, point) = (stop, index.place(of: stop))
        } else if let point = GeoPoint(latLon: text) {
            guard (-90...90).contains(point.lat), (-180...180).contains(point.lon) else {
                throw TransitRefusal.malformed(field: field, value: text, wanted: "latitude and longitude")
            }
            places = index.near(point, within: Double(access), limit: 60).map { hit in
                Query.Place(UInt32(hit.number), walk: Int32((hit.distance / pace).rounded(.up)))
            }
            (stop, self.point) = (nil, point)
        } else {
            throw Problem.unknown(text, suggestion: index.suggestion(for: text))
        }
        guard let first = places.first else { throw Problem.far(text, metres: access) }
        zone = index.stops[Int(first.stop)].zone
    }

    /// Whether one is there already: at the place itself, or at a station of which one of both is a platform.
    func isSame(as other: TravelPlace) -> Bool {
        guard stop != nil, other.stop != nil else { return GeoLine.distance(point, other.point) < 1 }
        return places.contains { other.places.contains($0) }
    }
}
