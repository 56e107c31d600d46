@_spi(Hosting) internal import FeatureKit

/// What the host does for a worker besides the bus: its store, its flags, and in a rehearsal its sleeps.
final class HostSeats: Sendable {
    private let store: ServedStore
    private let sleeps: ServedSleeps
    private let flags: any FlagSource
    private let send: @Sendable (WireMessage) -> Void

    /// - Parameters:
    ///   - context: What the host lends the feature.
    ///   - send: Sends an answer.
    ///   - begin: Starts work that the run waits for at its end.
    init(
        _ context: FeatureContext, send: @escaping @Sendable (WireMessage) -> Void,
        begin: @escaping @Sendable (@escaping @Sendable () async -> Void) -> Void
    ) {
        self.send = send
        store = ServedStore(context.store.access, send: send, begin: begin)
        sleeps = ServedSleeps(context.clock.source, send: send, begin: begin)
        flags = context.flags.source
    }

    /// Takes a message; false where it is about something else. Never blocks.
    func receive(_ message: WireMessage) throws(WireError) -> Bool {
        switch message.kind {
        case .read, .write, .operation, .finish, .changes, .untilChanged, .misuse: try store.receive(message)
        case .flag: send(try ServedFlags.answer(message, from: flags))
        case .sleep: try sleeps.receive(message)
        default: return false
        }
        return true
    }

    /// Nobody waits any more for the answer of a conversation.
    func forget(_ conversation: UInt32) {
        store.forget(conversation)
        sleeps.forget(conversation)
    }

    /// The worker has gone: what it began is undone, who it left asleep wakes.
    func close() {
        store.close()
        sleeps.close()
    }
}
