internal import FeatureKit

extension BLE {
    struct Settings: Shaped, Codable, Equatable {
        static let mostCaptures = 16
        static let mostGateways = 64
        static let mostBeacons = 2_000

        var captures: [Recording] = []
        var gateways: [String] = []
        var beacons: [KnownBeacon] = []
        var trust = Trust.listed
        var clock = Duration.seconds(120)
        var weakest = -90
        var distance = Distance()
        var nearest = Nearness()
        var offline = Duration.seconds(60)

        static let shape = Shape.object([
            Field(
                "captures", .list(of: .of(Recording.self), count: 0...mostCaptures), "Recordings that are replayed.",
                default: []),
            Field(
                "gateways", .list(of: Names.word, count: 0...mostGateways), "Who may post what their radios hear.",
                default: []),
            Field(
                "beacons", .list(of: .of(KnownBeacon.self), count: 0...mostBeacons), "Beacons that are known.",
                default: []),
            Field("trust", .choice(of: Trust.self), "Whose word counts.", default: "listed"),
            Field(
                "clock", .duration(in: .zero ... .seconds(3600)), "How far a signer's clock may be off.", default: "2m"),
            Field(
                "weakest", .integer(in: -128...20), "Signals in dBm at or below it are noted, and say nothing.",
                default: -90),
            Field("distance", .of(Distance.self), "How a distance is made from a signal's strength.", default: [:]),
            Field("nearest", .of(Nearness.self), "When another beacon becomes the nearest.", default: [:]),
            Field(
                "offline", .duration(in: .seconds(5) ... .seconds(86_400)),
                "After how long of silence a beacon is offline.", default: "1m"),
        ])
    }

    /// A recording that is replayed.
    struct Recording: Shaped, Codable, Equatable {
        var file: String
        var speed = 1.0
        var repeats = false
        var name: String?

        enum CodingKeys: String, CodingKey {
            case file, speed, name
            case repeats = "repeat"
        }

        static let shape = Shape.object([
            Field("file", .path, "The btsnoop or pcap file."),
            Field(
                "speed", .number(in: 0...1_000_000), "How much faster than recorded it is replayed; 0: at once.",
                default: 1),
            Field("repeat", .boolean, "Whether it starts again at the end.", default: false),
            Field(
                "name", Names.word, "Who heard it; the file's name without its ending, unless told.", optional: true),
        ])
    }
}

/// The words that name listeners and beacons.
enum Names {
    static let word = Shape.text(length: 1...64)
}
