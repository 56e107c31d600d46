/// What a document may cost before it is refused.
package struct JSONLimits: Sendable {
    /// The size of the text; never more than can be counted in 31 bits.
    package var bytes = 8 * 1024 * 1024
    /// Names and values.
    package var nodes = 1_000_000
    /// Lists and mappings inside one another.
    package var depth = 32

    package init() {}

    /// For what the host itself has written.
    package static let none = {
        var limits = JSONLimits()
        limits.bytes = .max
        limits.nodes = .max
        limits.depth = 1_024
        return limits
    }()

    /// The limits of everything that the host reads.
    package static let standard = JSONLimits()
}
