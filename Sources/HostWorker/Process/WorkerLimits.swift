/// What a worker's process may take; a feature's `worker:` in the document or its manifest says so.
package struct WorkerLimits: Sendable, Equatable {
    /// How much memory, with all that it started.
    package var memory = 512 << 20
    /// For how long it may not answer.
    package var hang = Duration.seconds(10)
    /// How long its library may take to be opened and described.
    package static let description = Duration.seconds(10)

    /// What checking settings may take.
    package static let settingsCheck = WorkerLimits(memory: 256 << 20, hang: .seconds(5))

    package init() {}

    private init(memory: Int, hang: Duration) { (self.memory, self.hang) = (memory, hang) }
}
