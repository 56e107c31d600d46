@_spi(Hosting) package import FeatureKit

/// What a host can be asked now, as far as its OpenAPI document tells it.
package struct OpenAPISource: Sendable, Equatable {
    /// A feature that is wanted.
    package struct Feature: Sendable, Equatable {
        package let id: String
        package let summary: String
        /// Where its routes stand, each without a slash at the end.
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
    /// Whether it is for the local door, where operators are.
    package let hasOperators: Bool
    /// Whether what is for everyone is for those who have not signed in, too.
    package let letsStrangersIn: Bool

    package init(version: String, features: [Feature], hasOperators: Bool, letsStrangersIn: Bool = true) {
        self.letsStrangersIn = letsStrangersIn
        self.version = version
        self.features = features
        self.hasOperators = hasOperators
    }
}
