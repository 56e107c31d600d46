/// What a message or a request goes back to: who started it, and an id that all that follows shares.
public struct Cause: Sendable, Equatable {
    /// The caller at the beginning.
    public let caller: Caller
    /// The id that everything shares that came of it.
    public let id: String

    /// Makes a cause.
    public init(caller: Caller, id: String) {
        self.caller = caller
        self.id = id
    }

    /// The cause of what this task is doing, set while a route's handler runs.
    @TaskLocal static var current: Cause?
}
