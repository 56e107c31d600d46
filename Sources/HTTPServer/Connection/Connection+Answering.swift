extension Connection {
    /// Hands a whole request to the responder.
    @inline(__always)
    func dispatch() {
        guard let storage else { return }
        phase = .answering
        isPatient = false
        request &+= 1
        let number = request
        let wasResponding = loop.isResponding
        loop.isResponding = true
        loop.responder.respond(to: Request(storage), via: loop.exchange(self, number))
        loop.isResponding = wasResponding
        loop.settleExchange()
        if case .answering = phase, request == number {
            loop.timers.set(isPatient ? .patience : .answer, of: token.slot, at: loop.now)
        }
    }

    /// Sends the answer to a request, unless it has one already.
    func answer(_ response: Response, _ ticket: ExchangeTicket) {
        guard isAnswering(ticket) else { return }
        send(response, closes: response.closes || loop.isDraining)
        if !isAtWork { process() }
    }

    /// Whether it waits for the answer to this very request.
    func isAnswering(_ ticket: ExchangeTicket) -> Bool {
        guard case .answering = phase else { return false }
        return ticket.isCurrent
    }

    /// Answers a request that nobody has answered in time.
    func answerOverdue() {
        guard case .answering = phase, let storage else { return }
        answer(loop.responder.overdue(Request(storage)), ExchangeTicket(connection: self, request: request))
    }

    /// Puts a whole answer among what is sent.
    @inline(__always)
    func send(_ response: Response, closes: Bool) {
        guard let storage else { return }
        let closes = closes || !storage.head.keepsAlive
        let isBodiless = response.status.isBodiless
        let hasBody = !isBodiless && storage.head.method != .head
        let head = ResponseHead(
            status: response.status,
            framing: isBodiless || response.isHeadOfStream ? .bodiless : .length(response.body.count),
            connection: ResponseHead.Connection(closes: closes, isOld: storage.head.isOld))
        if hasBody {
            head.write(response.fields, date: loop.date.bytes, body: response.body, to: output)
        } else {
            head.write(response.fields, date: loop.date.bytes, to: output)
        }
        finish(storage, response.status, hasBody ? response.body.count : 0)
        phase = closes ? .closing : .idle
    }

    /// Tells what became of the request and goes on behind it.
    @inline(__always)
    func finish(_ storage: RequestStorage, _ status: Status, _ bytes: Int) {
        loop.counters.requests.add()
        loop.responder.finished(
            ExchangeRecord(
                request: Request(storage), status: status, bytes: bytes, took: Instant.current.since(started),
                loop: loop.number, note: note))
        // It holds the way back, which holds the connection.
        note = nil
        request &+= 1
        isAnswered = true
    }

    /// Goes on behind a request that was answered, in another storage if somebody keeps the request.
    @inline(__always)
    func moveOn() {
        isAnswered = false
        if isKnownUniquelyReferenced(&storage), storage?.isUsual == true {
            storage?.moveOn()
        } else {
            let next = storage?.successor(loop.storages)
            giveStorageBack()
            storage = next
        }
    }
}
