internal import FeatureKit

/// What a beacon said of its zone, and how it was heard.
struct Sighting: Shaped, Equatable {
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
        Field("mode", .choice(of: Mode.self), "What the flags say there; unknown is never normal."),
        Field("sequence", .integer(in: 0...65_535), "The sender's number for it, which wraps."),
        Field("ttl", .duration(in: .seconds(1) ... .seconds(255)), "How long it holds."),
        Field("temperature", .integer(in: -128...127), "The air at the beacon in °C.", optional: true),
        Field("rssi", .integer(in: -128...127), "The signal's strength in dBm, where measured.", optional: true),
        Field("address", .text(length: 17...17), "The sender's address, such as C0:FF:EE:00:00:01."),
        Field("kind", .choice(of: Kind.self), "Whether a beacon or a member of staff sent it."),
    ])
}

extension Sighting {
    init(_ frame: BeaconFrame, heardIn advertisement: Advertisement) {
        self.init(
            zone: Int(frame.zone), mode: frame.mode, sequence: Int(frame.sequence), ttl: .seconds(Int64(frame.ttl)),
            temperature: frame.temperature.map(Int.init), rssi: advertisement.rssi.map(Int.init),
            address: advertisement.address.description, kind: frame.sender == .beacon ? .beacon : .staff)
    }
}

extension Topic where Payload == Sighting {
    static var bleSighted: Topic<Sighting> { .init("ble.sighted") }
}
