@_spi(Hosting) internal import FeatureKit

/// What the host does for a worker besides the bus: its store, its flags, and in a rehearsal its sleeps.
final class HostSeats: Sendable {
    private let store: ServedStore
    private let flags: any FlagSource
    private let clock: any ClockSource
    private let jobs: Jobs
    private let send: @Sendable (WireMessage) -> Void

    /// - Parameters:
    ///   - context: What the host lends the feature.
    ///   - jobs: Who does what has to wait.
    ///   - send: Sends an answer.
    init(_ context: FeatureContext, _ jobs: Jobs, send: @escaping @Sendable (WireMessage) -> Void) {
        self.send = send
        self.jobs = jobs
        store = ServedStore(context.store.access, jobs, send: send)
        flags = context.flags.source
        clock = context.clock.source
    }

    /// Takes a message that is about them; never blocks.
    func receive(_ message: WireMessage) throws(WireError) {
        switch message.kind {
        case .flag: send(try ServedFlags.answer(message, from: flags))
        case .sleep: try ServedSleeps.receive(message, by: clock, jobs, send: send)
        default: try store.receive(message)
        }
    }

    /// The worker has gone: what it began is undone.
    func close() { store.close() }
}
