internal import FeatureKit

extension BLE {
    /// How a distance is made from a signal's strength.
    struct Distance: Shaped, Codable, Equatable {
        /// How many listeners may have a model of their own.
        static let mostModels = Settings.mostCaptures + Settings.mostGateways

        enum Method: String, Codable, CaseIterable, Sendable {
            /// The path's, drawn to how far beacons usually are, the more the less the signal tells.
            case likely
            /// How far a signal has come that has grown so weak on its way.
            case path
            /// A curve through what somebody measured with a device.
            case regression
        }

        enum Smoothing: String, Codable, CaseIterable, Sendable {
            case kalman, average, arma, none
        }

        var method = Method.likely
        var smoothing = Smoothing.kalman
        /// How strong a signal is a metre away, in dBm, of a beacon that is not known to be stronger or weaker.
        var power = -63
        /// Whether it counts what an advertisement says of its own power.
        var declared = false
        var exponent = 1.3
        /// In metres.
        var usual = 8.0
        /// Two of three beacons are not further from the usual than by this factor.
        var spread = 1.7
        var model = RadioModel.nexus5
        /// Those of single listeners.
        var models: [String: RadioModel] = [:]
        /// They take the place of the models'.
        var coefficients: Coefficients?
        var window = Duration.seconds(20)
        var speed = 0.1

        static let shape = Shape.object([
            Field("method", .choice(of: Method.self), "How a distance is made from a level.", default: "likely"),
            Field("smoothing", .choice(of: Smoothing.self), "How a level is made from signals.", default: "kalman"),
            Field(
                "power", .integer(in: -128...20),
                "How strong a signal is a metre away, in dBm, unless the beacon's is known.",
                default: -63),
            Field("declared", .boolean, "Whether what an advertisement says of its own power counts.", default: false),
            Field(
                "exponent", .number(in: 0.5...10), "With which power of the distance signals fade; 2 in the open.",
                default: 1.3),
            Field("usual", .number(in: 0.1...10_000), "How far beacons usually are, in metres.", default: 8),
            Field(
                "spread", .number(in: 1.01...1_000), "Two of three are no further from that than by this factor.",
                default: 1.7),
            Field("model", .choice(of: RadioModel.self), "Which device hears.", default: "Nexus 5"),
            Field(
                "models", .map(of: .choice(of: RadioModel.self), count: 0...mostModels),
                "Which device single listeners are.", default: [:]),
            Field(
                "coefficients", .of(Coefficients.self), "A curve of one's own, in the place of a model's.",
                optional: true),
            Field(
                "window", .duration(in: .seconds(1) ... .seconds(300)), "Over how long signals are averaged.",
                default: "20s"),
            Field("speed", .number(in: 0.01...1), "How much a new signal changes the level, for arma.", default: 0.1),
        ])
    }

    /// When another beacon becomes the nearest.
    struct Nearness: Shaped, Codable, Equatable {
        /// How much nearer it has to be, in dB.
        var margin = 6.0
        /// And for how long.
        var hold = Duration.seconds(3)
        /// Who is not heard for so long is not near.
        var silence = Duration.seconds(5)

        enum CodingKeys: String, CodingKey {
            case margin, silence
            case hold = "for"
        }

        static let shape = Shape.object([
            Field("margin", .number(in: 0...60), "How much nearer another has to be, in dB.", default: 6),
            Field("for", .duration(in: .zero ... .seconds(300)), "For how long it has to be so.", default: "3s"),
            Field(
                "silence", .duration(in: .seconds(1) ... .seconds(600)), "Who is not heard for so long is not near.",
                default: "5s"),
        ])
    }
}
