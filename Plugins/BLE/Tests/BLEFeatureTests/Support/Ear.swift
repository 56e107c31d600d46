import FeatureKit

@testable import BLEFeature

/// Somebody who hears advertisements for a registry, at whatever time the test says.
struct Ear {
    static let address = "C0:FF:EE:00:00:01"
    /// 2026-11-27T16:00:00Z.
    static let wall = Timestamp(nanoseconds: 29_929_920 * 60_000_000_000)

    let settings: BLE.Settings
    var knowledge: Station.Knowledge
    var receiver: Receiver
    var memory = SequenceMemory()
    var uptime = Duration.seconds(1_000)
    var wall = Self.wall
    private var sequence: UInt16 = 0

    init(
        _ beacons: [KnownBeacon] = [], trust: Trust = .listed, gateways: [String] = [], by listener: String = "lap",
        clock: Duration = .seconds(120), offline: Duration = .seconds(60)
    ) {
        settings = BLE.Settings(gateways: gateways, beacons: beacons, trust: trust, clock: clock, offline: offline)
        knowledge = .init(registry: Registry(settings), ranges: Ranges(settings))
        receiver = Receiver(listener, settings)
        knowledge.registry.move(to: uptime)
    }

    var registry: Registry { knowledge.registry }

    /// What becomes of an advertisement: a sighting, or why there is none.
    mutating func hear(
        _ data: [UInt8], from address: String = Self.address, by listener: String? = nil, ago: Duration = .zero
    ) -> Heard {
        if let listener { receiver = Receiver(listener, settings) }
        knowledge.registry.move(to: uptime)
        let before = receiver.tally
        var sighting: Sighting?
        let number = Advertisement.Address.number(address) ?? 0
        receiver.hear(
            Advertisement(address: .init(kind: 1, number: number), rssi: -60, data: data[...]),
            at: Moment(uptime: uptime - ago, wall: wall.advanced(by: .zero - ago)), after: &memory, with: &knowledge
        ) { sighting = $0 }
        if let sighting { return .published(sighting.trust, sighting.beacon) }
        return .refused(receiver.tally.since(before).refused.keys.first)
    }

    /// The same for what a beacon says, always news.
    mutating func hear(
        zone: UInt16 = 1002, staff: UInt32? = nil, key: String? = nil, minute: UInt16? = nil,
        from address: String = Self.address, by listener: String? = nil, ago: Duration = .zero
    ) -> Heard {
        sequence &+= 1
        let sent = Broadcast(
            staff.map { .staff($0) } ?? .beacon(temperature: nil), zone: zone, mode: .redFlag, flags: 0,
            sequence: sequence, ttl: 10, key: key.map { SigningKey(Secret($0)) },
            minute: minute ?? Seal.minute(of: wall))
        return hear(sent.advertisement, from: address, by: listener, ago: ago)
    }

    // What a registry does, in words that may stand in an expectation.
    mutating func tick(_ uptime: Duration) -> Duration? { knowledge.registry.tick(uptime) }
    mutating func keep(_ beacon: KnownBeacon) { knowledge.registry.keep(beacon) }
    mutating func remove(_ id: String) -> BeaconTold? { knowledge.registry.remove(id, wall: wall) }
    mutating func beat(_ beat: BeaconBeat, by gateway: String) -> Bool { knowledge.registry.hear(beat, by: gateway) }
    mutating func rings() -> Bool { knowledge.registry.takeSigns().rings }

    enum Heard: Equatable {
        case published(Trust, String?)
        case refused(AdvertRefusal?)
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
