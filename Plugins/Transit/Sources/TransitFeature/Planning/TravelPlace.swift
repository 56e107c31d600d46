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

    enum Shown: Equatable {
        case stop(UInt32)
        case point(GeoPoint)
    }

    /// Reads the id of a stop, or a latitude and a longitude.
    init(_ text: String, in index: NetworkIndex, access: Int, pace: Double) throws(Problem) {
        if let stop = index.stop(text) {
            places = index.platforms(of: stop).map { Query.Place($0) }
            shown = .stop(stop)
            return
        }
        guard let point = GeoPoint(text) else { throw .unknown(text, suggestion: index.suggestion(for: text)) }
        places = index.near(point, within: Double(access), limit: 60).map { hit in
            Query.Place(UInt32(hit.number), walk: Int32((hit.distance / pace).rounded(.up)))
        }
        shown = .point(point)
        if places.isEmpty { throw .far(text, metres: access) }
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
    /// Reads a latitude and a longitude with a comma between them.
    init?(_ text: String) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 2, let lat = Double(parts[0].trimmed), let lon = Double(parts[1].trimmed),
            (-90...90).contains(lat), (-180...180).contains(lon)
        else { return nil }
        self.init(lat: lat, lon: lon)
    }
}

extension Substring {
    fileprivate var trimmed: Substring { drop { $0 == " " }.prefix { $0 != " " } }
}
