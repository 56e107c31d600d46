extension Connection {
    private static let continueLine = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)

    /// Reads and answers until nothing is left to do, or until it is other connections' turn.
    func process() {
        guard !isAtWork else { return }
        isAtWork = true
        var left = Self.mostReads
        while left > 0 {
            left -= 1
            readRequests()
            // Pending output is sent first.
            if isHeldBack { flush() }
            guard wantsInput else { break }
            if !isReadable, !hasRequests { break }
            if isReadable { receive() }
        }
        if wantsInput, isReadable || hasRequests, left == 0 { loop.resumeLater(self) }
        isAtWork = false
        if isWaiting { rest() }
        flush()
    }

    /// Whether reading is paused until the client has read more of the output.
    private var isHeldBack: Bool { output.count > loop.limits.writeBacklog }

    /// Whether bytes that arrive now belong to a request.
    private var wantsInput: Bool {
        switch phase {
        case .idle, .head, .body, .skipping: !isHeldBack
        case .greeting, .answering, .streaming, .following, .closing, .lingering, .closed: false
        }
    }

    /// Whether it is between two requests.
    private var isWaiting: Bool {
        guard case .idle = phase else { return false }
        return !hasBytes
    }

    /// Whether a whole request may be buffered that was not answered because the client had to read first.
    private var hasRequests: Bool {
        guard case .idle = phase else { return false }
        return hasBytes
    }

    private var hasBytes: Bool { (storage?.count ?? 0) > 0 }

    /// Returns its memory until the next request.
    private func rest() {
        giveStorageBack()
        loop.timers.set(.idle, of: token.slot, at: loop.now)
    }

    private func receive() {
        if storage == nil { storage = loop.storages.take(for: sender) }
        guard let storage else { return }
        guard let (received, isFull) = storage.receive(from: transport) else { return refuseForWantOfRoom() }
        switch received {
        case .bytes(let count):
            loop.counters.bytesIn.add(count)
            // A buffer that is not full means that nothing is left; later bytes are reported again.
            // A TLS session may hold more bytes, which epoll does not report.
            isReadable = isFull || hasEnded || transport.session != nil
        case .nothing: isReadable = false
        case .end:
            isReadable = false
            hasEnded = true
            output.isEmpty ? close() : endAfterOutput()
        case .gone: close()
        }
    }

    /// Makes the storage unshared, by a copy if the responder kept the request that it was only asked about.
    private func takeOwnStorage() {
        mayBeShared = false
        // No local variable may hold the storage here.
        if !isKnownUniquelyReferenced(&storage) { storage = storage?.copy(loop.storages) }
    }

    /// Answers the buffered requests, as long as the client reads the answers.
    private func readRequests() {
        while true {
            if isAnswered { moveOn() }
            guard hasBytes else { return }
            switch phase {
            case .idle, .head: guard !isHeldBack, readHead() else { return }
            case .body:
                if mayBeShared { takeOwnStorage() }
                guard readBody() else { return }
            case .skipping(let left): skip(left)
            case .greeting, .answering, .streaming, .following, .closing, .lingering, .closed: return
            }
        }
    }

    /// Continues to read a head; false if more bytes have to arrive.
    @inline(__always)
    private func readHead() -> Bool {
        guard let storage else { return false }
        // A timer of the previous request may still run.
        var isTimed = true
        if case .idle = phase {
            phase = .head
            started = loop.now
            isTimed = false
        }
        switch storage.readHead() {
        case .head:
            admit(storage)
            return true
        case .refused(let refusal):
            refuse(PlainAnswer(refusal))
            return true
        case .needsMore:
            if !isTimed { loop.timers.set(.head, of: token.slot, at: loop.now) }
            return false
        }
    }

    /// Asks the responder whether to read the request's body.
    @inline(__always)
    private func admit(_ storage: RequestStorage) {
        switch loop.responder.admit(Request(storage)) {
        case .body(let most):
            phase = .body
            mayBeShared = true
            guard storage.beginBody(upTo: most) else { return refuseTooLarge(storage) }
            if storage.head.framing == .none { return dispatch() }
            owesContinue = storage.head.expectsContinue
            bodyEnds = loop.now &+ loop.bodyTime
        case .refuse(let refused):
            note = refused.note
            refuse(storage, refused.response)
        }
    }

    /// Continues to read a body; false if more bytes have to arrive.
    private func readBody() -> Bool {
        guard let storage else { return false }
        switch storage.readBody() {
        case .whole: dispatch()
        case .refused(.bodyTooLarge): refuseTooLarge(storage)
        case .refused(let refusal): refuse(PlainAnswer(refusal))
        case .needsMore:
            guard loop.now < bodyEnds else {
                refuse(.tooSlow)
                return true
            }
            if owesContinue, storage.countBehindHead == 0 { output.add(Self.continueLine) }
            owesContinue = false
            loop.timers.set(.body, of: token.slot, at: loop.now)
            return false
        }
        return true
    }

    /// Answers a request whose body is not read.
    private func refuse(_ storage: RequestStorage, _ response: Response) {
        let fate = UnwantedBody.fate(
            of: storage.head, arrived: storage.countBehindHead, closes: response.closes || loop.isDraining)
        phase = .answering
        switch fate {
        case .readOver(let count):
            send(response, closes: false)
            phase = count == 0 ? .idle : .skipping(left: count)
            bodyEnds = loop.now &+ loop.bodyTime
            if count > 0 { loop.timers.set(.body, of: token.slot, at: loop.now) }
        case .close:
            send(response, closes: true)
            mustLinger = mustLinger || storage.head.framing != .none
        }
    }

    /// Answers a request whose body is too large, and whose end is unknown.
    private func refuseTooLarge(_ storage: RequestStorage) {
        loop.counters.countMalformed(.contentTooLarge)
        let refused = loop.responder.tooLarge(Request(storage))
        note = refused.note
        mustLinger = true
        send(refused.response, closes: true)
    }

    /// Skips the rest of a body.
    private func skip(_ left: Int) {
        let rest = left - (storage?.skip(left) ?? left)
        phase = rest == 0 ? .idle : .skipping(left: rest)
        guard rest > 0 else { return }
        if loop.now < bodyEnds { loop.timers.set(.body, of: token.slot, at: loop.now) } else { close() }
    }

    /// Tells a client that there are too many connections, and closes.
    func turnAway(_ answer: PlainAnswer) {
        // Over TLS the answer would take a handshake first.
        if case .greeting = phase { return close() }
        mustLinger = true
        sendPlain(answer)
        flush()
    }

    /// Answers a request for whose body the memory shared by all requests has no room.
    private func refuseForWantOfRoom() {
        loop.counters.refusedBodies.add()
        isReadable = false
        end(with: .noRoomForBody)
    }

    /// Answers a malformed request with plain text, and closes.
    func refuse(_ answer: PlainAnswer) {
        switch phase {
        case .idle, .head, .skipping, .body: break
        default: return
        }
        loop.counters.countMalformed(answer.status)
        end(with: answer)
    }

    private func end(with answer: PlainAnswer) {
        let isKnown = if case .body = phase { true } else { false }
        mustLinger = true
        if isKnown { send(answer.response, closes: true) } else { sendPlain(answer) }
        if !isAtWork { flush() }
    }

    /// Sends an answer outside of any request.
    func sendPlain(_ answer: PlainAnswer) {
        phase = .closing
        let response = answer.response
        let head = ResponseHead(
            status: response.status, framing: .length(response.body.count), connection: .close)
        head.write(response.fields, date: loop.date.bytes, body: response.body, to: output)
    }
}
