internal import FeatureKit
package import HostConfig
internal import HostSystem
internal import JSON

/// A JWT in its compact form, taken apart; nothing of it has been believed yet.
package struct SignedToken: Sendable {
    package let algorithm: SigningAlgorithm
    /// Which key signed it, as it says.
    package let keyID: String?
    package let claims: Claims
    package let signature: [UInt8]
    /// How many of its bytes are signed, from the first one.
    package let signedCount: Int

    /// Takes a token apart.
    package init(_ token: borrowing Span<UInt8>) throws(TokenFault) {
        guard token.count <= TokenLimits.bytes else { throw .tooLong }
        var dots: [Int] = []
        for index in token.indices where token[index] == UInt8(ascii: ".") {
            guard dots.count < 2 else { throw .notThreeParts }
            dots.append(index)
        }
        guard dots.count == 2 else { throw .notThreeParts }
        let header = try Self.object(token.extracting(0..<dots[0]), .header)
        (algorithm, keyID) = try Self.checked(header)
        claims = try Claims(try Self.object(token.extracting((dots[0] + 1)..<dots[1]), .claims))
        guard let signature = Base64URL.bytes(token.extracting((dots[1] + 1)...)) else { throw .notBase64(.signature) }
        self.signature = signature
        signedCount = dots[1]
    }

    private static func object(
        _ letters: borrowing Span<UInt8>, _ part: TokenPart
    ) throws(TokenFault) -> Members {
        guard let bytes = Base64URL.bytes(letters) else { throw .notBase64(part) }
        guard case .object(let members)? = try? Value(json: bytes.span, limits: TokenLimits.json) else {
            throw .notJSON(part)
        }
        return members
    }

    private static func checked(
        _ header: Members
    ) throws(TokenFault) -> (SigningAlgorithm, String?) {
        // Whatever it wants to have understood, nothing here understands it.
        if header["crit"] != nil { throw .criticalHeader }
        if header["b64"] != nil { throw .unencodedPayload }
        if let type = header["typ"] {
            guard case .text(let text) = type, types.contains(text.lowercased()) else { throw .otherType }
        }
        guard case .text(let name)? = header["alg"], let algorithm = SigningAlgorithm(rawValue: name) else {
            throw .otherAlgorithm
        }
        guard let keyID = header["kid"] else { return (algorithm, nil) }
        guard case .text(let text) = keyID, text.utf8.count <= TokenLimits.keyID else { throw .badKeyID }
        return (algorithm, text)
    }

    private static let types: Set = ["jwt", "at+jwt", "application/jwt", "application/at+jwt"]
}
