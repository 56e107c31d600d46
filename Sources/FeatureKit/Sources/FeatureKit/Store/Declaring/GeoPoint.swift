/// A point on the earth, in degrees as GPS gives them (WGS 84).
@Record public struct GeoPoint: Hashable, Codable {
    /// Degrees north of the equator.
    @In(-90...90) public var lat: Double
    /// Degrees east of Greenwich.
    @In(-180...180) public var lon: Double
}
