@_spi(Hosting) package import FeatureKit
package import HostConfig
package import HostStore
package import HostSystem
package import HostWorker

/// The host's interface to the code that makes it reachable, such as its HTTP server.
package protocol HostFront: Sendable {
    /// Begins to listen at the addresses of the first active configuration.
    ///
    /// - Throws: A problem whose description is a diagnostic for the operator; nothing is started then.
    func open(_ document: CheckedDocument) throws

    /// Passes on a new active configuration, before features are started and stopped for it.
    func show(_ orders: Orders)

    /// The addresses at which it listens on TCP, as links such as `https://127.0.0.1:8443`.
    var links: [String] { get }

    /// The executors on which a feature's routes may be answered besides its own executor.
    func lanes(for feature: String, beside own: any TaskExecutor) -> [any LentThread]

    /// Serves until it is closed.
    func run() async throws

    /// Ends streams because the features stop; requests are still answered, so that the stop can be followed.
    func stop()

    /// Accepts no more connections, and ends `run()` once the last answers are sent or a short time has passed.
    func close() async
}

/// The parts of a host that the code needs which serves it over the network.
package struct HostServices: Sendable {
    package let options: HostOptions
    package let bus: BusCore
    package let registry: FeatureRegistry
    package let configuration: ConfigurationManager
    /// The audit log.
    package let audit: AuditLog
    package let flags: FlagBoard
    package let exposures: Exposures
    package let stores: StoreManager
    /// The tokens of operators that come over the network.
    package let tokens: OperatorTokens
    package let workers: LiveWorkers
    package let clock: any ClockSource
    package let log: LogWriter
    /// Where the host's own tasks run.
    package let executor: any TaskExecutor
    /// Where files are watched.
    package let loop: DescriptorLoop
    /// The state folder.
    package let state: String
    /// When the process began, as uptime.
    package let started: Duration
}
