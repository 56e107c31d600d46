@_spi(Hosting) internal import FeatureKit

/// The requests that one side has sent and waits for: each answer finds its request, and none waits for a side that has
/// gone.
@_spi(Hosting) public final class WireCalls: Sendable {
    /// Takes a part of the answer as it comes, on the thread that reads the wire; nil once the other side has gone.
    ///
    /// What it throws ends the link: the answer breaks the protocol.
    typealias Taker = @Sendable (WireMessage?) throws(WireError) -> Void

    private struct State {
        var isClosed = false
        var last: UInt32
        var open: [UInt32: Taker] = [:]
    }

    private let connection: any WireConnection
    private let state: Lock<State>

    /// Begins with no open request; each side has numbers of its own.
    public init(_ connection: any WireConnection, isHost: Bool) {
        self.connection = connection
        state = Lock(State(last: isHost ? 0 : 1))
    }

    /// How many requests wait for the end of their answer.
    public var count: Int { state.withLock { $0.open.count } }

    // MARK: Asking

    /// Sends a request and waits for the answer, a `reply`, `refusal` or `media`.
    ///
    /// - Throws: `WireError` where it can't be sent or nobody is left to answer; `CancellationError`, and the other
    ///   side is told that nobody waits any more.
    public func ask(
        _ kind: WireKind, inPieces: Bool = false, writing: (inout WireWriter) -> Void = { _ in }
    ) async throws -> WireMessage {
        let answer = Lock<WireMessage?>(nil)
        let came = Signal()
        let number = try begin(kind, inPieces: inPieces, writing: writing) { message in
            answer.withLock { $0 = message }
            came.raise()
        }
        await came.wait()
        guard came.isRaised else {
            forget(number)
            throw CancellationError()
        }
        guard let message = answer.withLock({ $0 }) else { throw WireError.closed }
        return message
    }

    /// Sends a request and blocks the thread until the answer is there; never to be called on the thread that reads the
    /// wire.
    ///
    /// - Throws: `WireError` where it can't be sent or no answer came.
    public func askBlocking(
        _ kind: WireKind, within limit: Duration = WireLimits.answer, inPieces: Bool = false,
        writing: (inout WireWriter) -> Void = { _ in }
    ) throws(WireError) -> WireMessage {
        let answer = Lock<WireMessage?>(nil)
        let thread = WaitingThread()
        let number = try begin(kind, inPieces: inPieces, writing: writing) { message in
            answer.withLock { $0 = message }
            thread.wake()
        }
        guard thread.wait(within: limit) else {
            forget(number)
            throw .late
        }
        guard let message = answer.withLock({ $0 }) else { throw .closed }
        return message
    }

    /// Sends a request; every part of the answer goes to `take`, and all but the last are a `next`.
    ///
    /// - Returns: The conversation's number.
    func begin(
        _ kind: WireKind, inPieces: Bool = false, writing: (inout WireWriter) -> Void, take: @escaping Taker
    ) throws(WireError) -> UInt32 {
        let number = try reserve(take)
        let message = WireMessage(kind, number, inPieces: inPieces, writing: writing)
        if let problem = message.problem {
            drop(number)
            throw .tooLarge(problem)
        }
        guard inPieces ? connection.sendInPieces(message) : connection.send(message) else {
            // Where the link closed meanwhile, the taker has been told already.
            drop(number)
            throw .closed
        }
        return number
    }

    /// Sends a message that is not answered; it does not matter whether it arrives.
    func tell(_ kind: WireKind, writing: (inout WireWriter) -> Void) {
        let message = WireMessage(kind, writing: writing)
        if message.problem == nil { _ = connection.send(message) }
    }

    /// Tells the other side that nobody waits for an answer any more; it answers all the same, in its own time.
    func forget(_ number: UInt32) {
        let isOpen = state.withLock { state in
            guard state.open[number] != nil else { return false }
            state.open[number] = Self.ignore
            return true
        }
        if isOpen { _ = connection.send(WireMessage(.forget, number)) }
    }

    @Sendable private static func ignore(_ answer: WireMessage?) {}

    private func reserve(_ take: @escaping Taker) throws(WireError) -> UInt32 {
        try state.withLock { (state) throws(WireError) in
            guard !state.isClosed else { throw .closed }
            guard state.open.count < WireLimits.questions else { throw .busy }
            repeat {
                state.last &+= 2
                // Zero belongs to no conversation.
            } while state.last == 0 || state.open[state.last] != nil
            state.open[state.last] = take
            return state.last
        }
    }

    private func drop(_ number: UInt32) { state.withLock { $0.open[number] = nil } }

    // MARK: Answers

    /// Passes an answer to the code that waits for it, on the thread that reads the wire.
    ///
    /// - Throws: Where nobody waits for it, or the answer breaks the protocol.
    public func answer(_ message: WireMessage) throws(WireError) {
        let number = message.conversation
        let take = state.withLock { state in
            message.kind == .next ? state.open[number] : state.open.removeValue(forKey: number)
        }
        guard let take else { throw .malformed("\(message.kind.rawValue) answers no question") }
        try take(message)
    }

    /// Tells everyone who waits that no answer will come, and refuses all further requests.
    public func closed() {
        let takers = state.withLock { state in
            state.isClosed = true
            defer { state.open = [:] }
            return Array(state.open.values)
        }
        for take in takers {
            // Nothing in it comes from the other side, so nothing in it can be wrong.
            try? take(nil)
        }
    }
}
