@_spi(Hosting) public import FeatureKit

/// The worker's end of a link: plays the host for its one feature, and asks the real one whatever it can't know.
@_spi(Hosting) public final class WorkerEnd: Sendable {
    private let id: String
    private let entry: FeatureEntry
    private let connection: any WireConnection

    /// Prepares to run a feature; nothing of it is called before the host says so.
    ///
    /// - Parameter rehearsal: How it is rehearsed; nil where it runs for a host.
    public init(
        id: String, entry: FeatureEntry, connection: any WireConnection, rehearsal: WorkerRehearsal? = nil
    ) {
        self.id = id
        self.entry = entry
        self.connection = connection
    }

    /// Takes a message of the host; never blocks, and calls nothing of the feature's.
    public func receive(_ message: WireMessage) throws(WireError) {}

    /// Waits for `begin`, runs the feature with all that it needs, and tells how it ended; returns then.
    ///
    /// The feature's code runs on the task executor that the caller prefers, never on the thread that receives.
    public func run() async {}

    /// The other side has gone: whoever waits for it is told so.
    public func closed() {}
}
