import HTTPServer
import HostRuntime

extension RequestContext {
    /// The operator who asks, over the local socket or with a token; throws if a revision could not name the caller.
    func author() async throws(Problem) -> Author {
        if let known = self.operator { return known.author(from: request.address) }
        guard case .process(_, let user) = request.peer else { throw .notFound }
        return Author(name: await UserNames.name(of: user), user: user)
    }

    /// The caller's role; everyone who can connect to the local socket is an admin.
    var role: OperatorRole { self.operator?.role ?? .admin }

    /// Refuses callers without a sufficient role.
    func check(_ role: OperatorRole) throws(Problem) {
        guard self.role >= role else { throw .roleNeeded(role) }
    }
}
