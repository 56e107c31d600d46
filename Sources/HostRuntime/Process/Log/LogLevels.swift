package import FeatureKit

/// The lowest level that is logged, with exceptions for single features.
package struct LogLevels: Sendable, Equatable {
    /// The lowest level for features that have none of their own.
    package var standard: LogLevel
    /// The lowest level of single features, by their ids.
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
