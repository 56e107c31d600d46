import HTTPServer
import HostRuntime

/// What stands at one path: something for each method that is taken there.
struct Place: Sendable {
    /// What answers a method.
    enum Target: Sendable {
        case endpoint(any Endpoint)
        case route(RouteTarget)
        case topic(EventFeed)
    }

    /// Something that stands there.
    final class Tenant: Sendable {
        let method: Method
        let target: Target
        /// What its template calls the path's names.
        let names: [String]
        /// Who put it there, for those who find the place taken.
        let owner: String
        /// Whether a gate says who has what its owner put there.
        let isGated: Bool
        /// What questions to an endpoint are counted as.
        let slot: Int?
        /// The role that it takes; nil for what is no operators' business.
        let role: OperatorRole?
        /// Whether it takes an operator's token where strangers don't get in.
        let isForOperators: Bool

        init(
            method: Method, target: Target, names: [String], owner: String, isGated: Bool = false, slot: Int? = nil,
            role: OperatorRole? = nil, isForOperators: Bool = false
        ) {
            self.role = role
            self.isForOperators = isForOperators
            self.isGated = isGated
            self.slot = slot
            self.method = method
            self.target = target
            self.names = names
            self.owner = owner
        }
    }

    private(set) var tenants: [Tenant] = []
    /// The methods that are taken, as `Allow` tells them.
    private(set) var allowed = ""
    /// Whether there is something that not everybody has.
    private(set) var isGated = false
    /// Whether there is something that is for operators alone.
    private(set) var isOperators = false

    /// Puts something there; where the method is taken already, who has it is told instead.
    mutating func add(_ tenant: Tenant) -> String? {
        if let other = tenants.first(where: { $0.method == tenant.method }) { return other.owner }
        tenants.append(tenant)
        isGated = isGated || tenant.isGated
        isOperators = isOperators || tenant.role != nil
        var methods = tenants.map(\.method)
        if methods.contains(.get), !methods.contains(.head) { methods.append(.head) }
        allowed = (methods.map(\.description).sorted() + ["OPTIONS"]).joined(separator: ", ")
        return nil
    }

    /// What of it is there for somebody; nil where nothing is.
    ///
    /// - Parameter has: Whether they have what belongs to an owner.
    func open(to has: (_ owner: String) -> Bool) -> Place? {
        var rest = Place()
        for tenant in tenants where !tenant.isGated || has(tenant.owner) { _ = rest.add(tenant) }
        return rest.tenants.isEmpty ? nil : rest
    }

    /// What answers a method; `HEAD` is answered as `GET` is, of which the server sends the head alone.
    func tenant(for method: Method) -> Tenant? {
        for tenant in tenants where tenant.method == method { return tenant }
        return method == .head ? tenants.first { $0.method == .get } : nil
    }
}
