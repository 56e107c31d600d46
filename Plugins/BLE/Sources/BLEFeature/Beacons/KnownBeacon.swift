internal import BluetoothCaptures
internal import FeatureKit

/// A beacon that is known, as the settings name it.
@Record struct KnownBeacon: Equatable {
    /// The name that programs use.
    @Text(1...64) var id: String
    /// The name that people use.
    @Text(1...100) var name: String?
    /// The zone that it speaks of; staff speak of any.
    @In(0...65_535) var zone: Int?
    /// The address that it is heard by, such as C0:FF:EE:00:00:01.
    var address: String?
    /// The number that a staff beacon sends.
    @In(0...4_294_967_295) var staff: Int?
    /// What it sends as an iBeacon.
    var ibeacon: IBeacon?
    /// Where it is on earth.
    var at: GeoPoint?
    /// Where it is on the circuit's map.
    var map: MapPoint?
    /// What device it is.
    @Text(1...64) var model: String?
    /// Its signal's strength in dBm a metre away.
    @In(-128...20) var power: Int?
    /// The key that it signs with, of 16 to 64 bytes.
    var key: Secret?

    /// The address as a number; nil where it is none.
    var addressNumber: UInt64? { address.flatMap { Advertisement.Address($0)?.number } }
}

/// A beacon that staff added; keys are in the settings alone.
@Record @Collection("beacons") struct StaffBeacon: Equatable {
    /// The name that programs use.
    @Text(1...64) var beacon: String
    /// The name that people use.
    @Text(1...100) var name: String?
    /// The zone that it speaks of; staff speak of any.
    @In(0...65_535) var zone: Int?
    /// The address that it is heard by, such as C0:FF:EE:00:00:01.
    @Text(1...64) var address: String?
    /// The number that a staff beacon sends.
    @In(0...4_294_967_295) var staff: Int?
    /// What it sends as an iBeacon.
    var ibeacon: IBeacon?
    /// Where it is on earth.
    var at: GeoPoint?
    /// Where it is on the circuit's map.
    var map: MapPoint?
    /// What device it is.
    @Text(1...64) var model: String?
    /// Its signal's strength in dBm a metre away.
    @In(-128...20) var power: Int?

    var known: KnownBeacon {
        KnownBeacon(
            id: beacon, name: name, zone: zone, address: address, staff: staff, ibeacon: ibeacon, at: at, map: map,
            model: model, power: power)
    }
}

/// What an iBeacon sends.
@Record struct IBeacon: Hashable {
    /// The UUID of all beacons of a place.
    @Text(1...36) var uuid: String
    /// The number of a group of beacons.
    @In(0...65_535) var major: Int
    /// The number within the group.
    @In(0...65_535) var minor: Int

    /// The 20 bytes that are sent; nil where the UUID is none.
    var bytes: [UInt8]? {
        IBeaconData.identity(uuid: uuid, major: UInt16(clamping: major), minor: UInt16(clamping: minor))
    }
}

/// A point of the circuit's map.
@Record struct MapPoint: Hashable {
    /// Metres to the right of the map's corner.
    @In(-100_000.0...100_000) var x: Double
    /// Metres down from the map's corner.
    @In(-100_000.0...100_000) var y: Double
}
