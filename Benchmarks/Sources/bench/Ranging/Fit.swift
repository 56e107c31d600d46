import BeaconRanging
import Glibc

/// A level that a sensor had, and how far away the beacon was.
struct HeardLevel {
    let level: Level
    let distance: Double
}

/// A track as a smoothing hears it.
func heard(_ track: Track, _ settings: RangingSettings) -> [HeardLevel] {
    var smoothers: [String: Smoother] = [:]
    return track.signals.map { signal in
        HeardLevel(
            level: smoothers[signal.sensor, default: Smoother(settings)].take(signal.rssi, at: signal.time),
            distance: signal.distance)
    }
}

/// Finds a method's numbers on one track.
enum Fit {
    /// What a metre away is heard, and with which power of the distance that fades: the line through levels over decades.
    static func path(_ heard: [HeardLevel], _ settings: RangingSettings) -> RangingSettings {
        let decades = heard.map { log10($0.distance) }
        let (slope, power) = line(decades, heard.map(\.level.strength))
        var settings = settings
        settings.exponent = max(-slope / 10, 0.5)
        settings.power = Int(power.rounded())
        return settings
    }

    /// How far the beacon usually was, besides.
    static func likely(_ heard: [HeardLevel], _ settings: RangingSettings) -> RangingSettings {
        var settings = path(heard, settings)
        let decades = heard.map { log10($0.distance) }
        let mean = decades.reduce(0, +) / Double(decades.count)
        let variance = decades.map { ($0 - mean) * ($0 - mean) }.reduce(0, +) / Double(decades.count)
        settings.usual = pow(10, mean)
        settings.spread = pow(10, variance.squareRoot())
        return settings
    }

    /// AltBeacon's curve of least squares in metres, with the power that is heard a metre away.
    static func curve(_ heard: [HeardLevel], _ settings: RangingSettings) -> RangingSettings {
        var settings = path(heard, settings)
        let power = Double(settings.power)
        let distances = heard.map(\.distance)
        var best: (error: Double, coefficients: Coefficients)?
        for tenths in 1...200 {
            let b = Double(tenths) / 10
            let powers = heard.map { pow(max($0.level.strength / power, 0), b) }
            let (a, c) = line(powers, distances)
            guard (0...1_000).contains(a), (-1_000...1_000).contains(c) else { continue }
            let error = zip(powers, distances).map { (a * $0 + c - $1) * (a * $0 + c - $1) }.reduce(0, +)
            if error < best?.error ?? .infinity { best = (error, Coefficients(a: a, b: b, c: c)) }
        }
        settings.coefficients = best?.coefficients
        return settings
    }

    /// The power with which a curve errs least, whatever is heard a metre away.
    static func bent(_ heard: [HeardLevel], _ settings: RangingSettings) -> RangingSettings {
        var settings = settings
        let powers = -90 ... -30
        settings.power =
            powers.min { errors(heard, with($0)).median < errors(heard, with($1)).median } ?? settings.power
        func with(_ power: Int) -> RangingSettings {
            var bent = settings
            bent.power = power
            return bent
        }
        return settings
    }

    /// The line y = slope x + offset of least squares.
    private static func line(_ xs: [Double], _ ys: [Double]) -> (slope: Double, offset: Double) {
        let count = Double(xs.count)
        let (x, y) = (xs.reduce(0, +) / count, ys.reduce(0, +) / count)
        let covariance = zip(xs, ys).map { ($0 - x) * ($1 - y) }.reduce(0, +)
        let variance = xs.map { ($0 - x) * ($0 - x) }.reduce(0, +)
        let slope = variance > 0 ? covariance / variance : 0
        return (slope, y - slope * x)
    }
}

/// How far off distances were.
struct Errors {
    private(set) var metres: [Double] = []
    private(set) var relative: [Double] = []
    /// Each one's share of what was taken for it in two cases of three.
    private(set) var shares: [Double] = []

    mutating func add(_ found: Distance, _ distance: Double) {
        let off = abs(found.metres - distance)
        metres.append(off)
        relative.append(off / distance)
        shares.append(found.error > 0 ? off / found.error : .infinity)
    }

    mutating func add(_ others: Errors) {
        metres += others.metres
        relative += others.relative
        shares += others.shares
    }

    var median: Double { metres.quantile(0.5) }
    /// How many are no further off than was said.
    var within: Double { Double(shares.count { $0 <= 1 }) / Double(shares.count) }
}

func errors(_ heard: [HeardLevel], _ settings: RangingSettings) -> Errors {
    let model = DistanceModel(settings, for: "")
    var errors = Errors()
    for one in heard {
        if let found = model.distance(one.level, power: Double(settings.power)) { errors.add(found, one.distance) }
    }
    return errors
}

extension [Double] {
    func quantile(_ part: Double) -> Double {
        let sorted = sorted()
        return sorted.isEmpty ? .nan : sorted[Swift.min(Int(Double(sorted.count) * part), sorted.count - 1)]
    }
}
