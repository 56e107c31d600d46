internal import FeatureKit

/// How a known beacon is.
struct BeaconTold: Shaped, Codable, Equatable {
    let beacon: String
    var name: String?
    var zone: Int?
    let online: Bool
    /// When it was heard last.
    var heard: Timestamp?
    var battery: Int?
    /// Nobody says any more how it is.
    var isGone: Bool?

    /// The last word on it.
    var gone: BeaconTold {
        BeaconTold(beacon: beacon, name: name, zone: zone, online: false, heard: heard, battery: battery, isGone: true)
    }

    static let shape = Shape.object([
        Field("beacon", Names.word, "Which beacon."), Field("name", KnownBeacon.nameShape, "Its name.", optional: true),
        Field("zone", KnownBeacon.zoneShape, "The zone that it speaks of.", optional: true),
        Field("online", .boolean, "Whether it is heard."),
        Field("heard", .timestamp, "When it was heard last.", optional: true),
        Field("battery", .integer(in: 0...100), "What is left in its battery, in percent.", optional: true),
        Field("isGone", .boolean, "Nobody says any more how it is.", optional: true),
    ])
}

extension Topic<BeaconTold> {
    static var bleBeacons: Topic<BeaconTold> {
        .init(
            "ble.beacons",
            retain: .latest(per: "beacon", until: "isGone", most: BLE.Settings.mostBeacons + Registry.mostKept))
    }
}
