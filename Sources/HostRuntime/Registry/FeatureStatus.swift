package import FeatureKit

/// Where a feature stands, for those who look from outside.
package struct FeatureStatus: Sendable, Equatable {
    package let id: String
    package let state: FeatureState
    /// Since when it is in that state.
    package let since: Timestamp
    /// How many times it has been started.
    package let starts: Int
}
