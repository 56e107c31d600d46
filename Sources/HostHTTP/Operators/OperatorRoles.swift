import HTTPServer
import HostRuntime

/// The operations over the network, and the role that each needs.
enum OperatorRoles {
    /// Everything below `/ops/v1`; what is missing here is for admins.
    static let table: [(method: Method, path: String, role: OperatorRole)] = [
        (.get, "/ops/v1/features", .viewer),
        (.get, "/ops/v1/features/{id}", .viewer),
        (.put, "/ops/v1/features/{id}/toggle", .operator),
        (.delete, "/ops/v1/features/{id}/toggle", .operator),
        (.post, "/ops/v1/features/{id}/preflight", .operator),
        (.post, "/ops/v1/features/{id}/replace", .admin),
        (.delete, "/ops/v1/features/{id}/replace", .admin),
        // Removing an override of a module's unit also needs an admin; the endpoint checks that.
        (.get, "/ops/v1/overrides", .viewer),
        (.get, "/ops/v1/overrides/{subject}/{name}/{aspect}", .viewer),
        (.put, "/ops/v1/overrides/{subject}/{name}/{aspect}", .operator),
        (.delete, "/ops/v1/overrides/{subject}/{name}/{aspect}", .operator),
        // A configuration that changes what only an admin may change is refused to others when it is checked.
        (.get, "/ops/v1/config", .viewer),
        (.post, "/ops/v1/config/plan", .viewer),
        (.post, "/ops/v1/config/apply", .operator),
        (.post, "/ops/v1/config/confirm", .operator),
        (.get, "/ops/v1/revisions", .viewer),
        (.get, "/ops/v1/revisions/{number}", .viewer),
        (.get, "/ops/v1/revisions/{a}/diff/{b}", .viewer),
        (.post, "/ops/v1/revisions/{number}/rollback", .operator),
        (.get, "/ops/v1/wiring", .viewer),
        (.get, "/ops/v1/flags", .viewer),
        (.get, "/ops/v1/flags/{key}", .viewer),
        (.get, "/ops/v1/exposures", .viewer),
        (.post, "/ops/v1/flags/{key}/evaluate", .viewer),
        (.post, "/ops/v1/flags/{key}/explain", .viewer),
        (.get, "/ops/v1/trace", .operator),
        (.get, "/ops/v1/store", .viewer),
        (.post, "/ops/v1/store/check", .operator),
        (.post, "/ops/v1/store/compact", .operator),
        (.post, "/ops/v1/store/backup", .admin),
        (.get, "/ops/v1/tokens", .admin),
        (.post, "/ops/v1/tokens", .admin),
        (.delete, "/ops/v1/tokens/{id}", .admin),
        (.get, "/ops/v1/audit", .operator),
        (.get, "/ops/v1/audit/verify", .operator),
        (.post, "/ops/v1/call/{route}", .admin),
    ]

    /// The role that an operation needs.
    static func role(of method: Method, _ path: String) -> OperatorRole {
        table.first { $0.method == method && $0.path == path }?.role ?? .admin
    }
}

extension Fixture {
    /// The endpoint for operators, with the role that it needs.
    var forOperators: Fixture { Fixture(method, path, endpoint, role: OperatorRoles.role(of: method, path)) }
}
