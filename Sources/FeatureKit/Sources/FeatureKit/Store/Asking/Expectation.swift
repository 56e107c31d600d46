/// What a writer expects to be there.
public struct Expectation: Sendable, Hashable {
    /// The kinds of expectations.
    @_spi(Hosting) @frozen public enum Kind: Sendable, Hashable {
        case anything
        case absent
        case version(Int64)
    }

    /// What is expected.
    @_spi(Hosting) public let kind: Kind

    /// Whatever is there, or nothing.
    public static let anything = Expectation(kind: .anything)
    /// Nothing.
    public static let absent = Expectation(kind: .absent)
    /// Just this version.
    public static func version(_ version: Int64) -> Expectation { Expectation(kind: .version(version)) }
}
