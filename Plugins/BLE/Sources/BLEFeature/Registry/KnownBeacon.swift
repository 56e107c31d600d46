internal import FeatureKit

/// A beacon that somebody put up and told of.
struct KnownBeacon: Shaped, Codable, Equatable {
    static let nameShape = Shape.text(length: 1...100)
    static let zoneShape = Shape.integer(in: 0...65_535)
    static let staffShape = Shape.integer(in: 0...4_294_967_295)

    let id: String
    var name: String?
    /// Which zone it speaks of; staff speak of any.
    var zone: Int?
    /// By which address it is heard, such as C0:FF:EE:00:00:01.
    var address: String?
    /// The number that a staff beacon sends.
    var staff: Int?
    var at: GeoPoint?
    var model: String?
    /// How strong its signal is a metre away, in dBm, where that is known.
    var power: Int?
    /// What it signs with.
    var key: Secret?

    static let shape = Shape.object(
        [Field("id", Names.word, "What it is called by programs.")] + KeptBeacon.fields + [
            Field("key", .secret, "What it signs with; 16 to 64 bytes.", optional: true)
        ])
}
