/// Why bytes are no request that is answered; the connection ends with it.
package enum Refusal: Error, Sendable, Hashable, CaseIterable {
    case malformedRequestLine
    case malformedTarget
    case malformedLine
    case malformedField
    case missingHost
    case malformedHost
    case repeatedHost
    /// The target's own host and the field `Host` differ.
    case malformedLength
    case repeatedLength
    case repeatedCoding
    case lengthWithCoding
    /// Chunks in HTTP/1.0, which has none.
    case oldCoding
    case malformedChunk
    case bodyTooLarge
    case targetTooLong
    case unknownExpectation
    case headTooLarge
    case tooManyFields
    case trailersTooLarge
    case unknownCoding
    case tunnel
    case unknownVersion

    /// What is answered.
    package var status: Status {
        switch self {
        case .malformedRequestLine, .malformedTarget, .malformedLine, .malformedField, .missingHost, .malformedHost,
            .repeatedHost, .malformedLength, .repeatedLength, .repeatedCoding, .lengthWithCoding,
            .oldCoding, .malformedChunk:
            .badRequest
        case .bodyTooLarge: .contentTooLarge
        case .targetTooLong: .uriTooLong
        case .unknownExpectation: .expectationFailed
        case .headTooLarge, .tooManyFields, .trailersTooLarge: .headTooLarge
        case .unknownCoding, .tunnel: .notImplemented
        case .unknownVersion: .versionNotSupported
        }
    }
}
