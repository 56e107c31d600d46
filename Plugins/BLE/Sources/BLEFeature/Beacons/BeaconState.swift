internal import BLEContracts
internal import FeatureKit

/// How a beacon is, as far as it was heard since the start, by the host's uptime.
struct BeaconState: Sendable, Equatable {
    @Record struct Said: Equatable {
        /// The zone.
        @In(0...65_535) var zone: Int
        /// The mode.
        var mode: Sighting.Mode
        /// The sequence.
        @In(0...65_535) var sequence: Int
    }

    /// Since when it is known.
    let since: Duration
    var first: Duration?
    var last: Duration?
    /// Who heard it last.
    var listener: String?
    var rssi: Int8?
    var times: UInt64 = 0
    /// What it said last.
    var said: Said?
    var battery: Int?
    var brightness: Int?
    /// The mode that it shows, as a gateway knows.
    var shows: Sighting.Mode?
    /// The gateway that heard it last, and when.
    var gateway: String?
    var atGateway: Duration?
    /// How many words in its name were not believed, and why the last one.
    var refused: UInt64 = 0
    var why: Rejection?
    var isOnline = false
    /// Whether its status was published.
    var isPublished = false

    init(since: Duration) { self.since = since }

    /// When it is offline unless it is heard before; nil where that is known already.
    func deadline(_ silence: Duration) -> Duration? {
        isOnline || !isPublished ? (last ?? since) + silence : nil
    }

    /// Takes that it was heard; true where it comes online.
    mutating func hear(
        at heard: Duration, by listener: String, isGateway: Bool, now: Duration, silence: Duration
    ) -> Bool {
        if heard >= last ?? .zero {
            last = heard
            if self.listener != listener { self.listener = listener }
        }
        first = min(first ?? heard, heard)
        if isGateway, heard >= atGateway ?? .zero {
            if gateway != listener { gateway = listener }
            atGateway = heard
        }
        times &+= 1
        guard !isOnline, (last ?? heard) + silence > now else { return false }
        isOnline = true
        return true
    }

    /// The gateway that it is near to; nil where none has heard it for so long that it would be offline.
    func nearGateway(at now: Duration, silence: Duration) -> String? {
        guard let atGateway, atGateway + silence > now else { return nil }
        return gateway
    }
}

/// What a gateway knows of a beacon.
@Record struct BeaconReport: Equatable {
    /// Which beacon.
    @Text(1...64) var beacon: String
    /// What is left in its battery, in percent.
    @In(0...100) var battery: Int?
    /// How bright it is, in percent.
    @In(0...100) var brightness: Int?
    /// The mode that it shows.
    var mode: Sighting.Mode?
}

/// How a known beacon is, when that changes.
@Record
@Topic(
    "ble.beacons",
    retain: .latest(per: "beacon", until: "isGone", most: BLE.Settings.mostBeacons + BeaconRegistry.mostKept))
struct BeaconStatus: Equatable {
    /// Which beacon.
    @Text(1...64) var beacon: String
    /// The name that people use.
    @Text(1...100) var name: String?
    /// The zone that it speaks of.
    @In(0...65_535) var zone: Int?
    /// Whether it is heard.
    var online: Bool
    /// When it was heard last.
    var heard: Timestamp?
    /// What is left in its battery, in percent.
    @In(0...100) var battery: Int?
    /// Whether this is the last message about it, since it was removed or the module ends.
    var isGone: Bool?
}
