internal import FeatureKit

/// What a beacon said, as `ble` publishes it; the contract is the topic's name and this Shape.
struct Sighted: Shaped, Equatable {
    enum Kind: String, Codable, CaseIterable, Sendable {
        case beacon, staff
    }

    let zone: Int
    let mode: Mode
    let sequence: Int
    let ttl: Duration
    let temperature: Int?
    let rssi: Int?
    let address: String
    let kind: Kind

    static let shape = Shape.object([
        Field("zone", .integer(in: 0...65_535), "The zone that it speaks of."),
        Field("mode", .choice(of: Mode.self), "What the flags say there."),
        Field("sequence", .integer(in: 0...65_535), "The sender's number for it."),
        Field("ttl", .duration(in: .seconds(1) ... .seconds(255)), "How long it holds."),
        Field("temperature", .integer(in: -128...127), "The air at the beacon in °C.", optional: true),
        Field("rssi", .integer(in: -128...127), "The signal's strength in dBm.", optional: true),
        Field("address", .text(length: 17...17), "The sender's address."),
        Field("kind", .choice(of: Kind.self), "Whether a beacon or a member of staff sent it."),
    ])
}

extension Topic where Payload == Sighted {
    static var bleSighted: Topic<Sighted> { .init("ble.sighted") }
}
