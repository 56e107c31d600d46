/// An independent part of what the host serves, which operators switch on and off while the host runs.
///
/// The host makes a new instance for every run. `docs/kit.md` shows everything on one screen.
public protocol Feature: Sendable {
    /// The settings that an operator can change, in the feature's section of `plugins.yaml`.
    associatedtype Settings: Shaped & Equatable = NoSettings

    /// Every topic, route, collection and flag that the feature uses.
    static var contracts: [Contract] { get }

    /// Every enum of refusals that its routes throw, for the reference.
    static var refusals: [any Refusal.Type] { get }

    /// Stores its arguments; any work belongs in `run()`.
    init(settings: Settings, context: FeatureContext) throws

    /// Does the feature's work and owns everything that it starts.
    ///
    /// Call `context.ready()` once the feature can be used. When it is switched off, `Messages` end, `clock.sleep`
    /// throws `CancellationError` and its routes are withdrawn; return then. A run that has not returned after the
    /// drain limit is cancelled. If it throws, the host starts the feature again, after longer and longer pauses.
    func run() async throws
}

extension Feature {
    /// No contracts.
    public static var contracts: [Contract] { [] }
    /// No refusals of its own.
    public static var refusals: [any Refusal.Type] { [] }
}
