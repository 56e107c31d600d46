internal import FeatureKit

/// A beacon that staff put here; keys stand in the document only.
struct KeptBeacon: Shaped, Codable, Equatable {
    var name: String?
    var zone: Int?
    var address: String?
    var staff: Int?
    var at: GeoPoint?
    var model: String?
    var power: Int?

    /// What is known of a beacon but its name for programs and its key.
    static let fields = [
        Field("name", KnownBeacon.nameShape, "What people call it.", optional: true),
        Field("zone", KnownBeacon.zoneShape, "Which zone it speaks of.", optional: true),
        Field("address", .text(length: 17...17), "By which address it is heard.", optional: true),
        Field("staff", KnownBeacon.staffShape, "The number that a staff beacon sends.", optional: true),
        Field("at", .of(GeoPoint.self), "Where it is.", optional: true),
        Field("model", .text(length: 1...64), "What it is, or what hears it, as distances go by it.", optional: true),
        Field("power", .integer(in: -128...20), "How strong its signal is a metre away, in dBm.", optional: true),
    ]
    static let shape = Shape.object(fields)

    func known(as id: String) -> KnownBeacon {
        KnownBeacon(id: id, name: name, zone: zone, address: address, staff: staff, at: at, model: model, power: power)
    }
}

extension Documents<KeptBeacon> {
    static var beacons: Documents<KeptBeacon> { .init("beacons") }
}
