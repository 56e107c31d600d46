/// Why data describes no feature.
@_spi(Hosting) public struct DescriptionError: Error, Equatable, CustomStringConvertible {
    /// Where, and what is wrong.
    public let description: String

    init(_ place: String, _ problem: String) { description = place.isEmpty ? problem : "\(place): \(problem)" }
}
