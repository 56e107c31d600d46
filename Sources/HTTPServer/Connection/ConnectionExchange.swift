internal import Synchronization

/// The connection and the request that an answer is for.
struct ExchangeTicket: Sendable {
    let connection: Connection
    let request: UInt32

    /// Whether the connection is still at that request; only valid on its loop's thread.
    var isCurrent: Bool { connection.request == request }
}

/// Answers a request on its connection, from any thread.
///
/// If it is released without an answer, the request is answered with an error.
// Unchecked: `ticket` changes only while the loop alone holds it.
final class ConnectionExchange: Exchange, @unchecked Sendable {
    private let home: Loop
    private var ticket: ExchangeTicket?
    private let isAnswered = Atomic(false)

    init(_ home: Loop) { self.home = home }

    deinit { if let ticket = claim() { home.post(.abandoned(ticket)) } }

    var loop: Int { home.number }

    func keep(_ note: any AnyObject & Sendable) {
        guard home.isCurrent, let ticket, ticket.isCurrent else { return }
        ticket.connection.note = note
    }

    func takeTime() {
        guard home.isCurrent, let ticket, ticket.isCurrent else { return }
        ticket.connection.isPatient = true
    }

    func answer(_ response: Response) {
        guard let ticket = claim() else { return }
        if isHere(ticket) {
            ticket.connection.answer(response, ticket)
        } else {
            home.post(.answer(ticket, response))
        }
    }

    func stream(_ status: Status, _ fields: Fields) -> any BodyStream {
        let pipe = StreamPipe(most: home.limits.writeBacklog)
        guard let ticket = claim() else {
            pipe.close()
            return ConnectionStream(pipe, nil, home)
        }
        if isHere(ticket) {
            ticket.connection.begin(pipe, status, fields, ticket)
        } else if !home.post(.stream(ticket, pipe, status, fields)) {
            pipe.close()
        }
        return ConnectionStream(pipe, ticket.connection, home)
    }

    func follow(_ feed: EventFeed, _ fields: Fields, after lastEventID: String?) {
        guard let ticket = claim() else { return }
        if isHere(ticket) {
            ticket.connection.follow(feed, fields, after: lastEventID, ticket)
        } else {
            home.post(.follow(ticket, feed, fields, after: lastEventID))
        }
    }

    func unfollow(_ event: String, _ data: [UInt8]) {
        guard isAnswered.load(ordering: .acquiring), let ticket else { return }
        // Posted even on the loop's own thread, since the caller may be working for another connection.
        home.post(.unfollow(ticket, event, data))
    }

    /// Claims the right to give the only answer; nil if it was given.
    @inline(__always)
    private func claim() -> ExchangeTicket? {
        guard !isAnswered.exchange(true, ordering: .acquiringAndReleasing) else { return nil }
        return ticket
    }

    /// Whether the answer can be written at once: on the connection's thread, and not from inside of another
    /// connection's request, so that one never calls the other without end.
    @inline(__always)
    private func isHere(_ ticket: ExchangeTicket) -> Bool {
        home.isCurrent && (ticket.connection.isAtWork || !home.isResponding)
    }

    /// Prepares the exchange for another request; only for one that nobody else holds.
    fileprivate func reset(_ ticket: ExchangeTicket) {
        self.ticket = ticket
        isAnswered.store(false, ordering: .relaxed)
    }

    /// Answers with an error unless an answer was given, and releases the connection.
    fileprivate func settle() {
        if let ticket = claim() { ticket.connection.answer(PlainAnswer.unanswered.response, ticket) }
        ticket = nil
    }
}

extension Loop {
    /// An exchange for a request: the last request's one, unless it is still held to answer later.
    @inline(__always)
    func exchange(_ connection: Connection, _ request: UInt32) -> ConnectionExchange {
        let exchange: ConnectionExchange
        if isKnownUniquelyReferenced(&spareExchange), let spareExchange {
            exchange = spareExchange
        } else {
            exchange = ConnectionExchange(self)
            spareExchange = exchange
        }
        exchange.reset(ExchangeTicket(connection: connection, request: request))
        return exchange
    }

    /// Checks whether anything still holds the exchange after the responder has returned.
    @inline(__always)
    func settleExchange() {
        if isKnownUniquelyReferenced(&spareExchange) { spareExchange?.settle() } else { spareExchange = nil }
    }
}
