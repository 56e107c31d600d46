@_spi(Hosting) internal import FeatureKit
internal import HostWorker

/// Has features check their settings, and remembers the results: the same library finds the same in the same settings.
package final class SettingsChecks: Sendable {
    /// How many answers are remembered.
    private static let most = 256

    private struct Question: Hashable {
        /// The private copy of the library, which stands for its content.
        let library: String
        let settings: String
    }

    private let workers: Workers
    private let answers = Lock(BoundedCache<Question, [SettingsProblem]>(limit: most))

    init(_ workers: Workers) { self.workers = workers }

    /// What a feature finds wrong with settings that fit their Shape; that it can't be asked is a problem of them, too.
    func problems(in settings: Value, of unit: WorkerProgram.Unit) async -> [SettingsProblem] {
        let question = Question(library: unit.library, settings: settings.json)
        if let known = answers.withLock({ $0.use(question) }) { return known }
        do throws(WorkerEnded) {
            let problems = try await workers.check(unit, settings)
            answers.withLock { $0[question] = problems }
            return problems
        } catch {
            return [SettingsProblem(at: ValuePath(), "they can't be checked: \(error)")]
        }
    }
}
