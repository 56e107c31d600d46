/// A feature that can take new settings while it runs; every other one is started again with them.
///
/// It is known by its type, so that a plan says before anything moves what a change of its settings does.
public protocol Reconfigurable: Feature {
    /// Takes new settings while it runs, or asks for a restart where it can't take these.
    func reconfigure(_ settings: Settings) async throws -> Reconfiguration
}

/// What became of new settings.
public struct Reconfiguration: Sendable, Hashable {
    package let isApplied: Bool
    /// They are in force.
    public static let applied = Reconfiguration(isApplied: true)
    /// The feature has to be stopped and started with them.
    public static let restart = Reconfiguration(isApplied: false)
}
