@_spi(Hosting) package import FeatureKit
@_spi(Hosting) package import FeatureWire
internal import HostSystem

/// The program that runs features in processes of their own, and the features that it runs.
package struct WorkerProgram: Sendable {
    /// A library that was checked, as the worker opens it.
    package struct Unit: Sendable, Equatable {
        /// The feature's id.
        package let id: String
        /// The private copy of its library.
        package let library: String
        /// The libraries that it needs, by name.
        package let needed: [String]

        package init(id: String, library: String, needed: [String]) {
            self.id = id
            self.library = library
            self.needed = needed
        }
    }

    /// Where the program lies.
    package let path: String
    /// The processes of features that run now.
    package let live = LiveWorkers()
    /// Takes what workers write, as lines of the log.
    let log: any LogSink

    /// - Parameters:
    ///   - host: The path of the host's program, beside which it lies.
    ///   - log: Takes what workers write.
    package init(beside host: String, log: any LogSink) {
        path = Path.join(Path.folder(of: host), "flagstand-worker")
        self.log = log
    }

    /// Starts a worker only to ask what its feature is made of.
    package func describe(_ unit: Unit) async throws(WorkerEnded) -> FeatureDescription {
        let found = Lock<FeatureDescription?>(nil)
        let source = ProcessSource(program: self, unit: unit, limits: { WorkerLimits() }, purpose: .describe)
        do {
            try await source.run(connected: { _ in }) { message throws(WireError) in
                guard message.kind == .description else { throw .malformed("it was asked what it is made of") }
                let description = try FeatureDescription(message)
                found.withLock { $0 = description }
                return false
            }
        } catch let ended as WorkerEnded {
            throw ended
        } catch {
            throw WorkerEnded("\(path) can't be started: \(error)", nil)
        }
        guard let description = found.withLock({ $0 }) else { throw WorkerEnded("nobody asked any more", nil) }
        return description
    }

    /// Starts a worker only to have its feature check settings, with little time and memory.
    package func check(
        _ settings: Value, of unit: Unit, limits: WorkerLimits = .settingsCheck
    ) async throws(WorkerEnded) -> [SettingsProblem] {
        let found = Lock<[SettingsProblem]?>(nil)
        let source = ProcessSource(program: self, unit: unit, limits: { limits }, purpose: .check)
        do {
            try await source.run(connected: { _ = $0.send(.checkSettings(settings)) }) { message throws(WireError) in
                let problems = try message.settingsProblems()
                found.withLock { $0 = problems }
                return false
            }
        } catch let ended as WorkerEnded {
            throw ended
        } catch {
            throw WorkerEnded("\(path) can't be started: \(error)", nil)
        }
        guard let problems = found.withLock({ $0 }) else { throw WorkerEnded("nobody asked any more", nil) }
        return problems
    }

    /// Where the feature's workers come from.
    ///
    /// - Parameters:
    ///   - limits: What a worker may take, asked again and again: they hold from the moment that they change.
    ///   - rehearses: That it runs with a clock that is told and says when it rests, for proofs.
    package func source(
        _ unit: Unit, limits: @escaping @Sendable () -> WorkerLimits, rehearses: Bool = false
    ) -> any WorkerSource {
        ProcessSource(program: self, unit: unit, limits: limits, purpose: rehearses ? .rehearse : .run)
    }
}
