/// What a document says of those who sign in elsewhere: whose tokens count, and what they tell.
package struct AccessSettings: Sendable, Equatable {
    /// By name.
    package let issuers: [Issuer]

    package init(issuers: [Issuer] = []) { self.issuers = issuers }

    /// Somebody whose tokens count.
    package struct Issuer: Sendable, Equatable {
        /// What the document calls it, with which the keys of its users begin.
        package let name: String
        /// What its tokens may have as `iss`.
        package let issuers: [String]
        /// What its tokens may have as `aud`, of which one is enough.
        package let audiences: [String]
        package let keys: KeySource
        /// The topic that tells which sessions are over.
        package let revoked: String?
        package let algorithms: Set<SigningAlgorithm>
        /// How far clocks may be apart.
        package let skew: Duration
        /// Attributes by name, and the claims that tell them.
        package let attributes: [String: String]
        package let roles: Roles?

        package init(
            name: String, issuers: [String], audiences: [String], keys: KeySource, revoked: String? = nil,
            algorithms: Set<SigningAlgorithm> = Set(SigningAlgorithm.allCases), skew: Duration = .seconds(30),
            attributes: [String: String] = [:], roles: Roles? = nil
        ) {
            self.name = name
            self.issuers = issuers
            self.audiences = audiences
            self.keys = keys
            self.revoked = revoked
            self.algorithms = algorithms
            self.skew = skew
            self.attributes = attributes
            self.roles = roles
        }
    }

    /// Which claim tells roles.
    package struct Roles: Sendable, Equatable {
        package let claim: String
        /// What its words mean here, where what is not named means nothing; nil where they mean what they say.
        package let map: [String: String]?

        package init(claim: String, map: [String: String]? = nil) {
            self.claim = claim
            self.map = map
        }
    }

    /// Where keys come from.
    package enum KeySource: Sendable, Equatable {
        /// A file, by its absolute path.
        case file(String)
        case address(WebAddress)
        /// A route of a feature.
        case route(String)
    }
}

/// How tokens may be signed.
package enum SigningAlgorithm: String, Sendable, CaseIterable {
    case rs256 = "RS256"
    case es256 = "ES256"
    case eddsa = "EdDSA"
}
