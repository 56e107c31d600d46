/// Makes a level from a sender's signals; the time is an argument.
public enum Smoother: Sendable {
    case none
    case average(RunningAverage)
    case arma(Arma)
    case kalman(Kalman)

    /// A level of which no signal is known.
    public init(_ settings: RangingSettings) {
        self =
            switch settings.smoothing {
            case .none: .none
            case .average: .average(RunningAverage(window: settings.window))
            case .arma: .arma(Arma(speed: settings.speed, window: settings.window))
            case .kalman: .kalman(Kalman())
            }
    }

    /// Takes a signal; one from before the last counts as heard with the last.
    public mutating func take(_ rssi: Int8, at time: Duration) -> Level {
        switch self {
        case .none: return Level(strength: Double(rssi), variance: SignalNoise.usual)
        case .average(var average):
            // Without a second owner its samples are not copied.
            self = .none
            defer { self = .average(average) }
            return average.take(rssi, at: time)
        case .arma(var arma):
            defer { self = .arma(arma) }
            return arma.take(Double(rssi), at: time)
        case .kalman(var kalman):
            defer { self = .kalman(kalman) }
            return kalman.take(Double(rssi), at: time)
        }
    }
}

/// A level that follows each signal by a part of the way, as AltBeacon's does.
public struct Arma: Sendable {
    let speed: Double
    /// After a longer silence it starts again.
    let window: Duration
    private var level = 0.0
    /// How much of one signal's variance the level has.
    private var weight = 1.0
    private var spread = SignalSpread()
    private var last: Duration?

    init(speed: Double, window: Duration) { (self.speed, self.window) = (speed, window) }

    mutating func take(_ strength: Double, at time: Duration) -> Level {
        let now = max(last ?? time, time)
        if let last, now - last < window {
            let deviation = strength - level
            spread.take(deviation, ofLevel: weight * spread.variance)
            level += speed * deviation
            weight = (1 - speed) * (1 - speed) * weight + speed * speed
        } else {
            (level, weight, spread) = (strength, 1, SignalSpread())
        }
        last = now
        return Level(strength: level, variance: weight * spread.variance)
    }
}

/// A Kalman filter of one dimension: a level that may have changed the more the longer nothing was heard.
public struct Kalman: Sendable {
    /// How fast a level drifts, as people walk, in dB squared a second, as measured for the page of ble.
    static let drift = 1.0
    /// The longest silence in seconds; after it nothing is left of what was known.
    private static let longest = 86_400.0

    private var level = 0.0
    private var variance = SignalNoise.usual
    private var spread = SignalSpread()
    private var last: Duration?

    mutating func take(_ strength: Double, at time: Duration) -> Level {
        let now = max(last ?? time, time)
        if let last {
            variance += Self.drift * min((now - last) / .seconds(1), Self.longest)
            let deviation = strength - level
            spread.take(deviation, ofLevel: variance)
            let gain = variance / (variance + SignalNoise.usual)
            level += gain * deviation
            variance *= 1 - gain
        } else {
            level = strength
        }
        last = now
        return Level(strength: level, variance: variance * spread.variance / SignalNoise.usual)
    }
}
