internal import Glibc

/// Makes distances from levels.
public struct DistanceModel: Sendable {
    /// The longest distance in metres.
    public static let mostMetres = 100_000.0

    /// How far off a distance is where the level is sure, since walls and bodies stand in the way, in dB squared.
    static let surroundings = 10.0

    private let method: RangingSettings.Method
    /// How many dB weaker a signal is that comes ten times as far.
    private let decade: Double
    /// How far beacons usually are, in decades of a metre, and the variance of that.
    private let usual: Double
    private let spread: Double
    private let coefficients: Coefficients

    /// A model as the settings say.
    ///
    /// - Parameter method: The method, where it is not that of the settings.
    public init(_ settings: RangingSettings, for listener: String, method: RangingSettings.Method? = nil) {
        self.method = method ?? settings.method
        decade = 10 * settings.exponent
        usual = log10(settings.usual)
        spread = log10(settings.spread) * log10(settings.spread)
        coefficients = settings.coefficients ?? (settings.models[listener] ?? settings.model).coefficients
    }

    /// How far away a sender of this level is, whose strength a metre away is known; nil where no method can tell.
    public func distance(_ level: Level, power: Double) -> Distance? {
        let error = Self.calibration(of: method)
        let variance = level.variance + Self.surroundings
        switch method {
        case .path:
            return distance(decades: decades(level.strength, power), off: variance.squareRoot() / decade, error)
        case .likely:
            let off = variance / (decade * decade)
            let weight = spread / (spread + off)
            let decades = weight * decades(level.strength, power) + (1 - weight) * usual
            return distance(decades: decades, off: (weight * off).squareRoot(), error)
        case .regression:
            guard power < 0 else { return nil }
            let off = variance.squareRoot()
            let half = (curve(level.strength - off, power) - curve(level.strength + off, power)) / 2
            return distance(metres: curve(level.strength, power), error: error * half)
        }
    }

    /// How many powers of ten of a metre lie between.
    private func decades(_ strength: Double, _ power: Double) -> Double {
        (power - strength) / decade
    }

    /// AltBeacon's curve.
    ///
    /// A signal weaker than at 1 m is clamped to 1 m; some of the curves go below.
    private func curve(_ strength: Double, _ power: Double) -> Double {
        let ratio = max(strength, -Double(UInt8.max)) / power
        guard ratio > 0 else { return 0 }
        guard ratio >= 1 else { return pow(ratio, 10) }
        return min(max(coefficients.a * pow(ratio, coefficients.b) + coefficients.c, 1), Self.mostMetres)
    }

    private func distance(decades: Double, off: Double, _ error: Double) -> Distance {
        // Half the way between that much further and that much nearer; `exp` takes a third of the time of `pow`.
        let metres = exp(decades * M_LN10)
        let more = exp(off * M_LN10)
        return distance(metres: metres, error: error * metres * (more - 1 / more) / 2)
    }

    /// To the centimetre.
    private func distance(metres: Double, error: Double) -> Distance {
        func rounded(_ metres: Double) -> Double { (min(metres, Self.mostMetres) * 100).rounded() / 100 }
        return Distance(metres: rounded(metres), error: rounded(error))
    }

    /// The factor with which two of three distances are no further off than the error, as measured for the page of ble.
    private static func calibration(of method: RangingSettings.Method) -> Double {
        switch method {
        case .likely: 1
        case .path: 0.85
        case .regression: 1.8
        }
    }
}

/// How far away a sender is.
public struct Distance: Equatable, Sendable {
    /// In metres.
    public let metres: Double
    /// How far off that may be in two of three cases, in metres.
    public let error: Double

    /// A distance that is known.
    public init(metres: Double, error: Double) { (self.metres, self.error) = (metres, error) }
}
