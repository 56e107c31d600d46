/// How strong a sender's signal is by now, made from those that were heard.
public struct Level: Equatable, Sendable {
    /// In dBm.
    public let strength: Double
    /// How far off the strength may be, in dB squared.
    public let variance: Double

    /// A level that is known.
    public init(strength: Double, variance: Double) { (self.strength, self.variance) = (strength, variance) }
}

/// How far single signals lie from each other though nobody moves, in dB squared, as measured for the page of ble.
enum SignalNoise {
    static let usual = 30.0
    /// A sender's own is never taken for less or more.
    static let range = 4.0...200.0
}

/// How far a sender's signals lay from what was expected of late.
struct SignalSpread: Sendable {
    /// The most that one signal changes, in dB squared.
    private static let mostAtOnce = 400.0
    /// About how many signals it is made from.
    private static let count = 20.0

    private(set) var variance = SignalNoise.usual

    /// Takes how far off a signal was from a level that may have been off itself.
    mutating func take(_ deviation: Double, ofLevel level: Double) {
        let share = variance / (variance + level)
        variance += (min(deviation * deviation, Self.mostAtOnce) * share - variance) / Self.count
        variance = min(max(variance, SignalNoise.range.lowerBound), SignalNoise.range.upperBound)
    }
}
