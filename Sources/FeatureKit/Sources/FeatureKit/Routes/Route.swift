/// A question that a feature answers, for apps over HTTP, for other features, for operators and for tests.
public struct Route<Request: Shaped, Reply: Shaped>: Sendable {
    /// The name, such as `bars.reserve`.
    public let name: String
    /// How it is asked over HTTP.
    public let method: RouteMethod
    /// Where it is asked over HTTP, below the feature's mount; `{name}` takes the request's field of that name.
    public let path: String
    /// Who may ask.
    public let access: RouteAccess

    /// Whether it replies again and again, until it ends.
    public let streams: Bool
    /// What it does, in one sentence for its callers.
    public let summary: String?

    /// How often it may be asked; nil for as often as anybody likes.
    let limit: RouteLimit?
    /// Whether it replies to each key once.
    let isIdempotent: Bool

    /// Describes a route.
    ///
    /// - Parameters:
    ///   - streams: Whether it replies again and again.
    ///   - limit: How often it may be asked; who asks more often is refused with 429.
    ///   - summary: What it does, in one sentence.
    public init(
        _ name: String, _ method: RouteMethod, _ path: String, access: RouteAccess, streams: Bool = false,
        limit: RouteLimit? = nil, summary: String? = nil
    ) {
        self.init(name, method, path, access, streams: streams, limit, isIdempotent: false, summary)
    }

    /// Describes a route that other modules alone ask, and nobody over HTTP or from the command line.
    ///
    /// - Parameters:
    ///   - limit: How often it may be asked; who asks more often is refused with 429.
    ///   - summary: What it does, in one sentence.
    public init(forModules name: String, limit: RouteLimit? = nil, summary: String? = nil) {
        self.init(name, .post, "/", .modules, streams: false, limit, isIdempotent: false, summary)
    }

    private init(
        _ name: String, _ method: RouteMethod, _ path: String, _ access: RouteAccess, streams: Bool,
        _ limit: RouteLimit?, isIdempotent: Bool, _ summary: String?
    ) {
        self.name = name
        self.method = method
        self.path = path
        self.access = access
        self.streams = streams
        self.summary = summary
        self.limit = limit
        self.isIdempotent = isIdempotent
    }
}

extension Route where Request: IdempotentRequest {
    /// Describes a route that replies to each idempotency key once; see `routes.serve(_:in:_:)`.
    public init(
        _ name: String, _ method: RouteMethod, _ path: String, access: RouteAccess, idempotent: Bool,
        limit: RouteLimit? = nil, summary: String? = nil
    ) {
        self.init(name, method, path, access, streams: false, limit, isIdempotent: idempotent, summary)
    }
}

/// How a route is asked over HTTP.
public struct RouteMethod: Sendable, Hashable, CustomStringConvertible {
    /// The method's name.
    public let description: String

    package init(description: String) { self.description = description }

    /// Asks without changing anything.
    public static let get = RouteMethod(description: "GET")
    /// Does something new.
    public static let post = RouteMethod(description: "POST")
    /// Puts something in its place.
    public static let put = RouteMethod(description: "PUT")
    /// Changes a part.
    public static let patch = RouteMethod(description: "PATCH")
    /// Takes something away.
    public static let delete = RouteMethod(description: "DELETE")

    /// Every method.
    package static let all: Set = [get, post, put, patch, delete]
}

/// Who may ask a route.
public struct RouteAccess: Sendable, Hashable, CustomStringConvertible {
    /// The words for it in the reference.
    public let description: String
    /// The role that is asked for, if one is.
    public let role: String?

    package init(description: String, role: String?) {
        self.description = description
        self.role = role
    }

    /// Anyone, also where a host lets nobody else in who has not signed in: for signing in itself.
    public static let beforeSigningIn = RouteAccess(description: "everyone, before signing in too", role: nil)
    /// Anyone whom the host lets in, known or not.
    public static let everyone = RouteAccess(description: "everyone", role: nil)
    /// Someone who has signed in.
    public static let user = RouteAccess(description: "user", role: nil)
    /// Other modules alone, for any caller: the route has no path over HTTP.
    public static let modules = RouteAccess(description: "modules", role: nil)
    /// Someone with a role.
    public static func role(_ role: String) -> RouteAccess { RouteAccess(description: "role \(role)", role: role) }
}

extension RouteAccess {
    /// Why a caller may not ask over the bus or from the command line.
    ///
    /// - Returns: Nil where the caller may; the host itself always may.
    @_spi(Hosting) public func refusal(of caller: Caller) -> RouteError? {
        switch self {
        case .everyone, .beforeSigningIn, .modules: return nil
        default: break
        }
        guard caller.origin != .system else { return nil }
        guard caller.isSignedIn else { return .unauthenticated }
        guard let role, !caller.roles.contains(role) else { return nil }
        return .forbidden("this is for those with the role \"\(role)\"")
    }
}
