/// A request that a feature answers, for apps over HTTP, for other features, for operators and for tests.
public struct Route<Request: Shaped, Reply: Shaped>: Sendable {
    /// The name, such as `bars.reserve`.
    public let name: String
    /// The method over HTTP.
    public let method: RouteMethod
    /// The path over HTTP, below the feature's mount; `{name}` stands for the request's field of that name.
    public let path: String
    /// Who may call it.
    public let access: RouteAccess

    /// Whether it streams: it sends replies until it ends.
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
    ///   - streams: Whether it sends replies until it ends.
    ///   - limit: How often it may be called; callers beyond that are refused with 429.
    ///   - summary: What it does, in one sentence.
    public init(
        _ name: String, _ method: RouteMethod, _ path: String, access: RouteAccess, streams: Bool = false,
        limit: RouteLimit? = nil, summary: String? = nil
    ) {
        self.init(name, method, path, access, streams: streams, limit, isIdempotent: false, summary)
    }

    /// Describes a route that only other modules call, never anybody over HTTP or from the command line.
    ///
    /// - Parameters:
    ///   - limit: How often it may be called; callers beyond that are refused with 429.
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
    /// Describes a route that handles each idempotency key once; see `routes.serve(_:in:_:)`.
    public init(
        _ name: String, _ method: RouteMethod, _ path: String, access: RouteAccess, idempotent: Bool,
        limit: RouteLimit? = nil, summary: String? = nil
    ) {
        self.init(name, method, path, access, streams: false, limit, isIdempotent: idempotent, summary)
    }
}

/// The method with which a route is called over HTTP.
public struct RouteMethod: Sendable, Hashable, CustomStringConvertible {
    /// The method's name.
    public let description: String

    package init(description: String) { self.description = description }

    /// Reads without changing anything.
    public static let get = RouteMethod(description: "GET")
    /// Does or creates something new.
    public static let post = RouteMethod(description: "POST")
    /// Writes something as a whole.
    public static let put = RouteMethod(description: "PUT")
    /// Changes a part of something.
    public static let patch = RouteMethod(description: "PATCH")
    /// Removes something.
    public static let delete = RouteMethod(description: "DELETE")

    /// Every method.
    package static let all: Set = [get, post, put, patch, delete]
}

/// Who may call a route.
public struct RouteAccess: Sendable, Hashable, CustomStringConvertible {
    /// The words for it in the reference.
    public let description: String
    /// The role that is required; nil where none is.
    public let role: String?

    package init(description: String, role: String?) {
        self.description = description
        self.role = role
    }

    /// Anyone, also where the host lets in only callers who have signed in: for signing in itself.
    public static let beforeSigningIn = RouteAccess(description: "everyone, before signing in too", role: nil)
    /// Anyone whom the host lets in, signed in or not.
    public static let everyone = RouteAccess(description: "everyone", role: nil)
    /// Someone who has signed in.
    public static let user = RouteAccess(description: "user", role: nil)
    /// Only other modules, on behalf of any caller: the route has no path over HTTP.
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
