internal import FeatureKit
package import HostConfig

/// Makes users of what tokens say; pure.
package struct IdentityReader: Sendable {
    private let name: String
    private let attributes: [(name: String, claim: String)]
    private let roles: AccessSettings.Roles?

    package init(_ settings: AccessSettings.Issuer) {
        name = settings.name
        attributes = settings.attributes.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        roles = settings.roles
    }

    /// The user that the claims name, whose token is valid until a time.
    func identity(_ claims: Claims, until: Timestamp, _ origin: TokenOrigin? = nil) -> Identity {
        var found: [String: Value] = [:]
        for (name, claim) in attributes { found[name] = claims.claim(claim).flatMap(Self.attribute) }
        return Identity(
            key: "\(name):\(claims.subject)", attributes: found, roles: roles(of: claims), until: until,
            origin: origin)
    }

    /// What may be an attribute; what else a claim holds is none.
    private static func attribute(_ value: Value) -> Value? {
        let mayBe =
            switch value {
            case .boolean, .integer, .number: true
            case .text(let text): text.utf8.count <= TokenLimits.text
            case .list(let list): texts(list) != nil
            case .null, .object: false
            }
        // A plain nil would be the value that says nothing.
        return mayBe ? value : Optional.none
    }

    /// The texts of a list; nil where something else is in it, or too much.
    private static func texts(_ list: [Value]) -> [String]? {
        guard list.count <= TokenLimits.texts else { return nil }
        var texts: [String] = []
        for element in list {
            guard case .text(let text) = element, text.utf8.count <= TokenLimits.text else { return nil }
            texts.append(text)
        }
        return texts
    }

    private func roles(of claims: Claims) -> Set<String> {
        guard let roles else { return [] }
        let words: [String]
        switch claims.claim(roles.claim) {
        case .text(let word) where word.utf8.count <= TokenLimits.text: words = [word]
        case .list(let list): words = Self.texts(list) ?? []
        default: words = []
        }
        guard let map = roles.map else { return Set(words) }
        return Set(words.compactMap { map[$0] })
    }
}
