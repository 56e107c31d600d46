@_spi(Hosting) internal import FeatureKit

/// One reader of a worker: its mailbox is here, and a batch is sent each time that the feature's loop asks for one.
final class HostReader: Sendable {
    private struct State {
        var isWanted = false
        var hasLeft = false
        var waiting: Signal?
    }

    let reader: PlainReader
    private let state = Lock(State())

    init(_ reader: PlainReader) { self.reader = reader }

    /// Notes that the feature's loop wants the next batch.
    func take() {
        let waiting = state.withLock { state in
            state.isWanted = true
            return state.waiting.take()
        }
        waiting?.raise()
    }

    /// Ends the reading.
    func leave() {
        let waiting = state.withLock { state in
            state.hasLeft = true
            return state.waiting.take()
        }
        waiting?.raise()
        reader.close()
    }

    /// Sends a batch for each that is wanted, until there are no more or the feature has left.
    func handOver(as number: UInt32, to connection: any WireConnection) async {
        while await isWanted() {
            guard let messages = await reader.next() else {
                if !Task.isCancelled, !state.withLock({ $0.hasLeft }) {
                    _ = connection.send(WireMessage(.endOfMessages, number))
                }
                return
            }
            // Messages that were taken for a reader that has left meanwhile are dropped.
            guard !state.withLock({ $0.hasLeft }) else { return }
            guard send(messages, as: number, to: connection) else { return connection.close() }
        }
    }

    private func isWanted() async -> Bool {
        while !Task.isCancelled {
            let more = state.withLock { state -> Signal? in
                if state.hasLeft || state.isWanted { return nil }
                let more = Signal()
                state.waiting = more
                return more
            }
            guard let more else {
                return state.withLock { state in
                    state.isWanted = false
                    return !state.hasLeft
                }
            }
            await more.wait()
        }
        return false
    }

    /// Sends messages, as many at a time as one message of the wire should hold.
    private func send(_ messages: [Message<Value>], as number: UInt32, to connection: any WireConnection) -> Bool {
        var writer = WireWriter()
        var isEmpty = true
        for message in messages {
            let letter = WireMessage(.deliver, number) { $0.letter(message) }
            if let problem = letter.problem {
                reader.lose(message, because: problem)
                continue
            }
            if !isEmpty, writer.bytes.count + letter.body.count > WireLimits.hand {
                guard connection.send(WireMessage(.deliver, number, writer.bytes)) else { return false }
                writer = WireWriter()
            }
            writer.append(letter.body)
            isEmpty = false
        }
        // A batch of which nothing is left is still an answer, so that the loop asks for the next one.
        return connection.send(WireMessage(.deliver, number, writer.bytes))
    }
}

extension WireWriter {
    mutating func letter(_ message: Message<Value>) {
        text(message.source)
        number(message.sequence)
        timestamp(message.time)
        flag(message.isRetained)
        optional(message.cause) { $0.cause($1) }
        value(message.payload)
    }
}
