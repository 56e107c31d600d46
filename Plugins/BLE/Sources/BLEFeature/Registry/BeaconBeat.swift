internal import FeatureKit

/// What a gateway knows of a beacon.
struct BeaconBeat: Shaped, Codable, Equatable {
    let beacon: String
    var battery: Int?
    var brightness: Int?
    /// The mode that it shows.
    var mode: Mode?

    static let shape = Shape.object([
        Field("beacon", Names.word, "Which beacon."),
        Field("battery", .integer(in: 0...100), "What is left in its battery, in percent.", optional: true),
        Field("brightness", .integer(in: 0...100), "How bright it is, in percent.", optional: true),
        Field("mode", .choice(of: Mode.self), "The mode that it shows.", optional: true),
    ])
}
