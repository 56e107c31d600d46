@_spi(Hosting) internal import FeatureKit

/// The routes that a worker serves: each request to them goes over the wire on the calling thread.
final class HostRoutes: Sendable {
    private struct State {
        var names: [UInt32: String] = [:]
        /// Whether requests are still accepted.
        var isOpen = true
        /// How many are being sent at this moment.
        var sending = 0
        var idle: [Signal] = []
    }

    private let member: Member
    private let connection: any WireConnection
    private let calls: WireCalls
    private let jobs: Jobs
    private let state = Lock(State())

    init(_ member: Member, _ connection: any WireConnection, _ calls: WireCalls, _ jobs: Jobs) {
        self.member = member
        self.connection = connection
        self.calls = calls
        self.jobs = jobs
    }

    /// Takes a message about the routes; never blocks.
    func receive(_ message: WireMessage) throws(WireError) {
        switch message.kind {
        case .serve: try serve(message)
        case .withdraw:
            guard let name = state.withLock({ $0.names.removeValue(forKey: message.conversation) }) else {
                throw .malformed("there is no route \(message.conversation)")
            }
            member.withdraw(name)
        default: throw .malformed("\(message.kind.rawValue) is nothing for a route")
        }
    }

    private func serve(_ message: WireMessage) throws(WireError) {
        let (number, name, streams, access, shapes) = try message.read { (reader) throws(WireError) in
            (
                try reader.number(UInt32.self), try reader.text(), try reader.flag(), try reader.access(),
                try reader.shapes()
            )
        }
        guard state.withLock({ $0.names[number] }) == nil else { throw .malformed("there are two routes \(number)") }
        let isMedia = if case .media = shapes.request.kind { true } else { false }
        let hasMediaField = shapes.request.mediaMember != nil
        let route = ServedRoute.elsewhere(name, shapes, access, streams: streams, by: member) { [self] asker, call in
            let question: any Shaped =
                if isMedia {
                    try asker.request(as: Media.self)
                } else if hasMediaField {
                    try asker.request(as: ValueWithMedia.self)
                } else {
                    try asker.request(as: Value.self)
                }
            return try ask(
                Question(route: number, name: name, streams: streams, reply: shapes.reply, content: question), asker,
                call)
        }
        do throws(BusError) {
            // Known by its number before anybody can call it.
            state.withLock { $0.names[number] = name }
            try member.serve(route)
            _ = connection.send(WireMessage(.reply, message.conversation))
        } catch {
            state.withLock { $0.names[number] = nil }
            _ = connection.send(WireMessage(.refusal, message.conversation) { $0.busError(error) })
        }
    }

    // MARK: - Asking

    private struct Question {
        let route: UInt32
        let name: String
        let streams: Bool
        let reply: Shape
        let content: any Shaped
    }

    private func ask(_ question: Question, _ asker: any RouteAsker, _ call: Call) throws -> RouteReceipt {
        let isOpen = state.withLock { state in
            if state.isOpen { state.sending += 1 }
            return state.isOpen
        }
        guard isOpen else { return .closed }
        defer { sent() }
        let stream = question.streams ? HostStream(asker, question.reply, connection, gone: gone) : nil
        do throws(WireError) {
            let number = try calls.begin(.ask, inPieces: WireWriter.goesInPieces(question.content)) { writer in
                writer.number(question.route)
                writer.call(call)
                writer.content(question.content)
            } take: { [gone] (message) throws(WireError) in
                if let stream {
                    try stream.take(message)
                } else {
                    try Self.take(message, question.reply, for: asker, gone)
                }
            }
            if let stream, !jobs.begin({ await stream.handOver(number) }) { asker.refused(gone) }
            return .taken
        } catch {
            switch error {
            case .busy: return .full
            case .closed: return .closed
            case .tooLarge(let problem):
                throw RouteError(code: "too-large", status: 413, "the question can't be sent: \(problem)")
            default: throw error
            }
        }
    }

    /// The answer to those who wait for a worker that has gone.
    private var gone: RouteError { .unavailable("\(member.id) ended before it answered") }

    private static func take(
        _ message: WireMessage?, _ shape: Shape, for asker: any RouteAsker, _ gone: RouteError
    ) throws(WireError) {
        guard let message else { return asker.refused(gone) }
        if message.kind == .refusal { return asker.refused(try message.routeError()) }
        let reply = try message.reply()
        if let media = reply as? Media {
            asker.answered(media)
        } else if let value = reply as? Value {
            if let veiled = VeiledValue(value, shape) { asker.answered(veiled) } else { asker.answered(value) }
        }
    }

    private func sent() {
        let idle = state.withLock { state -> [Signal] in
            state.sending -= 1
            guard state.sending == 0 else { return [] }
            defer { state.idle = [] }
            return state.idle
        }
        for signal in idle { signal.raise() }
    }

    // MARK: - The end

    /// Accepts no more requests.
    func close() { state.withLock { $0.isOpen = false } }

    /// Accepts no more requests, and returns once all that were accepted have been sent.
    func closeAndSend() async {
        let idle = Signal()
        state.withLock { state in
            state.isOpen = false
            if state.sending == 0 { idle.raise() } else { state.idle.append(idle) }
        }
        await idle.wait()
    }
}

extension WireMessage {
    func routeError() throws(WireError) -> RouteError {
        try read { (reader) throws(WireError) in try reader.routeError() }
    }
}

extension WireWriter {
    mutating func shapes(_ shapes: RouteShapes) {
        shape(shapes.request)
        shape(shapes.reply)
    }

    mutating func call(_ call: Call) {
        duration(call.deadline)
        cause(call.cause)
        // Usually the same.
        optional(call.caller == call.cause.caller ? nil : call.caller) { $0.caller($1) }
    }
}

extension WireReader {
    mutating func shapes() throws(WireError) -> RouteShapes { RouteShapes(request: try shape(), reply: try shape()) }

    mutating func call() throws(WireError) -> Call {
        let (deadline, cause) = (try duration(), try cause())
        let caller = try optional { (reader) throws(WireError) in try reader.caller() }
        return Call(caller: caller ?? cause.caller, deadline: deadline, cause: cause)
    }
}
