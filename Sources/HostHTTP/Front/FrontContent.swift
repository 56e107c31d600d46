@_spi(Hosting) package import FeatureKit
package import HTTPServer
package import HostRuntime

/// What a host shows over HTTP now; see `FrontDoor.update(_:)`.
package struct FrontContent: Sendable {
    /// Every feature that is wanted; what belongs to the others is not there, for anyone.
    package var features: [MountedFeature]
    /// Nil where pages of other origins may read nothing.
    package var cors: CORSPolicy?
    package var callers: CallerPolicy
    /// Whether everything comes by TLS, so that keys never travel without it.
    package var isSecure: Bool

    /// Whether those get in who have not signed in.
    package var letsStrangersIn: Bool
    /// The names that requests have to ask for; nil where any will do.
    package var hosts: HostNames?
    /// Whether operators are let in whose tokens come over a network without TLS.
    package var takesPlainOperators = false

    package init(
        features: [MountedFeature] = [], cors: CORSPolicy? = nil, callers: CallerPolicy = CallerPolicy(),
        isSecure: Bool = false, letsStrangersIn: Bool = true
    ) {
        self.isSecure = isSecure
        self.letsStrangersIn = letsStrangersIn
        self.features = features
        self.cors = cors
        self.callers = callers
    }
}

/// A feature as it can be asked from outside.
package struct MountedFeature: Sendable {
    package let id: String
    /// Where its routes stand, each without a slash at the end.
    package let mounts: [String]
    /// The topics that apps may follow.
    package let watchable: [String]
    let routes: [Contract]
    /// Whether a gate says who has it; otherwise everybody does.
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

/// An endpoint of the host's own, and where it stands.
package struct Fixture: Sendable {
    package let method: Method
    package let path: String
    package let endpoint: any Endpoint
    /// The role that an operator needs for it who comes over the network; nil for what is no operators' business.
    package let role: OperatorRole?
    /// Whether it takes an operator's token where strangers don't get in.
    package let isForOperators: Bool

    /// Puts an endpoint at a path, which may have `{names}`, or end with `/*` for everything below it.
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
