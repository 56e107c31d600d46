internal import FeatureKit
internal import Glibc

/// Makes distances from levels.
struct Ruler: Sendable {
    /// Nobody is taken to be further away, in metres.
    static let mostMetres = 100_000.0

    /// How far off a method is even where the level is known for sure: walls and bodies stand in the way, in dB squared.
    static let surroundings = 10.0

    private let method: BLE.Distance.Method
    /// So many dB weaker is a decade further.
    private let decade: Double
    /// How far beacons usually are, in decades of a metre, and the variance of that.
    private let usual: Double
    private let spread: Double
    private let coefficients: Coefficients

    init(_ settings: BLE.Distance, for listener: String) {
        method = settings.method
        decade = 10 * settings.exponent
        usual = log10(settings.usual)
        spread = log10(settings.spread) * log10(settings.spread)
        coefficients = settings.coefficients ?? (settings.models[listener] ?? settings.model).coefficients
    }

    /// How far away a sender of such a level is, whose signal has this power a metre away; nil where nobody can tell.
    func reach(_ level: Level, power: Double) -> Reach? {
        let error = Self.calibration(of: method)
        let variance = level.variance + Self.surroundings
        switch method {
        case .path:
            return reach(decades: decades(level.strength, power), off: variance.squareRoot() / decade, error)
        case .likely:
            let off = variance / (decade * decade)
            let weight = spread / (spread + off)
            let decades = weight * decades(level.strength, power) + (1 - weight) * usual
            return reach(decades: decades, off: (weight * off).squareRoot(), error)
        case .regression:
            guard power < 0 else { return nil }
            let off = variance.squareRoot()
            let half = (curve(level.strength - off, power) - curve(level.strength + off, power)) / 2
            return reach(metres: curve(level.strength, power), error: error * half)
        }
    }

    /// How many powers of ten of a metre lie between.
    private func decades(_ strength: Double, _ power: Double) -> Double {
        (power - strength) / decade
    }

    /// AltBeacon's curve.
    ///
    /// Whoever is weaker than a metre away is not nearer than that, which its curves alone would say of some.
    private func curve(_ strength: Double, _ power: Double) -> Double {
        let ratio = max(strength, -Double(UInt8.max)) / power
        guard ratio > 0 else { return 0 }
        guard ratio >= 1 else { return pow(ratio, 10) }
        return min(max(coefficients.a * pow(ratio, coefficients.b) + coefficients.c, 1), Self.mostMetres)
    }

    private func reach(decades: Double, off: Double, _ error: Double) -> Reach {
        // Half the way between so much further and so much nearer; powers by `exp`, which takes a third of what `pow` does.
        let metres = exp(decades * M_LN10)
        let more = exp(off * M_LN10)
        return reach(metres: metres, error: error * metres * (more - 1 / more) / 2)
    }

    /// To the centimetre.
    private func reach(metres: Double, error: Double) -> Reach {
        func rounded(_ metres: Double) -> Double { (min(metres, Self.mostMetres) * 100).rounded() / 100 }
        return Reach(metres: rounded(metres), error: rounded(error))
    }

    /// What an error is multiplied with so that two of three distances are not further off; measured on the set of the page.
    private static func calibration(of method: BLE.Distance.Method) -> Double {
        switch method {
        case .likely: 1
        case .path: 0.85
        case .regression: 1.8
        }
    }
}

/// How far away somebody is.
struct Reach: Equatable {
    let metres: Double
    /// How far off that may be, in two cases of three.
    let error: Double
}
