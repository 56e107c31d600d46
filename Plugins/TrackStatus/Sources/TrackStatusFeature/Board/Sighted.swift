internal import FeatureKit

/// What a beacon said, as `ble` publishes it; the contract is the topic's name and this Shape.
struct Sighted: Shaped, Codable, Equatable {
    enum Kind: String, Codable, CaseIterable, Sendable, Shaped {
        case beacon, staff
    }
    /// What beacons can say.
    enum Said: String, Codable, CaseIterable, Sendable {
        case normal, safetyCar, redFlag, evacuation, unknown
    }
    /// Whether it is known to be whose it says it is.
    enum Trust: String, Codable, CaseIterable, Sendable {
        case anyone, listed, signed
    }

    let zone: Int
    let mode: Said
    var flags = 0
    let sequence: Int
    let ttl: Duration
    var temperature: Int?
    var rssi: Int?
    let address: String
    let kind: Kind
    let listener: String
    var trust = Trust.anyone
    var beacon: String?
    var distance: Double?
    var error: Double?

    static let shape = Shape.object([
        Field("zone", .integer(in: 0...65_535), "The zone that it speaks of."),
        Field("mode", .choice(of: Said.self), "What the flags say there."),
        Field("flags", .integer(in: 0...255), "The byte behind the mode.", default: 0),
        Field("sequence", .integer(in: 0...65_535), "The sender's number for it."),
        Field("ttl", .duration(in: .milliseconds(1) ... .seconds(255)), "How long it holds."),
        Field("temperature", .integer(in: -128...127), "The air at the beacon in °C.", optional: true),
        Field("rssi", .integer(in: -128...127), "The signal's strength in dBm.", optional: true),
        Field("address", .text(length: 17...17), "The sender's address."),
        Field("kind", .choice(of: Kind.self), "Whether a beacon or a member of staff sent it."),
        Field("listener", .text(length: 1...64), "Who heard it."),
        Field("trust", .choice(of: Trust.self), "Whether it is known whose it is.", default: "anyone"),
        Field("beacon", .text(length: 1...64), "The known beacon that said it.", optional: true),
        Field("distance", .number(in: 0...100_000), "How far away it is, in metres.", optional: true),
        Field("error", .number(in: 0...100_000), "How far off the distance may be.", optional: true),
    ])
}

extension Topic where Payload == Sighted {
    static var bleSighted: Topic<Sighted> { .init("ble.sighted") }
}
