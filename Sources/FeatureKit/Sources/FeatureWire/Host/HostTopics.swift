@_spi(Hosting) internal import FeatureKit

/// What a worker publishes and reads, done in its feature's name.
final class HostTopics: Sendable {
    private struct PublisherKey: Hashable {
        let topic: String
        let retention: TopicRetention
    }

    private struct State {
        var publishers: [HostPublisher] = []
        /// A feature opens a topic as often as it likes; each is kept once.
        var numbers: [PublisherKey: UInt32] = [:]
        var readers: [UInt32: HostReader] = [:]
        var lastReader: UInt32 = 0
    }

    private let bus: Bus
    private let connection: any WireConnection
    private let jobs: Jobs
    private let state = Lock(State())

    init(_ bus: Bus, _ connection: any WireConnection, _ jobs: Jobs) {
        self.bus = bus
        self.connection = connection
        self.jobs = jobs
    }

    /// Takes a message that is about topics; never blocks.
    func receive(_ message: WireMessage) throws(WireError) {
        switch message.kind {
        case .publish: try publish(message)
        case .take: try take(message)
        case .openPublisher: try openPublisher(message)
        case .publishWaiting: try publishWaiting(message)
        case .lost: try lost(message)
        case .subscribe: try subscribe(message)
        case .dropped: try dropped(message)
        case .unsubscribe: try unsubscribe(message)
        default: throw .malformed("\(message.kind.rawValue) is nothing for a topic")
        }
    }

    // MARK: - Publishing

    private func openPublisher(_ message: WireMessage) throws(WireError) {
        let (topic, shape, retention) = try message.read { (reader) throws(WireError) in
            (try reader.text(), try reader.shape(), try reader.retention())
        }
        do throws(BusError) {
            let publisher = try HostPublisher(bus, on: topic, shape, keeping: retention)
            let number = state.withLock { state -> UInt32 in
                let key = PublisherKey(topic: topic, retention: retention)
                if let number = state.numbers[key] { return number }
                let number = UInt32(state.publishers.count)
                state.publishers.append(publisher)
                state.numbers[key] = number
                return number
            }
            _ = connection.send(WireMessage(.reply, message.conversation) { $0.number(number) })
        } catch {
            _ = connection.send(WireMessage(.refusal, message.conversation) { $0.busError(error) })
        }
    }

    private func publisher(_ number: UInt32) throws(WireError) -> HostPublisher {
        let publisher = state.withLock { state in
            state.publishers.indices.contains(Int(number)) ? state.publishers[Int(number)] : nil
        }
        guard let publisher else { throw .malformed("there is no publisher \(number)") }
        return publisher
    }

    private func publish(_ message: WireMessage) throws(WireError) {
        let publisher = try publisher(message.conversation)
        let (cause, value) = try message.read { (reader) throws(WireError) in try reader.publication() }
        publisher(value, because: cause)
    }

    private func publishWaiting(_ message: WireMessage) throws(WireError) {
        let (number, limit, cause, value) = try message.read { (reader) throws(WireError) in
            let (number, limit) = (try reader.number(UInt32.self), try reader.duration())
            let (cause, value) = try reader.publication()
            return (number, limit, cause, value)
        }
        let publisher = try publisher(number)
        let conversation = message.conversation
        try jobs.begin(conversation) { [connection] in
            // Only its being forgotten or the end of the run ends the wait with an error; nobody hears of it then.
            let hadRoom = (try? await publisher.publishWaiting(value, within: limit, because: cause)) ?? false
            _ = connection.send(WireMessage(.reply, conversation) { $0.flag(hadRoom) })
        }
    }

    private func lost(_ message: WireMessage) throws(WireError) {
        let count = try message.read { (reader) throws(WireError) in try reader.number(UInt64.self) }
        try publisher(message.conversation).lost(count)
    }

    // MARK: - Reading

    private func subscribe(_ message: WireMessage) throws(WireError) {
        let (topic, shape, overflow) = try message.read { (reader) throws(WireError) in
            (try reader.text(), try reader.shape(), try reader.overflow())
        }
        let reader: HostReader
        do throws(BusError) { reader = HostReader(try bus.reader(onPlain: topic, shape, overflow: overflow)) } catch {
            _ = connection.send(WireMessage(.refusal, message.conversation) { $0.busError(error) })
            return
        }
        guard let number = add(reader) else { throw .tooLarge("more than \(WireLimits.readers) readers") }
        jobs.begin { [connection] in await reader.handOver(as: number, to: connection) }
        _ = connection.send(WireMessage(.reply, message.conversation) { $0.number(number) })
    }

    private func add(_ reader: HostReader) -> UInt32? {
        state.withLock { state in
            guard state.readers.count < WireLimits.readers else { return nil }
            repeat { state.lastReader &+= 1 } while state.readers[state.lastReader] != nil
            state.readers[state.lastReader] = reader
            return state.lastReader
        }
    }

    private func reader(_ number: UInt32) throws(WireError) -> HostReader {
        guard let reader = state.withLock({ $0.readers[number] }) else {
            throw .malformed("there is no reader \(number)")
        }
        return reader
    }

    private func take(_ message: WireMessage) throws(WireError) {
        let unreadable = try message.read { (reader) throws(WireError) in try reader.number(UInt64.self) }
        let reader = try reader(message.conversation)
        reader.reader.lose(unreadable)
        reader.take()
    }

    private func dropped(_ message: WireMessage) throws(WireError) {
        let (number, unreadable) = try message.read { (reader) throws(WireError) in
            (try reader.number(UInt32.self), try reader.number(UInt64.self))
        }
        let reader = try reader(number).reader
        reader.lose(unreadable)
        _ = connection.send(WireMessage(.reply, message.conversation) { $0.number(reader.dropped) })
    }

    private func unsubscribe(_ message: WireMessage) throws(WireError) {
        let unreadable = try message.read { (reader) throws(WireError) in try reader.number(UInt64.self) }
        let reader = try reader(message.conversation)
        reader.reader.lose(unreadable)
        state.withLock { $0.readers[message.conversation] = nil }
        reader.leave()
    }
}

extension WireWriter {
    mutating func publication(_ payload: any Shaped, because cause: Cause?) {
        optional(cause) { $0.cause($1) }
        encoded(payload)
    }

    mutating func overflow(_ overflow: Overflow) {
        flag(overflow.dropsOldest)
        number(UInt32(clamping: overflow.capacity))
    }
}

extension WireReader {
    mutating func publication() throws(WireError) -> (Cause?, Value) {
        (try optional { (reader) throws(WireError) in try reader.cause() }, try value())
    }

    mutating func overflow() throws(WireError) -> Overflow {
        let dropsOldest = try flag()
        let capacity = Int(try number(UInt32.self))
        return dropsOldest ? .dropOldest(capacity) : .dropNewest(capacity)
    }
}
