public import FeatureKit

extension GeoPoint {
    /// Reads a latitude and a longitude with a comma between them, such as 41.57,2.26, wherever that is; nil where it is no such text.
    public init?(latLon text: String) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { part in
            Double(String(part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()))
        }
        guard parts.count == 2, let lat = parts[0], let lon = parts[1] else { return nil }
        self.init(lat: lat, lon: lon)
    }
}
