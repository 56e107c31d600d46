internal import FeatureKit
internal import OpenSSLKeys
internal import WebJSON

/// An account that a program signs in with, as its JSON has it.
struct ServiceAccount: Sendable {
    /// What the account wants to do.
    private static let scope = "https://www.googleapis.com/auth/firebase.messaging"
    /// How long what it asks with holds.
    private static let lifetime: Int64 = 3_600

    let project: String
    let tokenAddress: String
    private let name: String
    private let keyID: String?
    private let key: RSAKey

    init?(json: String) {
        guard let value = try? JSONText.value(of: Array(json.utf8)) else { return nil }
        func text(_ name: String) -> String? {
            guard case .text(let text)? = value[name], !text.isEmpty else { return nil }
            return text
        }
        guard let project = text("project_id"), let tokenAddress = text("token_uri"), let name = text("client_email"),
            let key = text("private_key").flatMap({ RSAKey(pem: $0) }),
            project.utf8.allSatisfy({ (0x21...0x7E).contains($0) && !"/?#%".utf8.contains($0) })
        else { return nil }
        (self.project, self.tokenAddress, self.name, self.key) = (project, tokenAddress, name, key)
        keyID = text("private_key_id")
    }

    /// What an access token is asked for with; nil where the key does not sign.
    func assertion(at now: Timestamp) -> String? {
        var header: [(String, Value)] = [("alg", .text(RSAKey.algorithm)), ("typ", "JWT")]
        if let keyID { header.append(("kid", .text(keyID))) }
        let claims: Value = [
            "iss": .text(name), "scope": .text(Self.scope), "aud": .text(tokenAddress), "iat": .integer(now.seconds),
            "exp": .integer(now.seconds + Self.lifetime),
        ]
        return key.token(header: Value.object(Members(header)).json, payload: claims.json)
    }
}
