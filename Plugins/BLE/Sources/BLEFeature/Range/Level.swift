/// How strong a sender's signal is by now, made of those that were heard.
struct Level: Equatable {
    /// In dBm.
    let strength: Double
    /// How far off that may be, in dB squared.
    let variance: Double
}

/// How far single signals lie from each other though nobody moves, in dB squared; measured on the set of the page.
enum SignalNoise {
    static let usual = 30.0
    /// Nobody's is taken for less or more.
    static let range = 4.0...200.0
}

/// How far a sender's signals lie from what was expected of them, of late.
struct SignalSpread: Sendable {
    /// One signal says no more than this, in dB squared: a single one that is far off is no news of all others.
    private static let mostAtOnce = 400.0
    /// Of how many signals it is made, as it were.
    private static let count = 20.0

    private(set) var variance = SignalNoise.usual

    /// Takes how far off a signal was, where the level itself may have been off by some of it.
    mutating func take(_ deviation: Double, ofLevel level: Double) {
        let share = variance / (variance + level)
        variance += (min(deviation * deviation, Self.mostAtOnce) * share - variance) / Self.count
        variance = min(max(variance, SignalNoise.range.lowerBound), SignalNoise.range.upperBound)
    }
}
