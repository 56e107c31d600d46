/// A feature that can take new settings while it runs; any other feature is restarted with them.
///
/// It is a protocol of its own so that a plan can say what a change of settings does before anything happens.
public protocol Reconfigurable: Feature {
    /// Takes new settings while it runs, or asks for a restart where it can't take them.
    func reconfigure(_ settings: Settings) async throws -> Reconfiguration
}

/// What a feature did with new settings.
public struct Reconfiguration: Sendable, Hashable {
    package let isApplied: Bool
    /// The settings are in effect.
    public static let applied = Reconfiguration(isApplied: true)
    /// The feature has to be restarted with the settings.
    public static let restart = Reconfiguration(isApplied: false)
}
