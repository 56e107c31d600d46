/// Whether a word is known to be whose it says it is; the more, the greater.
enum Trust: String, Codable, CaseIterable, Sendable {
    /// Anybody may have said it.
    case anyone
    /// By its address or number it is a known beacon's.
    case listed
    /// By its signature.
    case signed
}
