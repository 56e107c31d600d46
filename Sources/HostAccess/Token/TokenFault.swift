/// Why a token is not valid: for the log, never for the sender, and without any part of the token.
package enum TokenFault: Error, Sendable, Equatable {
    // What it looks like.
    case tooLong
    case notThreeParts
    case notBase64(TokenPart)
    case notJSON(TokenPart)
    case criticalHeader
    case unencodedPayload
    case otherType
    case otherAlgorithm
    case badKeyID

    // What it says.
    case missing(String)
    case badClaim(String)
    case unknownIssuer
    case otherAudience
    case expired
    case notYet(String)

    // What it is signed with.
    case algorithmNotAccepted
    case unknownKey
    case unfitKey
    case severalKeys
    case badSignature
    case revoked
}

/// A part of a token.
package enum TokenPart: String, Sendable {
    case header, claims, signature
}
