@_spi(Hosting) package import FeatureKit
package import HostConfig
package import HostStore
package import HostSystem
package import HostWorker

/// What makes a host reachable, such as its HTTP server: it knows the host, and the host knows no more of it than this.
package protocol HostFront: Sendable {
    /// Begins to listen where the first document that counts says.
    ///
    /// - Throws: A problem whose description is a diagnostic for the operator; nothing is started then.
    func open(_ document: CheckedDocument) throws

    /// Shows what counts from now on; before features follow.
    func show(_ orders: Orders)

    /// Where it listens on TCP, as addresses are written.
    var places: [String] { get }

    /// The executors on which a feature's routes may be answered beside its own.
    func lanes(for feature: String, beside own: any TaskExecutor) -> [any LentThread]

    /// Serves until it is closed.
    func run() async throws

    /// Ends what is streamed, since the features stop; whoever asks is still answered, also how that goes.
    func stop()

    /// Takes no more connections, and ends `run()` once the last answers have gone out, or have had a moment to.
    func close() async
}

/// A host as those see it who make it reachable.
package struct HostInside: Sendable {
    package let options: HostOptions
    package let bus: BusCore
    package let registry: FeatureRegistry
    package let keeper: DocumentKeeper
    /// Where is written down what was done.
    package let audit: AuditLog
    package let flags: FlagBoard
    package let exposures: Exposures
    package let stores: StoreHouse
    /// Who of the operators is let in that come over the network.
    package let tokens: OperatorTokens
    package let workers: LiveWorkers
    package let clock: any ClockSource
    package let log: LogWriter
    /// Where the host's own tasks run.
    package let executor: any TaskExecutor
    /// Where files are watched.
    package let loop: DescriptorLoop
    /// The folder for what outlives the host.
    package let state: String
    /// When the process began, as uptime.
    package let started: Duration
}
