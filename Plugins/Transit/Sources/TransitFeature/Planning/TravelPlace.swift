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
    /// How it is shown: what was asked for itself.
    let shown: Shown
    /// The time zone of the first of the stops, which is the nearest one.
    let zone: UInt16

    enum Shown: Equatable {
        case stop(UInt32)
        case point(GeoPoint)
    }

    /// Reads the id of a stop, or a latitude and a longitude; what is nowhere on earth is refused with its field.
    init(_ text: String, _ field: String, in index: NetworkIndex, access: Int, pace: Double) throws {
        if let stop = index.stop(text) {
            places = index.platforms(of: stop).map { Query.Place($0) }
            shown = .stop(stop)
        } else if let point = GeoPoint(text) {
            guard (-90...90).contains(point.lat), (-180...180).contains(point.lon) else {
                throw TransitRefusal.malformed(field: field, value: text, wanted: "latitude and longitude")
            }
            places = index.near(point, within: Double(access), limit: 60).map { hit in
                Query.Place(UInt32(hit.number), walk: Int32((hit.distance / pace).rounded(.up)))
            }
            shown = .point(point)
        } else {
            throw Problem.unknown(text, suggestion: index.suggestion(for: text))
        }
        guard let first = places.first else { throw Problem.far(text, metres: access) }
        zone = index.stops[Int(first.stop)].zone
    }

    /// Whether one is there already: at the place itself, or at a station of which one of both is a platform.
    func isSame(as other: TravelPlace, in index: NetworkIndex) -> Bool {
        if case .stop = shown, case .stop = other.shown {
            return places.contains { place in other.places.contains { $0.stop == place.stop } }
        }
        return GeoLine.distance(point(in: index), other.point(in: index)) < 1
    }

    /// Where it is.
    func point(in index: NetworkIndex) -> GeoPoint {
        switch shown {
        case .stop(let stop): index.place(of: stop)
        case .point(let point): point
        }
    }
}

extension GeoPoint {
    /// Reads a latitude and a longitude with a comma between them, wherever that is.
    init?(_ text: String) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 2, let lat = Double(parts[0].trimmed), let lon = Double(parts[1].trimmed)
        else { return nil }
        self.init(lat: lat, lon: lon)
    }
}

extension Substring {
    fileprivate var trimmed: Substring { drop { $0 == " " }.prefix { $0 != " " } }
}
