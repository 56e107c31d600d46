/// The reply of a route that succeeded and has nothing else to say.
public struct Done: Shaped, Equatable, Codable {
    /// Always true.
    public let done: Bool

    /// Makes the reply.
    public init() { done = true }

    /// One field that is always true.
    public static let shape = Shape.object([Field("done", .boolean, "Always true.")])
}
