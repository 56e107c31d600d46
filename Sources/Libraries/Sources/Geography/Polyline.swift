public import FeatureKit
internal import Glibc

/// Lines as short texts: Google's encoded polylines.
public enum Polyline {
    /// How many digits after the point a coordinate keeps: 5 in Google's APIs, 6 in OSRM's and Valhalla's.
    public enum Precision: Int, Sendable {
        case five = 5
        case six = 6

        fileprivate var factor: Double { pow(10, Double(rawValue)) }
    }

    /// A line as a text.
    public static func text(_ points: [GeoPoint], _ precision: Precision = .five) -> String {
        var bytes: [UInt8] = []
        var (lat, lon) = (0, 0)
        for point in points {
            let next = (Int((point.lat * precision.factor).rounded()), Int((point.lon * precision.factor).rounded()))
            append(next.0 - lat, to: &bytes)
            append(next.1 - lon, to: &bytes)
            (lat, lon) = next
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The points of a text; nil where it is none, or leaves the map.
    public static func points(_ text: String, _ precision: Precision = .five) -> [GeoPoint]? {
        var rest = Array(text.utf8)[...]
        var points: [GeoPoint] = []
        var (lat, lon) = (0, 0)
        while !rest.isEmpty {
            guard let north = number(&rest), let east = number(&rest) else { return nil }
            lat += north
            lon += east
            let point = GeoPoint(lat: Double(lat) / precision.factor, lon: Double(lon) / precision.factor)
            guard point.isOnMap else { return nil }
            points.append(point)
        }
        return points
    }

    private static func append(_ number: Int, to bytes: inout [UInt8]) {
        var bits = UInt(bitPattern: number < 0 ? ~(number << 1) : number << 1)
        while bits >= 0x20 {
            bytes.append(UInt8(0x20 | bits & 0x1F) + 63)
            bits >>= 5
        }
        bytes.append(UInt8(bits) + 63)
    }

    private static func number(_ rest: inout ArraySlice<UInt8>) -> Int? {
        var bits = 0
        var shift = 0
        while let byte = rest.popFirst() {
            // 360 degrees with six digits take 30 bits.
            guard (63...126).contains(byte), shift <= 30 else { return nil }
            bits |= ((Int(byte) - 63) & 0x1F) << shift
            shift += 5
            if byte - 63 < 0x20 { return bits & 1 == 1 ? ~(bits >> 1) : bits >> 1 }
        }
        return nil
    }
}

extension GeoPoint {
    /// Whether there is such a point.
    public var isOnMap: Bool { (-90...90).contains(lat) && (-180...180).contains(lon) }
}
