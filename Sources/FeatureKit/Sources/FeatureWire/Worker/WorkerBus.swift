@_spi(Hosting) internal import FeatureKit

/// The bus of a worker's feature: everything that is shared is in the host.
final class WorkerBus: Uplink {
    private struct TopicKey: Hashable {
        let name: String
        let retention: TopicRetention
    }

    private struct State {
        var topics: [TopicKey: WorkerTopic] = [:]
        var readers: [UInt32: WorkerReader] = [:]
        var routes: [UInt32: ServedRoute] = [:]
        var lastRoute: UInt32 = 0
        var askers: [UInt32: WorkerAsker] = [:]
    }

    private let id: String
    private let log: Log
    private let connection: any WireConnection
    private let calls: WireCalls
    private let state = Lock(State())

    init(_ id: String, _ log: Log, _ connection: any WireConnection, _ calls: WireCalls) {
        self.id = id
        self.log = log
        self.connection = connection
        self.calls = calls
    }

    // MARK: - Topics

    func publisher(on topic: String, _ shape: Shape, keeping retention: TopicRetention) throws(BusError) -> any FarTopic
    {
        let number = try number(
            ask(.openPublisher) { writer in
                writer.text(topic)
                writer.shape(shape)
                writer.retention(retention)
            })
        return state.withLock { state in
            let key = TopicKey(name: topic, retention: retention)
            // One for all publishers of the topic, so that losses are reported once.
            if let known = state.topics[key] { return known }
            let new = WorkerTopic(number, topic, log, connection, calls)
            state.topics[key] = new
            return new
        }
    }

    func subscribe(
        to topic: String, _ shape: Shape, overflow: Overflow, into mailbox: FarMailbox
    ) throws(BusError) -> any FarReader {
        let number = try number(
            ask(.subscribe) { writer in
                writer.text(topic)
                writer.shape(shape)
                writer.overflow(overflow)
            })
        let reader = WorkerReader(number, topic, into: mailbox, connection, calls) { [weak self] number in
            _ = self?.state.withLock { $0.readers.removeValue(forKey: number) }
        }
        state.withLock { $0.readers[number] = reader }
        return reader
    }

    /// Asks the host for what it answers at once.
    private func ask(
        _ kind: WireKind, writing: (inout WireWriter) -> Void
    ) throws(BusError) -> WireMessage {
        let refusal: BusError
        do throws(WireError) {
            let answer = try calls.askBlocking(kind, writing: writing)
            guard answer.kind == .refusal else { return answer }
            refusal = try answer.read { (reader) throws(WireError) in try reader.busError() }
        } catch {
            if error != .closed { log.error("the host could not be asked", [("error", "\(error)")]) }
            throw .stopped(id)
        }
        throw refusal
    }

    private func number(_ answer: WireMessage) throws(BusError) -> UInt32 {
        do throws(WireError) {
            return try answer.read { (reader) throws(WireError) in try reader.number(UInt32.self) }
        } catch { throw .stopped(id) }
    }

    // MARK: - Routes

    func serve(_ route: ServedRoute) throws(BusError) {
        // Known by its number before the host knows it, since a request may come before the host's answer.
        let number = state.withLock { state in
            state.lastRoute += 1
            state.routes[state.lastRoute] = route
            return state.lastRoute
        }
        do throws(BusError) {
            _ = try ask(.serve) { writer in
                writer.number(number)
                writer.text(route.name)
                writer.flag(route.kind == .stream)
                writer.access(route.access)
                writer.shapes(RouteShapes(request: route.requestShape, reply: route.replyShape))
            }
        } catch {
            state.withLock { $0.routes[number] = nil }
            throw error
        }
    }

    func withdraw(_ route: String) {
        let numbers = state.withLock { state in
            let numbers = state.routes.filter { $0.value.name == route }.map(\.key)
            for number in numbers { state.routes[number] = nil }
            return numbers
        }
        for number in numbers { _ = connection.send(WireMessage(.withdraw, number)) }
    }

    func drained() { _ = connection.send(WireMessage(.drained)) }

    func request<Request: Shaped, Reply: Shaped>(
        _ route: String, _ request: Request, as reply: Reply.Type, within limit: Duration, because cause: Cause?
    ) async throws(RequestError) -> Reply {
        let answer: WireMessage
        do {
            answer = try await calls.ask(.request, inPieces: WireWriter.goesInPieces(request)) { writer in
                writer.request(
                    RemoteRequest(
                        route: route, shapes: RouteShapes(request: Request.shape, reply: Reply.shape), limit: limit,
                        cause: cause, content: request))
            }
        } catch {
            switch error {
            case WireError.tooLarge(let problem):
                log.error("a request can't be sent", [("route", route), ("error", problem)])
                throw .refused(RouteError(code: "too-large", status: 413, problem))
            case WireError.busy: throw RequestError(.unavailable, "\(id): \(WireError.busy)")
            case is CancellationError: throw .cancelled(route)
            default: throw .stopped(id)
            }
        }
        do {
            if answer.kind == .refusal {
                throw try answer.read { (reader) throws(WireError) in try reader.requestError() }
            }
            return try ServedRoute.read(answer.reply())
        } catch let error as RequestError { throw error } catch { throw .unreadable(route) }
    }

    // MARK: - What the host says

    /// Takes a message that is about topics or routes; never blocks.
    func receive(_ message: WireMessage) throws(WireError) {
        switch message.kind {
        // A reader that has left meanwhile misses nothing.
        case .deliver: try state.withLock { $0.readers[message.conversation] }?.deliver(message)
        case .endOfMessages: state.withLock { $0.readers[message.conversation] }?.close()
        case .ask: try answer(message)
        case .taken: state.withLock { $0.askers[message.conversation] }?.take()
        case .gone: state.withLock { $0.askers[message.conversation] }?.leave()
        default: throw .malformed("\(message.kind.rawValue) is nothing for a bus")
        }
    }

    private func answer(_ message: WireMessage) throws(WireError) {
        let (number, call, content) = try message.read { (reader) throws(WireError) in
            (try reader.number(UInt32.self), try reader.call(), try reader.content())
        }
        let conversation = message.conversation
        let route = state.withLock { $0.routes[number] }
        let asker = WorkerAsker(conversation, route: route?.name ?? "", content, log, connection) {
            [weak self] number in
            _ = self?.state.withLock { $0.askers.removeValue(forKey: number) }
        }
        state.withLock { $0.askers[conversation] = asker }
        switch route?.ask(asker, call, on: .own) ?? .closed {
        case .taken: break
        case .full: asker.refused(.unavailable("\(id) has too many requests to answer already"))
        case .closed: asker.refused(.unavailable("\(id) is being stopped"))
        }
    }

    // MARK: - The end

    /// Reports the losses that the host does not know yet.
    func tellLosses() { for topic in state.withLock({ Array($0.topics.values) }) { topic.tellLost() } }

    /// The host has gone: nothing will be answered any more.
    func closed() {
        let (readers, askers) = state.withLock { state in
            defer { state.askers = [:] }
            return (Array(state.readers.values), Array(state.askers.values))
        }
        for reader in readers { reader.close() }
        for asker in askers { asker.leave() }
    }
}
