public import FeatureKit

/// How a distance is made from a signal's strength.
@Record public struct RangingSettings: Equatable {
    /// How a distance is made from a level.
    public enum Method: String, CaseIterable, Shaped {
        /// The path's distance, drawn to how far beacons usually are, the more the less the signal tells.
        case likely
        /// The distance after which a signal has faded that much.
        case path
        /// A curve that was measured with a device.
        case regression
    }

    /// How a level is made from signals.
    public enum Smoothing: String, CaseIterable, Shaped {
        case kalman, average, arma, none
    }

    /// How a distance is made from a level.
    public var method: Method = Method.likely
    /// How a level is made from signals.
    public var smoothing: Smoothing = Smoothing.kalman
    /// The strength in dBm a metre away of a beacon whose own is not known.
    @In(-128...20) public var power: Int = -63
    /// Whether what an advertisement says of its own power counts.
    public var declared: Bool = false
    /// With which power of the distance signals fade; 2 in the open.
    @In(0.5...10.0) public var exponent: Double = 1.3
    /// How far beacons usually are, in metres.
    @In(0.1...10_000.0) public var usual: Double = 8
    /// The factor within which two of three beacons are of the usual distance.
    @In(1.01...1_000.0) public var spread: Double = 1.7
    /// The device that listens.
    public var model: RadioModel = RadioModel.nexus5
    /// The devices of single listeners.
    @Count(0...100) public var models: [String: RadioModel] = [:]
    /// A curve of one's own instead of a model's.
    public var coefficients: Coefficients?
    /// Over how long signals are averaged.
    @In(.seconds(1) ... .seconds(300)) public var window: Duration = .seconds(20)
    /// How much a new signal changes the level, for arma.
    @In(0.01...1.0) public var speed: Double = 0.1
}

/// When another beacon becomes the nearest.
@Record public struct NearestSettings: Equatable {
    /// How much nearer it has to be, in dB.
    @In(0.0...60.0) public var margin: Double = 6
    /// For how long it has to be nearer.
    @Name("for") @In(.zero ... .seconds(300)) public var hold: Duration = .seconds(3)
    /// A beacon that was not heard for so long is not near.
    @In(.seconds(1) ... .seconds(600)) public var silence: Duration = .seconds(5)
    /// A nearest beacon within so many metres is locked: only another within as many takes its place; 0 locks none.
    @In(0.0...100.0) public var lock: Double = 5
}

/// A device that listens, for which the makers of AltBeacon measured how signals fade.
public enum RadioModel: String, CaseIterable, Shaped {
    case nexus4 = "Nexus 4"
    case nexus5 = "Nexus 5"
    case motoXPro = "Moto X Pro"
    case xt1092 = "XT1092"

    /// The numbers of its curve.
    public var coefficients: Coefficients {
        switch self {
        case .nexus4, .nexus5: Coefficients(a: 0.42093, b: 6.9476, c: 0.54992)
        case .motoXPro: Coefficients(a: 0.940_194_095_1, b: 6.170_094_565, c: 0)
        case .xt1092: Coefficients(a: 0.186_261_678_2, b: 8.235_367_435, c: -0.453_245_19)
        }
    }
}

/// The numbers of a curve: a · (signal / power) ^ b + c metres.
@Record public struct Coefficients: Equatable {
    /// The factor.
    @In(0.0...1_000.0) public var a: Double
    /// The exponent.
    @In(0.0...20.0) public var b: Double
    /// The metres that are added.
    @In(-1_000.0...1_000.0) public var c: Double
}
