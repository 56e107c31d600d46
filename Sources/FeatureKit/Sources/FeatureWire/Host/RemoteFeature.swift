@_spi(Hosting) public import FeatureKit

/// A feature that runs elsewhere, as the host sees it: like any other.
///
/// Its `run()` is the worker's whole life: it starts one, passes on what the host and the feature have to say to each other, and
/// throws why the worker ended if nobody asked it to.
public final class RemoteFeature: Feature {
    /// Where its worker comes from, and what is known of it.
    let source: any WorkerSource
    let settings: Value
    let context: FeatureContext

    init(_ source: any WorkerSource, settings: Value, context: FeatureContext) {
        self.source = source
        self.settings = settings
        self.context = context
    }

    /// It is made by `FeatureEntry.remote` alone.
    public init(settings: NoSettings, context: FeatureContext) throws { throw WireError.closed }

    /// Runs the worker.
    public func run() async throws { throw WireError.closed }

    /// Hands the worker new settings; false where it has to be started again with them.
    func reconfigure(_ settings: Value) async throws -> Bool { false }
}
