@_spi(Hosting) internal import FeatureKit

/// The host's end of a worker's store: opens what its bodies read and write, and answers what they ask.
final class ServedStore: Sendable {
    private struct State {
        var sessions: [UInt32: ServedSession] = [:]
        /// Questions for changes that have no answer yet, by their conversations.
        var changes: [UInt32: Signal] = [:]
        var isClosed = false
    }

    private let access: StoreAccess
    private let answers: StoreAnswers
    private let pause: Duration
    private let begin: @Sendable (@escaping @Sendable () async -> Void) -> Void
    private let state = Lock(State())

    /// - Parameters:
    ///   - access: The feature's hold on its store.
    ///   - send: Sends an answer.
    ///   - pause: How long a transaction may say nothing.
    ///   - begin: Starts work that somebody waits for at the end of the run.
    init(
        _ access: StoreAccess, pause: Duration = WireLimits.transactionPause,
        send: @escaping @Sendable (WireMessage) -> Void,
        begin: @escaping @Sendable (@escaping @Sendable () async -> Void) -> Void
    ) {
        self.access = access
        self.pause = pause
        self.begin = begin
        answers = StoreAnswers(access, send)
    }

    /// Takes a message that is about the store; never blocks.
    func receive(_ message: WireMessage) throws(WireError) {
        switch message.kind {
        case .read, .write: try open(message)
        case .operation:
            let (number, operation) = try message.read { (reader) throws(WireError) in
                (try reader.number(UInt32.self), try reader.operation())
            }
            try session(number).take(.operation(operation), message.conversation)
        case .finish:
            let (number, verdict) = try message.read { (reader) throws(WireError) in
                (try reader.number(UInt32.self), try reader.verdict())
            }
            // One that has ended meanwhile can't be given up any more.
            if verdict == .giveUp { return state.withLock { $0.sessions[number] }?.giveUp() ?? () }
            try session(number).take(.verdict(verdict), message.conversation)
        case .changes: try changes(message)
        case .untilChanged: try untilChanged(message)
        case .misuse:
            let error = try message.read { (reader) throws(WireError) in try reader.storeError() }
            access.noting(error)
        default: throw .malformed("\(message.kind.rawValue) is nothing for a store")
        }
    }

    /// Nobody waits any more for the answer of a conversation.
    func forget(_ conversation: UInt32) { state.withLock { $0.changes[conversation] }?.raise() }

    /// The worker has gone: what its bodies wrote is undone.
    func close() {
        let (sessions, changes) = state.withLock { state in
            state.isClosed = true
            return (Array(state.sessions.values), Array(state.changes.values))
        }
        for session in sessions { session.close() }
        for signal in changes { signal.raise() }
    }

    // MARK: - Sessions

    private func session(_ number: UInt32) throws(WireError) -> ServedSession {
        guard let session = state.withLock({ $0.sessions[number] }) else {
            throw .malformed("there is no transaction \(number)")
        }
        return session
    }

    private func open(_ message: WireMessage) throws(WireError) {
        let (number, isGivenUp) = try message.read { (reader) throws(WireError) in
            (try reader.number(UInt32.self), try reader.flag())
        }
        let session = ServedSession(
            message.kind, message.conversation, of: access, pause: pause, answers
        ) { [weak self] in self?.remove(number) }
        let refusal = state.withLock { state -> WireError? in
            if state.sessions[number] != nil { return .malformed("transaction \(number) is open already") }
            guard state.sessions.count < WireLimits.transactions else {
                return .tooLarge("more than \(WireLimits.transactions) transactions at the same time")
            }
            state.sessions[number] = session
            if state.isClosed { session.close() }
            return nil
        }
        if let refusal { throw refusal }
        if isGivenUp { session.giveUp() }
        begin { await session.carryOut() }
    }

    private func remove(_ number: UInt32) { state.withLock { $0.sessions[number] = nil } }

    // MARK: - Changes

    private func changes(_ message: WireMessage) throws(WireError) {
        let (name, place, most) = try message.read { (reader) throws(WireError) in
            (try reader.text(), ChangeToken(try reader.text()), Int(try reader.number(UInt32.self)))
        }
        try beginForgettable(message.conversation) { [access, answers] in
            await answers.answer(message.conversation) { writer in
                let collection = try access.checked(named: name)
                let batch = try await access.engine().changes(
                    of: collection, as: Value.self, after: place, most: min(max(most, 1), StoreLimits.page))
                writer.changes(batch)
            }
        }
    }

    private func untilChanged(_ message: WireMessage) throws(WireError) {
        let place = try message.read { (reader) throws(WireError) in ChangeToken(try reader.text()) }
        try beginForgettable(message.conversation) { [access, answers] in
            await answers.answer(message.conversation) { _ in
                try await access.engine().untilChanged(after: place)
            }
        }
    }

    private func beginForgettable(
        _ conversation: UInt32, _ work: @escaping @Sendable () async -> Void
    ) throws(WireError) {
        let isForgotten = Signal()
        let refusal = state.withLock { state -> WireError? in
            if state.changes[conversation] != nil { return .malformed("\(conversation) was asked already") }
            guard state.changes.count < WireLimits.questions else {
                return .tooLarge("more than \(WireLimits.questions) questions at the same time")
            }
            state.changes[conversation] = isForgotten
            if state.isClosed { isForgotten.raise() }
            return nil
        }
        if let refusal { throw refusal }
        begin { [self] in
            await isForgotten.cancelling(work)
            state.withLock { $0.changes[conversation] = nil }
        }
    }
}

extension Signal {
    /// Does some work, and cancels it once this is raised.
    func cancelling(_ work: @escaping @Sendable () async -> Void) async {
        await withTaskGroup(of: Bool.self) { group in
            if isRaised { group.cancelAll() }
            group.addTask {
                await work()
                return true
            }
            group.addTask { [self] in
                await wait()
                return false
            }
            // Whichever comes first: the work is waited for in any case.
            _ = await group.next()
            group.cancelAll()
        }
    }
}
