/// What the host gives to one run of a feature.
public struct FeatureContext: Sendable {
    /// The feature's id, as in `feature.yaml`.
    public let id: String
    /// Topics to publish and read, and requests to other features.
    public let bus: Bus
    /// Routes to serve.
    public let routes: Routes
    /// The feature's flags.
    public let flags: Flags
    /// The documents that the feature keeps.
    public let store: Store
    /// The blobs that the feature keeps beside its documents.
    public let blobs: Blobs
    /// The clock, to read the time and to wait.
    public let clock: FeatureClock
    /// The log.
    public let log: Log
    private let onReady: @Sendable () -> Void

    /// Tells the host that the feature can be used; only the first call has an effect.
    public func ready() { onReady() }

    /// Returns when the feature is asked to stop or the task is cancelled, for a `run()` that only serves routes.
    public func untilStopped() async { await clock.stop.wait() }

    /// Puts a context together.
    init(
        id: String, bus: Bus, routes: Routes, flags: Flags, store: StoreAccess, clock: FeatureClock, log: Log,
        onReady: @escaping @Sendable () -> Void
    ) {
        self.id = id
        self.bus = bus
        self.routes = routes
        self.flags = flags
        self.store = Store(access: store)
        blobs = Blobs(access: store)
        self.clock = clock
        self.log = log
        self.onReady = onReady
    }
}
