/// An independent part of what the host offers, which operators switch on and off while it runs.
///
/// The host makes a new instance for every run. See `docs/kit.md` for all of it on one screen.
public protocol Feature: Sendable {
    /// What an operator can set; the section of the feature in `plugins.yaml`.
    associatedtype Settings: Shaped & Equatable = NoSettings

    /// Every topic, route and collection that the feature touches.
    static var contracts: [Contract] { get }

    /// Every enum of refusals that its routes throw, for the reference.
    static var refusals: [any Refusal.Type] { get }

    /// Stores what it is given. Work belongs into `run()`.
    init(settings: Settings, context: FeatureContext) throws

    /// Does the feature's work and owns everything that it starts.
    ///
    /// Call `context.ready()` once it can be used. When the feature is switched off, `Messages` end, `clock.sleep`
    /// throws `CancellationError` and routes are taken away; return then. What has not returned after the drain limit
    /// is cancelled. An error makes the host try again, later each time.
    func run() async throws
}

extension Feature {
    /// No topics and no routes.
    public static var contracts: [Contract] { [] }
    /// None of its own.
    public static var refusals: [any Refusal.Type] { [] }
}
