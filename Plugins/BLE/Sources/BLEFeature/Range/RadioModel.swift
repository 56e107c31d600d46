internal import FeatureKit

/// A device that hears, for which AltBeacon's people measured how its signals fade.
enum RadioModel: String, Codable, CaseIterable, Sendable {
    case nexus4 = "Nexus 4"
    case nexus5 = "Nexus 5"
    case motoXPro = "Moto X Pro"
    case xt1092 = "XT1092"

    var coefficients: Coefficients {
        switch self {
        case .nexus4, .nexus5: Coefficients(a: 0.42093, b: 6.9476, c: 0.54992)
        case .motoXPro: Coefficients(a: 0.940_194_095_1, b: 6.170_094_565, c: 0)
        case .xt1092: Coefficients(a: 0.186_261_678_2, b: 8.235_367_435, c: -0.453_245_19)
        }
    }
}

/// What a curve goes by: a · (signal / power) ^ b + c metres.
struct Coefficients: Shaped, Codable, Equatable {
    let a: Double
    let b: Double
    let c: Double

    static let shape = Shape.object([
        Field("a", .number(in: 0...1_000), "The factor."),
        Field("b", .number(in: 0...20), "The exponent."),
        Field("c", .number(in: -1_000...1_000), "What is added, in metres."),
    ])
}
