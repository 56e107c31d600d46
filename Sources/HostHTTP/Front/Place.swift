import HTTPServer
import HostRuntime

/// What is registered at one path: a handler for each method that it accepts.
struct Place: Sendable {
    /// What answers the requests with a method.
    enum Target: Sendable {
        case endpoint(any Endpoint)
        case route(RouteTarget)
        case topic(EventFeed)
    }

    /// The handler of one method at this path.
    final class Handler: Sendable {
        let method: Method
        let target: Target
        /// The names in the path's template.
        let names: [String]
        /// The module or host that registered it, for the error of a second one at the same path.
        let owner: String
        /// Whether the module that registered it has a gate.
        let isGated: Bool
        /// The slot under which requests to an endpoint are counted.
        let slot: Int?
        /// The role that an operator needs; nil if it is not for operators.
        let role: OperatorRole?
        /// Whether it requires an operator's token while anonymous callers are not let in.
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

    private(set) var handlers: [Handler] = []
    /// The accepted methods, as the `Allow` header lists them.
    private(set) var allowed = ""
    /// Whether any handler is behind a gate.
    private(set) var isGated = false
    /// Whether any handler is for operators only.
    private(set) var isOperators = false

    /// Registers a handler; if the method is taken already, returns the owner of the existing one instead.
    mutating func add(_ handler: Handler) -> String? {
        if let other = handlers.first(where: { $0.method == handler.method }) { return other.owner }
        handlers.append(handler)
        isGated = isGated || handler.isGated
        isOperators = isOperators || handler.role != nil
        var methods = handlers.map(\.method)
        if methods.contains(.get), !methods.contains(.head) { methods.append(.head) }
        allowed = (methods.map(\.description).sorted() + ["OPTIONS"]).joined(separator: ", ")
        return nil
    }

    /// The handlers that a caller can see; nil if there are none.
    ///
    /// - Parameter has: Whether the caller has an owner's module.
    func open(to has: (_ owner: String) -> Bool) -> Place? {
        var rest = Place()
        for handler in handlers where !handler.isGated || has(handler.owner) { _ = rest.add(handler) }
        return rest.handlers.isEmpty ? nil : rest
    }

    /// The handler of a method; `HEAD` uses the one of `GET`, and the server sends only the head of the answer.
    func handler(for method: Method) -> Handler? {
        for handler in handlers where handler.method == method { return handler }
        return method == .head ? handlers.first { $0.method == .get } : nil
    }
}
