/// What a message or a request goes back to: who started it, and an id that all that follows shares.
public struct Cause: Sendable, Equatable {
    /// In a class, so that the cause of a message costs one reference and parcels stay small.
    private final class Content: Sendable {
        let caller: Caller
        let id: String

        init(caller: Caller, id: String) {
            self.caller = caller
            self.id = id
        }
    }

    private let content: Content

    /// The caller at the beginning.
    public var caller: Caller { content.caller }
    /// The id that everything shares that came of it.
    public var id: String { content.id }

    /// Makes a cause.
    public init(caller: Caller, id: String) { content = Content(caller: caller, id: id) }

    /// Whether both tell of the same caller and id.
    public static func == (left: Cause, right: Cause) -> Bool {
        left.content === right.content || (left.id == right.id && left.caller == right.caller)
    }

    /// The cause of what this task is doing, set while a route's handler runs.
    @TaskLocal static var current: Cause?
}
