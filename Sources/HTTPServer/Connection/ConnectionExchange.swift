internal import Synchronization

/// Which request of which connection an answer is for.
struct ExchangeTicket: Sendable {
    let connection: Connection
    let request: UInt32

    /// Whether the connection is still at that request; to be asked on its loop's thread.
    var isCurrent: Bool { connection.request == request }
}

/// A request's way back to its connection, from whatever thread.
///
/// One that nobody holds any more and that never answered has its request answered as an error.
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
        // Never at once, since whoever asks for it may be at work for another connection.
        home.post(.unfollow(ticket, event, data))
    }

    /// Takes the one answer that there is.
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

    /// Begins anew; only for one that nobody else holds.
    fileprivate func reset(_ ticket: ExchangeTicket) {
        self.ticket = ticket
        isAnswered.store(false, ordering: .relaxed)
    }

    /// Answers an error unless it was answered, and lets go of the connection.
    fileprivate func settle() {
        if let ticket = claim() { ticket.connection.answer(PlainAnswer.unanswered.response, ticket) }
        ticket = nil
    }
}

extension Loop {
    /// An exchange for a request: the one that the last request had, unless whoever answers that one later has it.
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

    /// Looks after the responder returned whether anybody still has the exchange.
    @inline(__always)
    func settleExchange() {
        if isKnownUniquelyReferenced(&spareExchange) { spareExchange?.settle() } else { spareExchange = nil }
    }
}
