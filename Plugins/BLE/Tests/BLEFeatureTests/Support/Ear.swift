import BLEContracts
import BeaconRanging
import BluetoothCaptures
import CircuitBeacons
import FeatureKit

@testable import BLEFeature

/// A listener whose time the test says.
struct Ear {
    static let address = "C0:FF:EE:00:00:01"
    /// 2026-11-27T16:00:00Z.
    static let wall = Timestamp(nanoseconds: 29_929_920 * 60_000_000_000)

    var reception: Reception
    var receiver: Receiver
    var memory = SequenceMemory()
    var uptime = Duration.seconds(1_000) { didSet { pass() } }
    var wall = Self.wall { didSet { pass() } }
    private var sequence: UInt16 = 0

    init(
        _ beacons: [KnownBeacon] = [], trust: Sighting.Trust = .listed, gateways: [String] = [],
        by listener: String = "lap", offline: Duration = .seconds(60)
    ) {
        reception = Reception(
            BLE.Settings(gateways: gateways, beacons: beacons, trust: trust, offline: offline),
            at: Moment(uptime: uptime, wall: wall))
        receiver = Receiver(listener)
    }

    var registry: BeaconRegistry {
        get { reception.beacons }
        set { reception.beacons = newValue }
    }
    var now: Moment { Moment(uptime: uptime, wall: wall) }
    func state(_ id: String) -> BeaconState? { registry[id]?.state }

    private mutating func pass() { reception.pass(to: now) }

    /// What becomes of an advertisement: a sighting, or why there is none.
    mutating func hear(
        _ data: [UInt8], from address: String = Self.address, by listener: String? = nil, ago: Duration = .zero
    ) -> Heard {
        receiver = Receiver(listener ?? receiver.listener)
        let sender = Advertisement.Address(address, isRandom: true) ?? .init(kind: 1, number: 0)
        receiver.hear(
            Advertisement(address: sender, rssi: -60, data: data[...]), at: now.before(ago), ago: ago,
            after: &memory, in: &reception)
        if let sighting = reception.takeSightings().last { return .published(sighting.trust, sighting.beacon) }
        return .refused(receiver.tally.refused.keys.first)
    }

    /// What becomes of a word that is always news.
    mutating func hear(
        zone: UInt16 = 1002, staff: UInt32? = nil, key: String? = nil, from address: String = Self.address,
        by listener: String? = nil, ago: Duration = .zero
    ) -> Heard {
        sequence &+= 1
        let sent = EncodedFrame(
            staff.map { .staff($0) } ?? .beacon(temperature: nil), zone: zone, mode: 2, sequence: sequence,
            ttl: 10, signedBy: key.map { Array($0.utf8) }, at: wall)
        return hear(sent.advertisement, from: address, by: listener, ago: ago)
    }

    /// What is to be published of beacons now.
    mutating func statuses() -> [BeaconStatus] { registry.takeStatuses(at: now) }

    /// Makes the checks that are due, and returns when the next one is.
    mutating func check() -> Duration? {
        var waiting: [String: Duration] = [:]
        for (check, at) in pending + reception.takeChecks() { if case .beacon(let id) = check { waiting[id] = at } }
        while let (id, _) = waiting.first(where: { $0.value <= uptime }) {
            waiting[id] = nil
            registry.checkSilence(of: id, now: uptime)
            for (id, at) in registry.takeChecks() { waiting[id] = at }
        }
        pending = waiting.map { (.beacon($0.key), $0.value) }
        return waiting.values.min()
    }
    private var pending: [(check: Reception.Check, at: Duration)] = []

    enum Heard: Equatable {
        case published(Sighting.Trust, String?)
        case refused(Rejection?)
    }
}

extension Reception {
    /// The sightings so far; what else is to be published stays.
    mutating func takeSightings() -> [Sighting] {
        let beacons = self.beacons
        defer { self.beacons = beacons }
        return takeMessages().sightings
    }
}

extension KnownBeacon {
    static let grandstand = KnownBeacon(id: "grandstand", zone: 1001, address: "C0:FF:EE:00:00:01")
    static let paddockKey = "the paddock's own key"
    static let paddock = KnownBeacon(id: "paddock", zone: 1002, key: Secret(paddockKey))
    static let gateKey = "another beacon's own key"
    static let gate = KnownBeacon(id: "gate", zone: 1002, address: "C0:FF:EE:00:00:03", key: Secret(gateKey))
    static let marshal = KnownBeacon(id: "marshal", staff: 7)
    static let chiefKey = "the chief marshal's key"
    static let chief = KnownBeacon(id: "chief", staff: 8, key: Secret(chiefKey))
}
