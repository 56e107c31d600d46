/// How deep data may be nested that a type's `Codable` writes or reads.
///
/// Each level takes its part of a thread's stack, and a type that holds itself can be nested without an end.
@_spi(Hosting) public enum DataDepth {
    /// Twice as deep as a wire takes data, since what a type wraps in another one counts too.
    public static let limit = 128

    /// Data that are nested deeper.
    public struct Exceeded: Error, Equatable, CustomStringConvertible {
        /// Makes the error.
        public init() {}
        /// What is wrong, without what is in them.
        public var description: String { "it is nested deeper than \(DataDepth.limit)" }
    }

    /// Refuses what is nested too deep.
    public static func check(_ depth: Int) throws(Exceeded) { if depth > limit { throw Exceeded() } }
}
