@_spi(Hosting) internal import FeatureKit

/// The host's end of a rehearsed worker's sleeps: they sleep by the host's clock.
final class ServedSleeps: Sendable {
    private let clock: any ClockSource
    private let send: @Sendable (WireMessage) -> Void
    private let begin: @Sendable (@escaping @Sendable () async -> Void) -> Void
    /// Who sleeps, by the conversation; raised once nobody waits for it.
    private let sleepers = Lock<[UInt32: Signal]>([:])

    init(
        _ clock: any ClockSource, send: @escaping @Sendable (WireMessage) -> Void,
        begin: @escaping @Sendable (@escaping @Sendable () async -> Void) -> Void
    ) {
        self.clock = clock
        self.send = send
        self.begin = begin
    }

    /// Takes the wish to be woken.
    func receive(_ message: WireMessage) throws(WireError) {
        let until = try message.read { (reader) throws(WireError) in try reader.duration() }
        let conversation = message.conversation
        let isForgotten = Signal()
        let refusal = sleepers.withLock { sleepers -> WireError? in
            guard sleepers.count < WireLimits.questions else { return .tooLarge("too many sleep") }
            guard sleepers.updateValue(isForgotten, forKey: conversation) == nil else {
                return .malformed("\(conversation) sleeps already")
            }
            return nil
        }
        if let refusal { throw refusal }
        begin { [self] in
            await isForgotten.cancelling { [self] in
                try? await clock.sleep(until: until)
                sleepers.withLock { $0[conversation] = nil }
                // Also where it was forgotten: every question has an answer.
                send(WireMessage(.reply, conversation))
            }
        }
    }

    /// Nobody waits any more for the answer of a conversation.
    func forget(_ conversation: UInt32) { sleepers.withLock { $0[conversation] }?.raise() }

    /// The worker has gone.
    func close() {
        for signal in sleepers.withLock({ Array($0.values) }) { signal.raise() }
    }
}
