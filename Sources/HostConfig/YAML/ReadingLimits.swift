/// What a document may cost before it is refused.
package struct ReadingLimits: Sendable {
    /// The size of the text.
    package var bytes = 8 * 1024 * 1024
    /// Keys and values, those that aliases repeat included.
    package var nodes = 1_000_000
    /// Lists and mappings inside one another.
    package var depth = 32

    package init() {}

    /// The limits of every document that the host reads.
    package static let standard = ReadingLimits()
}
