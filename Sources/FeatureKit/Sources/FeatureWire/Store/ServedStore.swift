@_spi(Hosting) internal import FeatureKit

/// The host's end of a worker's store: opens what its bodies read and write, and answers what they ask.
final class ServedStore: Sendable {
    private struct State {
        var sessions: [UInt32: ServedSession] = [:]
        var isClosed = false
    }

    private let access: StoreAccess
    private let answers: StoreAnswers
    private let pause: Duration
    private let jobs: Jobs
    private let bodies: (any TaskExecutor)?
    private let state = Lock(State())

    /// - Parameters:
    ///   - access: The feature's hold on its store.
    ///   - send: Sends an answer.
    ///   - jobs: Who does what has to wait.
    ///   - bodies: Where transactions wait for the worker; nil where the store has threads for that.
    ///   - pause: How long a transaction may say nothing.
    init(
        _ access: StoreAccess, _ jobs: Jobs, bodies: (any TaskExecutor)? = nil,
        pause: Duration = WireLimits.transactionPause,
        send: @escaping @Sendable (WireMessage) -> Void
    ) {
        self.access = access
        self.jobs = jobs
        self.bodies = bodies
        self.pause = pause
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

    /// The worker has gone: what its bodies wrote is undone.
    func close() {
        let sessions = state.withLock { state in
            state.isClosed = true
            return Array(state.sessions.values)
        }
        for session in sessions { session.close() }
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
        let isBegun = jobs.begin { [bodies] in await withTaskExecutorPreference(bodies) { await session.perform() } }
        guard !isBegun else { return }
        // The run was cancelled, and a worker that has not heard of it yet begins another one: its body waits for an
        // answer on a thread that nothing else would wake.
        remove(number)
        answers.refuse(message.conversation, .refused(.stopped(access.feature)))
    }

    private func remove(_ number: UInt32) { state.withLock { $0.sessions[number] = nil } }

    // MARK: - Changes

    private func changes(_ message: WireMessage) throws(WireError) {
        let (name, place, most) = try message.read { (reader) throws(WireError) in
            (try reader.text(), ChangeToken(try reader.text()), Int(try reader.number(UInt32.self)))
        }
        try jobs.begin(message.conversation) { [access, answers] in
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
        try jobs.begin(message.conversation) { [access, answers] in
            await answers.answer(message.conversation) { _ in
                try await access.engine().untilChanged(after: place)
            }
        }
    }
}
