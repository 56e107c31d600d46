@_spi(Hosting) package import FeatureKit

/// What an OpenAPI document is made from: the version and the modules of the host.
package struct OpenAPISource: Sendable, Equatable {
    /// A module that is to run.
    package struct Feature: Sendable, Equatable {
        package let id: String
        package let summary: String
        /// The paths of its mounts, without a slash at the end.
        package let mounts: [String]
        package let contracts: [Contract]

        package init(id: String, summary: String, mounts: [String], contracts: [Contract]) {
            self.id = id
            self.summary = summary
            self.mounts = mounts
            self.contracts = contracts
        }
    }

    package let version: String
    package let features: [Feature]
    /// Whether it is for the local socket, which operators use.
    package let hasOperators: Bool
    /// Whether what is for everyone is open to anonymous callers.
    package let allowsAnonymous: Bool

    package init(version: String, features: [Feature], hasOperators: Bool, allowsAnonymous: Bool = true) {
        self.allowsAnonymous = allowsAnonymous
        self.version = version
        self.features = features
        self.hasOperators = hasOperators
    }
}
