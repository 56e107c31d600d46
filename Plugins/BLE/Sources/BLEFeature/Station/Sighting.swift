internal import FeatureKit

/// What a beacon said of its zone, and how it was heard.
struct Sighting: Shaped, Codable, Equatable {
    enum Kind: String, Codable, CaseIterable, Sendable, Shaped {
        case beacon, staff
    }

    let zone: Int
    let mode: Mode
    var flags = 0
    let sequence: Int
    let ttl: Duration
    var temperature: Int?
    var rssi: Int?
    let address: String
    let kind: Kind
    /// Who heard it.
    let listener: String
    var trust = Trust.anyone
    /// The known beacon that said it.
    var beacon: String?
    var distance: Double?
    var error: Double?

    static let shape = Shape.object([
        Field("zone", .integer(in: 0...65_535), "The zone that it speaks of."),
        Field("mode", .choice(of: Mode.self), "What the flags say there; unknown is never normal."),
        Field("flags", .integer(in: 0...255), "The byte behind the mode, as it was sent.", default: 0),
        Field("sequence", .integer(in: 0...65_535), "The sender's number for it, which wraps."),
        Field("ttl", .duration(in: .milliseconds(1) ... .seconds(255)), "How long it holds from now on."),
        Field("temperature", .integer(in: -128...127), "The air at the beacon in °C.", optional: true),
        Field("rssi", .integer(in: -128...127), "The signal's strength in dBm, where measured.", optional: true),
        Field("address", .text(length: 17...17), "The sender's address, such as C0:FF:EE:00:00:01."),
        Field("kind", .choice(of: Kind.self), "Whether a beacon or a member of staff sent it."),
        Field("listener", Names.word, "Who heard it."),
        Field("trust", .choice(of: Trust.self), "Whether it is known to be whose it says it is.", default: "anyone"),
        Field("beacon", Names.word, "The known beacon that said it.", optional: true),
        Field("distance", .number(in: 0...100_000), "How far away it is, in metres.", optional: true),
        Field("error", .number(in: 0...100_000), "How far off the distance may be.", optional: true),
    ])
}

extension Sighting {
    init(
        _ frame: BeaconFrame, holds ttl: Duration, heardIn advertisement: Advertisement, by listener: String,
        _ speaker: Speaker, _ reach: Reach?
    ) {
        self.init(
            zone: Int(frame.zone), mode: frame.mode, flags: Int(frame.flags), sequence: Int(frame.sequence),
            ttl: ttl, temperature: frame.temperature.map(Int.init),
            rssi: advertisement.rssi.map(Int.init), address: advertisement.address.description,
            kind: frame.sender == .beacon ? .beacon : .staff, listener: listener, trust: speaker.trust,
            beacon: speaker.beacon, distance: reach?.metres, error: reach?.error)
    }
}

extension Topic where Payload == Sighting {
    static var bleSighted: Topic<Sighting> { .init("ble.sighted") }
}
