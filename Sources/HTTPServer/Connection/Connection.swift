internal import HostSystem

/// One client's connection: it reads requests one after the other, and sends each one's answer before it reads the next.
///
/// What it does next follows from its phase. It holds memory for bytes only while there are some.
// Unchecked: only its loop's thread touches it.
final class Connection: @unchecked Sendable {
    /// Where in the life of a request it is.
    enum Phase {
        /// The two are to agree on how to speak TLS.
        case greeting
        /// Nothing of a request has arrived.
        case idle
        case head
        case body
        /// A body that nobody wants is read over.
        case skipping(left: Int)
        /// A whole request is with the responder.
        case answering
        case streaming(StreamPipe)
        case following(FeedGroup)
        /// It ends once everything is sent.
        case closing
        /// Everything is sent; what the client still sends is read over, so that it gets to read its answer.
        case lingering
        case closed
    }

    /// The answer that is being sent bit by bit.
    struct OpenAnswer {
        let status: Status
        let isChunked: Bool
        var bytes = 0
    }

    /// How often a connection may read before others have their turn.
    static let mostReads = 16
    /// The most that is read over after the end of the answers.
    static let mostLingering = 8 * 1024 * 1024
    /// How long that may take.
    static let lingerTime = Duration.seconds(1)

    let loop: Loop
    let token: LoopToken
    let sender: Sender
    let number: Int32
    var transport: Transport
    var phase: Phase
    var storage: RequestStorage?
    let output: Output
    var openAnswer: OpenAnswer?
    var follower = Follower()
    /// Which request it is at; an answer to another one comes too late.
    var request: UInt32 = 0
    /// When the request's first byte came.
    var started: Instant = 0
    /// When all of the body has to be there.
    var bodyEnds: Instant = 0
    /// Whether the request in the storage was answered; the next one begins behind it.
    var isAnswered = false
    /// Whether somebody else may hold the storage although its request is still arriving.
    var mayBeShared = false
    /// What the responder keeps until the request is answered.
    var note: (any AnyObject & Sendable)?
    /// Whether the client waits for a word before it sends its body.
    var owesContinue = false
    /// Whether the answer may take longer than answers do.
    var isPatient = false
    /// How much was read over.
    var lingered = 0
    /// Whether there may be something to read.
    var isReadable = true
    /// Whether the client sends no more.
    var hasEnded = false
    /// Whether something that nobody will read may still come.
    var mustLinger = false
    /// Whether what was sent is not all that was to be sent, which the client has to be able to tell.
    var isCut = false
    /// Whether the client takes nothing at the moment.
    var isBlocked = false
    /// Whether it is at work further up on the stack.
    var isAtWork = false
    private var descriptor: Descriptor?
    private let place: Occupancy.Place

    /// - Parameter isPlain: Whether it speaks HTTP at once, without TLS.
    init(
        _ descriptor: Descriptor, _ sender: Sender, isPlain: Bool, token: LoopToken, loop: Loop,
        place: Occupancy.Place
    ) {
        self.descriptor = descriptor
        number = descriptor.number
        transport = Transport(descriptor.number)
        phase = isPlain ? .idle : .greeting
        self.sender = sender
        self.token = token
        self.loop = loop
        output = Output(loop.pool)
        self.place = place
        loop.timers.set(.idle, of: token.slot, at: loop.now)
    }

    /// Does what follows from a report.
    func handle(_ report: Epoll.Report) {
        if report.isGone { return close() }
        if report.hasEnded { hasEnded = true }
        if report.isReadable || report.hasEnded { isReadable = true }
        var canSend = report.isWritable
        if let session = transport.session {
            if report.isWritable, session.readsOnceWritable { isReadable = true }
            // By TLS, what is sent may wait for what arrives.
            canSend = true
        }
        switch phase {
        case .greeting: greet()
        case .streaming, .following:
            // A client that has ended would not hear of what comes from now on.
            if hasEnded || report.isReadable && transport.session?.hasEnded() == true { return close() }
            if canSend, !output.isEmpty { flush() }
        case .lingering: linger()
        case .closing: flush()
        case .answering: if canSend, !output.isEmpty { flush() }
        case .idle, .head, .body, .skipping: process()
        case .closed: break
        }
    }

    /// Does what follows from a timer that has rung.
    func handle(_ timer: Timer) {
        switch timer {
        case .idle where output.isEmpty: close()
        case .idle: loop.timers.set(.idle, of: token.slot, at: loop.now)
        case .head, .body: runOut(timer)
        case .answer, .patience: answerOverdue()
        case .heartbeat: sendHeartbeat()
        case .linger: close()
        case .write:
            loop.counters.slowClients.add()
            close()
        }
    }

    /// Ends a request that does not arrive, unless the timer was set for one before it.
    private func runOut(_ timer: Timer) {
        switch (phase, timer) {
        case (.head, .head), (.body, .body): refuse(.tooSlow)
        case (.skipping, .body): close()
        case (.greeting, .head): failGreeting()
        default: break
        }
    }

    /// Ends it as soon as nobody is owed an answer.
    func drain() {
        switch phase {
        case .idle:
            // What is there already was asked before.
            isReadable = true
            process()
            if case .idle = phase { output.isEmpty ? close() : endAfterOutput() }
        case .skipping:
            mustLinger = true
            endAfterOutput()
        case .streaming(let pipe):
            // Without its last chunk, so that the client can tell that it is not all.
            pipe.close()
            finish()
            isCut = true
            endAfterOutput()
        case .following: endFollowing()
        case .greeting: close()
        case .head, .body, .answering, .closing, .lingering, .closed: break
        }
    }

    /// Ends it once everything is sent.
    func endAfterOutput() {
        phase = .closing
        if !isAtWork { flush() }
    }

    /// Ends it at once.
    func close() {
        let ended = phase
        if case .closed = ended { return }
        phase = .closed
        loop.timers.clear(token.slot)
        loop.timers.clearWrite(token.slot)
        switch ended {
        case .streaming(let pipe):
            pipe.close()
            finish()
        case .following(let group):
            loop.leave(group, self)
            finish()
        case .answering: break
        case .greeting:
            // A client that did not like what it saw may be gone before its reason is read.
            if transport.session != nil { loop.counters.failedHandshakes.add() }
            sayGoodbye()
        default: sayGoodbye()
        }
        note = nil
        transport.session = nil
        output.clear()
        giveStorageBack()
        descriptor = nil
        place.leave()
        loop.table.remove(token)
    }

    /// Goes on where it stopped so that others had their turn.
    func resume() {
        switch phase {
        case .greeting: greet()
        case .lingering: linger()
        default: process()
        }
    }

    /// Takes its memory for bytes back, unless somebody keeps the request.
    func giveStorageBack() {
        guard isKnownUniquelyReferenced(&storage), let own = storage.take() else {
            storage = nil
            return
        }
        loop.storages.put(own)
    }
}
