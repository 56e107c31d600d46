internal import BLEContracts
internal import BeaconRanging
internal import FeatureKit
internal import Files
internal import Replay

extension BLE {
    @Record struct Settings: Equatable {
        static let mostCaptures = 16
        static let mostGateways = 64
        static let mostBrokers = 4
        static let mostBeacons = 2_000

        /// Recordings that are replayed.
        @Count(0...Settings.mostCaptures) var captures: [CaptureSettings] = []
        /// The gateways that post what their radios hear.
        @Live @Text(1...64) @Count(0...Settings.mostGateways) var gateways: [String] = []
        /// The whole keys of callers that post as gateways; the token of any other gateway has its name as subject.
        @Live @Text(1...200) @Count(0...Settings.mostGateways) var gatewayKeys: [String: String] = [:]
        /// MQTT brokers to which gateways publish what their radios hear.
        @Count(0...Settings.mostBrokers) var brokers: [BrokerSettings] = []
        /// Beacons that are known.
        @Live @Count(0...Settings.mostBeacons) var beacons: [KnownBeacon] = []
        /// How sure it has to be who sent a word that is published.
        @Live var trust: Sighting.Trust = .listed
        /// How far the clock of a beacon that signs may be off.
        @Live @In(.zero ... .seconds(3_600)) var clock: Duration = .seconds(120)
        /// Signals in dBm at or below this publish nothing and count for distances alone.
        @Live @In(-128...20) var weakest = -90
        /// How a distance is made from a signal's strength.
        var distance: RangingSettings = RangingSettings()
        /// When another beacon becomes the nearest.
        var nearest: NearestSettings = NearestSettings()
        /// After how long of silence a beacon is offline.
        @Live @In(.seconds(5) ... .seconds(86_400)) var offline: Duration = .seconds(60)
        /// At how many percent of a beacon's battery staff hears that it is low.
        @Live @In(0...100) var lowBattery = 15
    }
}

/// A recording that is replayed.
@Record struct CaptureSettings: Equatable {
    /// The btsnoop or pcap file.
    var file: FilePath
    /// How much faster than recorded it is replayed; 0 replays it at once.
    @In(0.0...1_000_000) var speed = 1.0
    /// Whether it starts again at the end.
    @Name("repeat") var repeats = false
    /// The listener's name; the file's name without its ending by default.
    @Text(1...64) var name: String?

    /// The listener's name.
    var listener: String {
        if let name { return name }
        let last = file.text.split(separator: "/").last ?? "capture"
        return String((last.lastIndex(of: ".").map { last[..<$0] } ?? last).prefix(64))
    }
}
