extension TokenFault: CustomStringConvertible {
    /// The fault in words.
    package var description: String {
        switch self {
        case .tooLong: "it is longer than \(TokenLimits.bytes) bytes"
        case .notThreeParts: "it does not have three parts"
        case .notBase64(let part): "its \(part.rawValue) is not in base64url"
        case .notJSON(let part): "its \(part.rawValue) is no JSON object, or names a key twice"
        case .criticalHeader: "its header has crit"
        case .unencodedPayload: "its header has b64"
        case .otherType: "it is of another type"
        case .otherAlgorithm: "its alg is none of RS256, ES256 and EdDSA"
        case .badKeyID: "its kid is no text, or too long"
        case .missing(let claim): "it lacks \(claim)"
        case .badClaim(let claim): "its \(claim) is not what it has to be"
        case .unknownIssuer: "its iss is that of no issuer"
        case .otherAudience: "it is for another audience"
        case .expired: "it is over"
        case .notYet(let claim): "its \(claim) is ahead"
        case .algorithmNotAccepted: "its issuer is not believed with this alg"
        case .unknownKey: "its issuer has no such key"
        case .unfitKey: "the key that it names is for another alg"
        case .severalKeys: "it names no key, and several fit"
        case .badSignature: "its signature does not fit"
        case .revoked: "its session is over"
        }
    }
}
