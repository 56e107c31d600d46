internal import FeatureKit

/// What a server speaks TLS with: connections that begin take what counts then, and keep it.
package final class TLSKeeper: Sendable {
    private struct State {
        var identity: TLSIdentity
        var context: TLSContext
        var tickets: TicketKeys
    }

    private let state: Lock<State>

    /// - Throws: Why OpenSSL does not serve with it.
    package init(_ identity: TLSIdentity) throws(TLSProblem) {
        let tickets = try Self.tickets(at: .current)
        state = Lock(State(identity: identity, context: try TLSContext(identity, tickets), tickets: tickets))
    }

    /// Serves with another certificate from now on, or goes on as before where that can't be; tickets count further.
    package func exchange(_ identity: TLSIdentity) throws(TLSProblem) {
        let former = state.withLock { $0.tickets }
        let tickets = former.haveEnded(at: .current) ? try Self.tickets(at: .current) : former
        let context = try TLSContext(identity, tickets)
        state.withLock { $0 = State(identity: identity, context: context, tickets: tickets) }
    }

    /// What counts.
    package var identity: TLSIdentity { state.withLock { $0.identity } }

    /// A session for a connection that begins; nil where memory is short.
    func session(over number: Int32, at now: Instant) -> TLSSession? {
        let context = state.withLock { state in
            if state.tickets.haveEnded(at: now) { Self.renewTickets(&state, at: now) }
            return state.context
        }
        return context.session(over: number)
    }

    /// Takes new keys for tickets; where there are none the old ones go on, and the next connection tries again.
    private static func renewTickets(_ state: inout State, at now: Instant) {
        guard let tickets = TicketKeys(at: now), let context = try? TLSContext(state.identity, tickets) else { return }
        state.tickets = tickets
        state.context = context
    }

    private static func tickets(at now: Instant) throws(TLSProblem) -> TicketKeys {
        guard let tickets = TicketKeys(at: now) else { throw .refused("the system has no random numbers") }
        return tickets
    }
}
