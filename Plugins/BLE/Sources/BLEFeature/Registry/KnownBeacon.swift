internal import FeatureKit

/// A beacon that somebody put up and told of.
struct KnownBeacon: Shaped, Equatable {
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

    static let shape = Shape.object([
        Field("id", Names.word, "What it is called by programs."),
        Field("name", .text(length: 1...100), "What people call it.", optional: true),
        Field("zone", .integer(in: 0...65_535), "Which zone it speaks of.", optional: true),
        Field("address", .text(length: 17...17), "By which address it is heard.", optional: true),
        Field("staff", .integer(in: 0...4_294_967_295), "The number that a staff beacon sends.", optional: true),
        Field("at", .of(GeoPoint.self), "Where it is.", optional: true),
        Field("model", .text(length: 1...64), "What it is, or what hears it, as distances go by it.", optional: true),
        Field("power", .integer(in: -128...20), "How strong its signal is a metre away, in dBm.", optional: true),
        Field("key", .secret, "What it signs with; 16 to 64 bytes.", optional: true),
    ])
}
