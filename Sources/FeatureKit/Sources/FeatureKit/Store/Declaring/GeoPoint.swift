/// A point on the earth, in degrees as GPS gives them (WGS 84).
public struct GeoPoint: Shaped, Hashable, Codable {
    /// Degrees north of the equator.
    public var lat: Double
    /// Degrees east of Greenwich.
    public var lon: Double

    /// Makes a point.
    public init(lat: Double, lon: Double) {
        self.lat = lat
        self.lon = lon
    }

    /// Latitude and longitude within their bounds.
    public static let shape = Shape.object([
        Field("lat", .number(in: -90...90), "Degrees north of the equator."),
        Field("lon", .number(in: -180...180), "Degrees east of Greenwich."),
    ])
}
