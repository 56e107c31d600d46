/// Which version of a document a writer expects.
public struct Expectation: Sendable, Hashable {
    /// The kinds of expectations.
    @_spi(Hosting) @frozen public enum Kind: Sendable, Hashable {
        case anything
        case absent
        case version(Int64)
    }

    /// What is expected.
    @_spi(Hosting) public let kind: Kind

    /// Any version, or no document.
    public static let anything = Expectation(kind: .anything)
    /// No document.
    public static let absent = Expectation(kind: .absent)
    /// Exactly this version.
    public static func version(_ version: Int64) -> Expectation { Expectation(kind: .version(version)) }
}
