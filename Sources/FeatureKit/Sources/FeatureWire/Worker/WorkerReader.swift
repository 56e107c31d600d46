@_spi(Hosting) internal import FeatureKit

/// A reader of a worker's feature: its mailbox is in the host, which delivers a batch when the loop asks for one.
final class WorkerReader: FarReader {
    private struct State {
        var isAsking = false
        /// How many could not be decoded that the host does not know of yet.
        var unreadable: UInt64 = 0
        /// How many were lost, as the host last reported.
        var dropped: UInt64 = 0
    }

    let number: UInt32
    private let topic: String
    private let mailbox: FarMailbox
    private let connection: any WireConnection
    private let calls: WireCalls
    private let onLeave: @Sendable (UInt32) -> Void
    private let state = Lock(State())

    init(
        _ number: UInt32, _ topic: String, into mailbox: FarMailbox, _ connection: any WireConnection,
        _ calls: WireCalls, onLeave: @escaping @Sendable (UInt32) -> Void
    ) {
        self.number = number
        self.topic = topic
        self.mailbox = mailbox
        self.connection = connection
        self.calls = calls
        self.onLeave = onLeave
    }

    var dropped: UInt64 {
        let (unreadable, known) = takeUnreadable()
        let answer = try? calls.askBlocking(.dropped) { writer in
            writer.number(number)
            writer.number(unreadable)
        }
        let dropped = try? answer?.read { (reader) throws(WireError) in try reader.number(UInt64.self) }
        guard let dropped else { return known + unreadable }
        state.withLock { $0.dropped = dropped }
        return dropped
    }

    private func takeUnreadable() -> (UInt64, UInt64) {
        state.withLock { state in
            defer { state.unreadable = 0 }
            return (state.unreadable, state.dropped)
        }
    }

    func wantsMore() {
        let unreadable = state.withLock { state -> UInt64? in
            guard !state.isAsking else { return nil }
            state.isAsking = true
            defer { state.unreadable = 0 }
            return state.unreadable
        }
        guard let unreadable else { return }
        _ = connection.send(WireMessage(.take, number) { $0.number(unreadable) })
    }

    func lostUnreadable() { state.withLock { $0.unreadable += 1 } }

    func leave() {
        let (unreadable, _) = takeUnreadable()
        onLeave(number)
        _ = connection.send(WireMessage(.unsubscribe, number) { $0.number(unreadable) })
    }

    /// Takes a batch from the host.
    func deliver(_ message: WireMessage) throws(WireError) {
        state.withLock { $0.isAsking = false }
        let count = try message.read { (reader) throws(WireError) in
            var count = 0
            while !reader.isAtEnd {
                try put(&reader)
                count += 1
            }
            return count
        }
        // Nothing of the batch was left: the loop, which does not wake for that, wants the next one.
        if count == 0 { wantsMore() }
    }

    private func put(_ reader: inout WireReader) throws(WireError) {
        let (source, sequence) = (try reader.text(), try reader.number(UInt64.self))
        let (time, isRetained) = (try reader.timestamp(), try reader.flag())
        let cause = try reader.optional { (reader) throws(WireError) in try reader.cause() }
        mailbox.put(
            try reader.value(), topic: topic, source: source, sequence: sequence, time: time, cause: cause,
            isRetained: isRetained)
    }

    /// No more will come.
    func close() { mailbox.close() }
}
