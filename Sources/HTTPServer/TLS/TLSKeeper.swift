internal import FeatureKit

/// The certificate and keys of a server's TLS; a connection keeps those it began with.
package final class TLSKeeper: Sendable {
    private struct State {
        var identity: TLSIdentity
        var context: TLSContext
        var tickets: TicketKeys
    }

    private let state: Lock<State>

    /// - Throws: The reason for which OpenSSL refuses the identity.
    package init(_ identity: TLSIdentity) throws(TLSProblem) {
        let tickets = try Self.tickets(at: .current)
        state = Lock(State(identity: identity, context: try TLSContext(identity, tickets), tickets: tickets))
    }

    /// Serves with another certificate from now on, or throws and keeps the old one; session tickets stay valid.
    package func exchange(_ identity: TLSIdentity) throws(TLSProblem) {
        let current = state.withLock { $0.tickets }
        let tickets = current.haveEnded(at: .current) ? try Self.tickets(at: .current) : current
        let context = try TLSContext(identity, tickets)
        state.withLock { $0 = State(identity: identity, context: context, tickets: tickets) }
    }

    /// The current identity.
    package var identity: TLSIdentity { state.withLock { $0.identity } }

    /// A session for a new connection; nil if memory is short.
    func session(over number: Int32, at now: Instant) -> TLSSession? {
        let context = state.withLock { state in
            if state.tickets.haveEnded(at: now) { Self.renewTickets(&state, at: now) }
            return state.context
        }
        return context.session(over: number)
    }

    /// Makes new ticket keys; if that fails, the old ones stay, and the next connection tries again.
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
