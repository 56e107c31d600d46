extension Connection {
    /// Hands a whole request to the responder.
    @inline(__always)
    func dispatch() {
        guard let storage else { return }
        phase = .answering
        request &+= 1
        let ticket = ExchangeTicket(connection: self, request: request)
        let wasResponding = loop.isResponding
        loop.isResponding = true
        loop.responder.respond(to: Request(storage), via: loop.exchange(ticket))
        loop.isResponding = wasResponding
        loop.settleExchange()
        if case .answering = phase, ticket.isCurrent { loop.timers.set(.answer, of: token.slot, at: loop.now) }
    }

    /// Sends the answer to a request, unless it has one already.
    func answer(_ response: Response, _ ticket: ExchangeTicket) {
        guard isAnswering(ticket) else { return }
        send(response, closes: response.closes || loop.isDraining || storage?.head.keepsAlive != true)
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
        let hasBody = !response.status.isBodiless && storage.head.method != .head
        let framing: ResponseHead.Framing =
            response.status.isBodiless ? .bodiless : .length(response.body.count)
        writeHead(
            ResponseHead(
                status: response.status, fields: response.fields, framing: framing,
                connection: connection(closes: closes)),
            body: hasBody ? response.body : [])
        finish(response.status, hasBody ? response.body.count : 0)
        phase = closes ? .closing : .idle
    }

    /// What a head says about the connection.
    func connection(closes: Bool) -> ResponseHead.Connection {
        if closes { return .close }
        return storage?.head.isOld == true ? .keepAlive : .unsaid
    }

    /// Puts a head among what is sent.
    @inline(__always)
    func writeHead(_ head: ResponseHead, body: [UInt8] = []) {
        head.write(date: loop.date.bytes, body: body, to: output)
    }

    /// Tells what became of the request and goes on behind it.
    @inline(__always)
    func finish(_ status: Status, _ bytes: Int) {
        guard let storage else { return }
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
