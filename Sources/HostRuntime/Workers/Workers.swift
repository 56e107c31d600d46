@_spi(Hosting) package import FeatureKit
@_spi(Hosting) package import FeatureWire
package import HostWorker

/// Who runs features in processes of their own, as a catalogue uses it.
package struct Workers: Sendable {
    /// Opens a library in a process of its own, to hear what its feature is made of.
    let describe: @Sendable (WorkerProgram.Unit) async throws(WorkerEnded) -> FeatureDescription
    /// Has a feature check settings in a process of its own.
    let check: @Sendable (WorkerProgram.Unit, Value) async throws(WorkerEnded) -> [SettingsProblem]
    /// Where the feature's workers come from.
    let source: @Sendable (WorkerProgram.Unit) -> any WorkerSource

    package init(
        describe: @escaping @Sendable (WorkerProgram.Unit) async throws(WorkerEnded) -> FeatureDescription,
        check: @escaping @Sendable (WorkerProgram.Unit, Value) async throws(WorkerEnded) -> [SettingsProblem],
        source: @escaping @Sendable (WorkerProgram.Unit) -> any WorkerSource
    ) {
        self.describe = describe
        self.check = check
        self.source = source
    }

    /// The program that does it.
    ///
    /// - Parameters:
    ///   - rehearses: Whether its features run with a clock that is told, for proofs.
    ///   - limits: What a feature's process may take, asked for again and again.
    package init(
        _ program: WorkerProgram, rehearses: Bool = false,
        limits: @escaping @Sendable (_ feature: String) -> WorkerLimits = { _ in WorkerLimits() }
    ) {
        self.init(
            describe: { unit async throws(WorkerEnded) in try await program.describe(unit) },
            check: { unit, settings async throws(WorkerEnded) in try await program.check(settings, of: unit) },
            source: { unit in program.source(unit, limits: { limits(unit.id) }, rehearses: rehearses) })
    }

    /// The same for a program that is no host: what workers write is not told, but for their last words.
    ///
    /// - Parameters:
    ///   - program: The path of the program, beside which the one for workers lies.
    ///   - rehearses: Whether its features run with a clock that is told, for proofs.
    package init(beside program: String, rehearses: Bool = false) {
        self.init(WorkerProgram(beside: program, log: NoLog()), rehearses: rehearses)
    }
}

private struct NoLog: LogSink {
    func takes(_ level: LogLevel, from feature: String) -> Bool { false }

    func write(_ record: LogRecord) {}
}
