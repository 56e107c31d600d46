package import FeatureKit

/// Which lines of the log are wanted: those of a level and above, for some features another one.
package struct LogLevels: Sendable, Equatable {
    /// The least level of whoever is not named.
    package var standard: LogLevel
    /// The least level of a feature, by its id.
    package var features: [String: LogLevel]

    /// Makes levels.
    package init(standard: LogLevel = .info, features: [String: LogLevel] = [:]) {
        self.standard = standard
        self.features = features
    }

    /// Whether a line is wanted.
    func take(_ level: LogLevel, from feature: String) -> Bool { level >= features[feature] ?? standard }

    /// The most talkative of all: what lies below it nobody wants.
    var least: LogLevel { features.values.reduce(standard, min) }
}
