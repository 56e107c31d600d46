internal import FeatureKit

/// A zone of the circuit that the settings name.
struct NamedZone: Shaped, Codable, Equatable {
    /// So many can be named.
    static let most = 512

    /// The numbers that beacons can say.
    static let numbers: ClosedRange<Int64> = 0...65_535

    var zone: Int
    var name: String
    /// The sectors of the timing that it lies in.
    var sectors: [Int] = []

    static let shape = Shape.object([
        Field("zone", .integer(in: numbers), "The number that beacons say."),
        Field("name", .text(length: 1...64), "What people call it."),
        Field(
            "sectors", .list(of: .integer(in: NetworkWord.sectors), count: 0...32),
            "The timing's sectors that it lies in.", default: []),
    ])
}
