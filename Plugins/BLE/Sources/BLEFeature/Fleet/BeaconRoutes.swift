internal import FeatureKit

// What is asked and replied about beacons.

struct NamedBeacon: Shaped, Codable {
    var beacon: String
    static let shape = Shape.object([Field("beacon", Names.word, "Which beacon.")])
}

struct PutBeacon: Shaped, Codable {
    var beacon: String
    var name: String?
    var zone: Int?
    var address: String?
    var staff: Int?
    var at: GeoPoint?
    var model: String?
    var power: Int?

    static let shape = Shape.object(
        [Field("beacon", Names.word, "What it is called by programs.")] + KeptBeacon.fields)

    var kept: KeptBeacon {
        KeptBeacon(
            name: name, zone: zone,
            address: address.flatMap(Advertisement.Address.number).map(Advertisement.Address.text) ?? address,
            staff: staff, at: at, model: model, power: power)
    }
}

struct BeaconsAsked: Shaped, Codable {
    var after: String?
    var limit = 1_000

    static let shape = Shape.object([
        Field("after", Names.word, "The beacon that the last page ended with.", optional: true),
        Field("limit", .integer(in: 1...1_000), "How many at most.", default: 1_000),
    ])
}

/// A known beacon as staff see it.
struct BeaconShown: Shaped, Codable, Equatable {
    enum Origin: String, Codable, CaseIterable, Sendable {
        case document, staff
    }

    let id: String
    var name: String?
    var zone: Int?
    var address: String?
    var staff: Int?
    var at: GeoPoint?
    var model: String?
    var power: Int?
    /// Who put it here.
    let from: Origin
    let signs: Bool
    let online: Bool
    var first: Timestamp?
    var heard: Timestamp?
    var listener: String?
    var gateway: String?
    var rssi: Int?
    let times: Int64
    var said: Said?
    var battery: Int?
    var brightness: Int?
    var shows: Mode?
    let refused: Int64
    var why: String?
    /// How many commands wait.
    let pending: Int

    struct Said: Shaped, Codable, Equatable {
        let zone: Int
        let mode: Mode
        let sequence: Int

        static let shape = Shape.object([
            Field("zone", KnownBeacon.zoneShape, "The zone."), Field("mode", .choice(of: Mode.self), "The mode."),
            Field("sequence", .integer(in: 0...65_535), "The number."),
        ])
    }

    static let shape = Shape.object(
        [Field("id", Names.word, "What it is called by programs.")] + KeptBeacon.fields + [
            Field("from", .choice(of: Origin.self), "Whether it stands in the document, or staff put it here."),
            Field("signs", .boolean, "Whether it is believed only where it signs."),
            Field("online", .boolean, "Whether it is heard."),
            Field("first", .timestamp, "When it was heard first since the start.", optional: true),
            Field("heard", .timestamp, "When it was heard last.", optional: true),
            Field("listener", Names.word, "Who heard it last.", optional: true),
            Field("gateway", Names.word, "The gateway that commands for it go to.", optional: true),
            Field("rssi", .integer(in: -128...127), "How strong it was heard last, in dBm.", optional: true),
            Field("times", .integer(in: 0 ... .max), "How often it was heard since the start."),
            Field("said", .of(Said.self), "What it said last.", optional: true),
            Field("battery", .integer(in: 0...100), "What is left in its battery, in percent.", optional: true),
            Field("brightness", .integer(in: 0...100), "How bright it is, in percent.", optional: true),
            Field("shows", .choice(of: Mode.self), "The mode that it shows, as a gateway knows.", optional: true),
            Field("refused", .integer(in: 0 ... .max), "How often a word in its name was not believed."),
            Field("why", .text(length: 1...64), "Why, the last time.", optional: true),
            Field("pending", .integer(in: 0 ... .max), "How many commands wait for it."),
        ])
}

struct BeaconPage: Shaped, Codable {
    let items: [BeaconShown]
    var next: String?

    static let shape = Shape.object([
        Field("items", .list(of: .of(BeaconShown.self)), "Beacons, by their names."),
        Field("next", Names.word, "What to ask after for those that follow.", optional: true),
    ])
}

struct UnknownPage: Shaped, Codable {
    struct Unknown: Shaped, Codable, Equatable {
        let address: String
        let random: Bool
        let zone: Int
        let mode: Mode
        var staff: Int?
        var rssi: Int?
        let listener: String
        let times: Int64
        let first: Timestamp
        let heard: Timestamp

        static let shape = Shape.object([
            Field("address", .text(length: 17...17), "The sender's address."),
            Field("random", .boolean, "Whether it may change its address now and then."),
            Field("zone", KnownBeacon.zoneShape, "The zone that it spoke of last."),
            Field("mode", .choice(of: Mode.self), "What it said there."),
            Field("staff", KnownBeacon.staffShape, "The staff number that it sent.", optional: true),
            Field("rssi", .integer(in: -128...127), "How strong it was heard last, in dBm.", optional: true),
            Field("listener", Names.word, "Who heard it last."),
            Field("times", .integer(in: 0 ... .max), "How often it was heard."),
            Field("first", .timestamp, "When it was heard first."),
            Field("heard", .timestamp, "When it was heard last."),
        ])
    }

    let items: [Unknown]
    /// How many were forgotten.
    let forgotten: Int64

    static let shape = Shape.object([
        Field("items", .list(of: .of(Unknown.self), count: 0...Strangers.most), "Senders, the one heard last first."),
        Field("forgotten", .integer(in: 0 ... .max), "How many were forgotten because there were too many."),
    ])
}

struct Heartbeat: Shaped, Codable {
    static let mostBeacons = 500

    var gateway: String
    var beacons: [BeaconBeat] = []

    static let shape = Shape.object([
        Field("gateway", Names.word, "Which gateway."),
        Field(
            "beacons", .list(of: .of(BeaconBeat.self), count: 0...mostBeacons), "What it knows of beacons.",
            default: []),
    ])
}

struct HeartbeatTaken: Shaped, Codable {
    let unknown: [String]

    static let shape = Shape.object([
        Field("unknown", .list(of: Names.word, count: 0...Heartbeat.mostBeacons), "The beacons that nobody knows.")
    ])
}

extension Route where Request == BeaconsAsked, Reply == BeaconPage {
    static var bleBeaconsAll: Self { .init("ble.beacons-all", .get, "/beacons", access: .role("staff")) }
}
extension Route where Request == NamedBeacon, Reply == BeaconShown {
    static var bleBeacon: Self { .init("ble.beacon", .get, "/beacons/{beacon}", access: .role("staff")) }
}
extension Route where Request == PutBeacon, Reply == BeaconShown {
    static var bleBeaconPut: Self { .init("ble.beacon-put", .put, "/beacons/{beacon}", access: .role("staff")) }
}
extension Route where Request == NamedBeacon, Reply == Nothing {
    static var bleBeaconRemove: Self {
        .init("ble.beacon-remove", .delete, "/beacons/{beacon}", access: .role("staff"))
    }
}
extension Route where Request == Nothing, Reply == UnknownPage {
    static var bleUnknown: Self { .init("ble.unknown", .get, "/unknown", access: .role("staff")) }
}
extension Route where Request == Heartbeat, Reply == HeartbeatTaken {
    static var bleHeartbeat: Self {
        .init("ble.heartbeat", .post, "/gateways/{gateway}/heartbeat", access: .role("gateway"))
    }
}
