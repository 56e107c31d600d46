@_spi(Hosting) internal import FeatureKit

/// One stream that a worker's route sends: a reply at a time, the next once the last one has been taken.
final class HostStream: Sendable {
    private enum Event {
        case next(Value)
        case end
        case refused(RouteError)
    }

    private struct State {
        var event: Event?
        /// Whether the worker was told that it may send, or has not sent yet.
        var maySend = true
        /// Nobody reads any more: what comes is not handed on, but how it ends is told.
        var hasLeft = false
        var waiting: Signal?
    }

    private let asker: any RouteAsker
    private let shape: Shape
    private let connection: any WireConnection
    private let gone: RouteError
    private let state = Lock(State())

    init(_ asker: any RouteAsker, _ shape: Shape, _ connection: any WireConnection, gone: RouteError) {
        self.asker = asker
        self.shape = shape
        self.connection = connection
        self.gone = gone
    }

    /// Takes a part of the answer, on the thread that reads the wire.
    func take(_ message: WireMessage?) throws(WireError) {
        guard let message else {
            // Also where nobody reads: the first answer counts.
            asker.refused(gone)
            return put(.refused(gone))
        }
        switch message.kind {
        case .next:
            let value = try message.read { (reader) throws(WireError) in try reader.value() }
            let (mayCome, hasLeft) = state.withLock { state in
                defer { state.maySend = false }
                return (state.maySend, state.hasLeft)
            }
            guard mayCome else { throw .malformed("it sends on a stream before the last reply was taken") }
            if !hasLeft { put(.next(value)) }
        case .end: put(.end)
        case .refusal: put(.refused(try message.routeError()))
        default: throw .malformed("\(message.kind.rawValue) is nothing for a stream")
        }
    }

    private func put(_ event: Event) {
        let (hasLeft, waiting) = state.withLock { state in
            if !state.hasLeft { state.event = event }
            return (state.hasLeft, state.waiting.take())
        }
        if hasLeft { tell(event) }
        waiting?.raise()
    }

    /// Tells the reader how it ended.
    private func tell(_ event: Event) {
        switch event {
        case .next: break
        case .end: asker.ended()
        case .refused(let error): asker.refused(error)
        }
    }

    /// Hands the replies to the reader for as long as it reads.
    func handOver(_ number: UInt32) async {
        let isOver = await withTaskGroup(of: Bool.self) { group in
            group.addTask { await self.replies(number) }
            group.addTask { [asker] in
                await asker.untilGone()
                return false
            }
            // Whichever comes first ends the other.
            let isOver = await group.next() ?? false
            group.cancelAll()
            return isOver
        }
        if Task.isCancelled { asker.refused(gone) }
        guard !isOver else { return }
        let last = state.withLock { state in
            state.hasLeft = true
            return state.event.take()
        }
        // It ends in its own time.
        _ = connection.send(WireMessage(.gone, number))
        if let last { tell(last) }
    }

    /// Whether the worker has said that there are no more.
    private func replies(_ number: UInt32) async -> Bool {
        while let event = await event() {
            switch event {
            case .next(let value):
                do { try await hand(value) } catch { return false }
                state.withLock { $0.maySend = true }
                guard connection.send(WireMessage(.taken, number)) else { return true }
            case .end, .refused:
                tell(event)
                return true
            }
        }
        return false
    }

    private func hand(_ value: Value) async throws {
        if let veiled = VeiledValue(value, shape) { try await asker.next(veiled) } else { try await asker.next(value) }
    }

    private func event() async -> Event? {
        while !Task.isCancelled {
            let (event, more) = state.withLock { state -> (Event?, Signal) in
                let more = Signal()
                if state.event == nil { state.waiting = more }
                return (state.event.take(), more)
            }
            if let event { return event }
            await more.wait()
        }
        return nil
    }
}
