@_spi(Hosting) package import FeatureKit
package import HTTPServer
package import HostRuntime

/// What a host serves over HTTP now; see `Router.update(_:)`.
package struct FrontContent: Sendable {
    /// Every module that is to run; the routes of others don't exist for anyone.
    package var features: [MountedFeature]
    /// Nil if pages of other origins may read nothing.
    package var cors: CORSPolicy?
    package var callers: CallerPolicy
    /// Whether all requests come by TLS, so that the cookies with keys are marked `Secure`.
    package var isSecure: Bool

    /// Whether anonymous callers are let in.
    package var allowsAnonymous: Bool
    /// The host names that requests have to name; nil if any is accepted.
    package var hosts: HostNames?
    /// Whether operators' tokens are accepted over a network without TLS.
    package var takesPlainOperators = false

    package init(
        features: [MountedFeature] = [], cors: CORSPolicy? = nil, callers: CallerPolicy = CallerPolicy(),
        isSecure: Bool = false, allowsAnonymous: Bool = true
    ) {
        self.isSecure = isSecure
        self.allowsAnonymous = allowsAnonymous
        self.features = features
        self.cors = cors
        self.callers = callers
    }
}

/// A module as it is reachable over HTTP.
package struct MountedFeature: Sendable {
    package let id: String
    /// The paths of its mounts, without a slash at the end.
    package let mounts: [String]
    /// The topics that apps may follow.
    package let watchable: [String]
    let routes: [Contract]
    /// Whether it has a gate; otherwise everybody has it.
    let isGated: Bool

    package init(
        id: String, mounts: [String], contracts: [Contract], isGated: Bool = false
    ) {
        self.isGated = isGated
        self.id = id
        self.mounts = mounts
        watchable = contracts.filter(\.isWatchable).map(\.name)
        routes = contracts.filter { $0.role == .serves }
    }
}

/// An endpoint of the host and its path.
package struct Fixture: Sendable {
    package let method: Method
    package let path: String
    package let endpoint: any Endpoint
    /// The role that an operator needs over the network; nil if it is not for operators.
    package let role: OperatorRole?
    /// Whether it requires an operator's token while anonymous callers are not let in.
    package let isForOperators: Bool

    /// Registers an endpoint at a path, which may have `{names}`, or end with `/*` for everything below it.
    package init(
        _ method: Method, _ path: String, _ endpoint: any Endpoint, role: OperatorRole? = nil,
        isForOperators: Bool = false
    ) {
        self.isForOperators = isForOperators
        self.method = method
        self.path = path
        self.endpoint = endpoint
        self.role = role
    }
}
