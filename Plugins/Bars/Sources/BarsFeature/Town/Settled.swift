internal import FeatureKit

/// That the store was filled with a town once: who takes it away does not get it back.
struct Settled: Shaped, Codable, Equatable {
    static let id = "town"

    let at: Timestamp
    static let shape = Shape.object([Field("at", .timestamp, "When it was.")])
}

extension Documents<Settled> {
    static var town: Documents<Settled> { .init("town") }
}
