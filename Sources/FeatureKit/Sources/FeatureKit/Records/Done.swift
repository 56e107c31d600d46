/// The reply of a route that did what it was asked and has nothing to tell.
public struct Done: Shaped, Equatable, Codable {
    /// Always true.
    public let done: Bool

    /// Says that it is done.
    public init() { done = true }

    /// One field that is always true.
    public static let shape = Shape.object([Field("done", .boolean, "Always true.")])
}
