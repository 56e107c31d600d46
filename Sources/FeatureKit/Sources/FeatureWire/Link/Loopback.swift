@_spi(Hosting) public import FeatureKit

/// A worker in the same process, which exchanges the same bytes with the host as a real one.
///
/// What one side sends is delivered before `send` returns, unless a delivery is under way; so once an answer has
/// arrived, all that was sent before it has arrived, too.
@_spi(Hosting) public final class Loopback: WorkerSource {
    private let id: String
    private let entry: FeatureEntry
    private let rehearsal: WorkerRehearsal?

    /// Runs a feature's entry at the other end.
    public init(id: String, entry: FeatureEntry, rehearsal: WorkerRehearsal? = nil) {
        self.id = id
        self.entry = entry
        self.rehearsal = rehearsal
    }

    /// Runs the feature on the task executor that the caller prefers.
    ///
    /// - Throws: What was wrong with the messages of either side.
    public func run(
        receive: @escaping @Sendable (WireMessage) throws(WireError) -> Void,
        connected: @escaping @Sendable (any WireConnection) -> Void
    ) async throws {
        let link = LoopbackLink()
        let end = WorkerEnd(id: id, entry: entry, connection: link.worker, rehearsal: rehearsal)
        link.host.deliver(to: end.receive)
        link.worker.deliver(to: receive)
        link.onClose { end.closed() }
        connected(link.host)
        await end.run()
        link.close()
        if let error = link.error { throw error }
    }
}

/// The two directions of a link within a process.
private final class LoopbackLink: Sendable {
    let host = LoopbackSide()
    let worker = LoopbackSide()
    private let state = Lock((error: WireError?.none, isClosed: false))
    private let closing = Lock<(@Sendable () -> Void)?>(nil)

    init() {
        for side in [host, worker] { side.join(self) }
    }

    var error: WireError? { state.withLock { $0.error } }

    func onClose(_ close: @escaping @Sendable () -> Void) { closing.withLock { $0 = close } }

    /// Closes both directions; the first reason counts.
    func close(_ error: WireError? = nil) {
        let isFirst = state.withLock { state in
            defer { state.isClosed = true }
            if !state.isClosed { state.error = error }
            return !state.isClosed
        }
        guard isFirst else { return }
        host.shut()
        worker.shut()
        let close = closing.withLock { $0.take() }
        close?()
    }
}

/// One direction of a link within a process.
private final class LoopbackSide: WireConnection {
    private struct State {
        weak var link: LoopbackLink?
        var receive: (@Sendable (WireMessage) throws(WireError) -> Void)?
        var queue: [[UInt8]] = []
        var waiting = 0
        var isDelivering = false
        var isClosed = false
    }

    private let state = Lock(State())

    func join(_ link: LoopbackLink) { state.withLock { $0.link = link } }

    func deliver(to receive: @escaping @Sendable (WireMessage) throws(WireError) -> Void) {
        state.withLock { $0.receive = receive }
    }

    var waiting: Int { state.withLock { $0.waiting } }

    func send(_ message: WireMessage) -> Bool { send(message, most: WireLimits.message) }

    func sendInPieces(_ message: WireMessage) -> Bool { send(message, most: WireLimits.pieced) }

    private func send(_ message: WireMessage, most: Int) -> Bool {
        guard message.body.count <= most else { return false }
        var writer = WireWriter()
        writer.byte(message.kind.rawValue)
        writer.number(message.conversation)
        let bytes = writer.bytes + message.body
        let (isSent, delivers) = state.withLock { state in
            guard !state.isClosed, state.waiting + bytes.count <= WireLimits.waiting else { return (false, false) }
            state.queue.append(bytes)
            state.waiting += bytes.count
            defer { state.isDelivering = true }
            return (true, !state.isDelivering)
        }
        if delivers { deliverAll() }
        return isSent
    }

    /// Delivers until nothing is left: what is sent during a delivery, also by other threads, comes after it.
    private func deliverAll() {
        while true {
            let (batch, receive) = state.withLock { state in
                defer { state.queue = [] }
                if state.queue.isEmpty { state.isDelivering = false }
                return (state.queue, state.receive)
            }
            guard !batch.isEmpty else { return }
            for bytes in batch {
                let isOpen = state.withLock { state in
                    state.waiting -= bytes.count
                    return !state.isClosed
                }
                guard isOpen, let receive else { continue }
                do throws(WireError) { try receive(Self.read(bytes)) } catch {
                    state.withLock { $0.link }?.close(error)
                }
            }
        }
    }

    private static func read(_ bytes: [UInt8]) throws(WireError) -> WireMessage {
        var reader = WireReader(bytes)
        let kind = WireKind(rawValue: try reader.byte())
        let conversation = try reader.number(UInt32.self)
        return WireMessage(kind, conversation, Array(bytes.suffix(reader.rest)))
    }

    func shut() { state.withLock { $0.isClosed = true } }

    func close() { state.withLock { $0.link }?.close() }
}
