import HTTPServer
import HostRuntime

/// What operators can ask over the network, and the role that each takes.
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
        // What a feature runs from is an admin's to take back here, too: the endpoint sees to that.
        (.get, "/ops/v1/overrides", .viewer),
        (.get, "/ops/v1/overrides/{subject}/{name}/{aspect}", .viewer),
        (.put, "/ops/v1/overrides/{subject}/{name}/{aspect}", .operator),
        (.delete, "/ops/v1/overrides/{subject}/{name}/{aspect}", .operator),
        // Documents with what is an admin's to change are refused to others while they are weighed.
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

    /// The role that something takes.
    static func role(of method: Method, _ path: String) -> OperatorRole {
        table.first { $0.method == method && $0.path == path }?.role ?? .admin
    }
}

extension Fixture {
    /// The same for operators, with the role that it takes.
    var forOperators: Fixture { Fixture(method, path, endpoint, role: OperatorRoles.role(of: method, path)) }
}
