import HTTPServer
import HostRuntime

extension Visit {
    /// Who asks, by the door or with a token; whoever came by another way is nobody whom a revision could name.
    func author() async throws(Problem) -> Author {
        if let known = self.operator { return known.author(from: request.address) }
        guard case .process(_, let user) = request.peer else { throw .notFound }
        return Author(name: await UserNames.name(of: user), user: user)
    }

    /// How much they may do; whoever may open the door may do everything.
    var role: OperatorRole { self.operator?.role ?? .admin }

    /// Refuses those whose role does not reach.
    func check(_ role: OperatorRole) throws(Problem) {
        guard self.role >= role else { throw .roleNeeded(role) }
    }
}
