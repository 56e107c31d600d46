/// What a document may cost before it is refused.
package struct ReadingLimits: Sendable {
    /// The size of the text.
    package var bytes = 8 * 1024 * 1024
    /// Keys and values, those that aliases repeat included.
    package var nodes = 1_000_000
    /// Lists and mappings inside one another.
    package var depth = 32

    package init() {}

    /// The limits of documents that say nothing else.
    package static let standard = ReadingLimits()

    /// The limits of documents that hold flags alone: an operation of JsonLogic takes two levels, and they may lie 64
    /// deep in one another; what lies deeper harms its own flag alone, up to here.
    package static let flags = {
        var limits = ReadingLimits()
        limits.depth = 256
        return limits
    }()
}
