internal import JSON

/// What of a token is looked at.
package enum TokenLimits {
    /// The most bytes of a token.
    package static let bytes = 8 * 1_024
    /// The most bytes of the name of a key.
    static let keyID = 256
    /// How many bytes a subject may have.
    static let subject = 1...255
    /// How many bytes the name of a session may have.
    static let session = 1...128
    /// The most bytes of an attribute's text, and of a role.
    package static let text = 256
    /// How many texts an attribute's list may have, and how many roles somebody.
    package static let texts = 64

    /// What a header or claims may cost to read.
    static let json: JSONLimits = {
        var limits = JSONLimits()
        limits.bytes = bytes
        limits.nodes = 2_048
        limits.depth = 16
        return limits
    }()
}
