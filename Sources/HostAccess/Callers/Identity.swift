package import FeatureKit

/// A user who has signed in; of a class, since many requests hold the same one.
package final class Identity: Sendable {
    /// The issuer's name in the document, a colon, and the subject, such as `accounts:4f1c`.
    ///
    /// No key that the host makes for anonymous callers has a colon, and no two issuers give out the same key.
    package let key: String
    package let attributes: [String: Value]
    package let roles: Set<String>
    /// When their token expires; nil where it never does.
    package let until: Timestamp?
    /// The attributes in the order of their names, for those who write them down for each request.
    package let told: [(name: String, value: Value)]
    /// What of key and attributes is the same on every host that knows the same.
    package let digest: UInt64
    let origin: TokenOrigin?

    package convenience init(key: String, attributes: [String: Value] = [:], roles: Set<String> = []) {
        self.init(key: key, attributes: attributes, roles: roles, until: nil, origin: nil)
    }

    init(
        key: String, attributes: [String: Value], roles: Set<String>, until: Timestamp?, origin: TokenOrigin?
    ) {
        self.key = key
        self.attributes = attributes
        self.roles = roles
        self.until = until
        self.origin = origin
        told = attributes.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        var digest: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in "\(key)\n\(Value.object(Members(told.map { ($0.name, $0.value) })).json)".utf8 {
            digest = (digest ^ UInt64(byte)) &* 0x100_0000_01B3
        }
        self.digest = digest
    }
}
