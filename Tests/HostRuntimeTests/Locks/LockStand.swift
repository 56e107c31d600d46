@_spi(Hosting) import FeatureKit
@_spi(Hosting) import FeatureTestKit
import HostConfig
import TestSupport
import Testing

@testable import HostRuntime

/// A host with `safe`, which is locked and needs `power`; `lamp`, which stands alone; and `fickle`, which may not come up.
enum LockStand {
    static let on = "features: { safe: {}, power: {}, lamp: {} }"
    static let example = #"{ enabled: false, force: "the season is over" }"#

    static func scene(_ safe: String = "locked: true\nneeds: [power]") throws -> Scene {
        var scene = Scene()
        try scene.add("safe", safe)
        try scene.add("power")
        try scene.add("lamp")
        try scene.add("fickle", entry: FeatureEntry(KeepingStand.Fickle.self))
        return scene
    }

    static func run(_ document: String = on, _ body: (KeepingStand) async throws -> Void) async throws {
        try await KeepingStand.run(scene().survey) { stand async throws in
            #expect(try await stand.save(document) == .applied)
            try await body(stand)
        }
    }
}

extension KeepingStand {
    @discardableResult
    func say(
        _ target: String, _ value: Value?, because reason: String? = nil, for lifetime: Duration? = nil,
        force: Bool = false
    ) async throws(OverrideProblem) -> OverrideOutcome {
        let target = try OverrideTarget(target)
        let read = try value.map { value throws(OverrideProblem) in try target.reading(value) }
        let outcome = try await configuration.override(
            target, OverrideRequest(read, because: reason, for: lifetime, force: force), by: Self.ann,
            within: .seconds(20))
        await host.registry.settled()
        return outcome
    }

    /// The words of what keeps a target from being that; nil where nothing does.
    func refusal(
        _ target: String, _ value: Value?, because reason: String? = nil, for lifetime: Duration? = nil,
        force: Bool = false
    ) async -> String? {
        do throws(OverrideProblem) {
            try await say(target, value, because: reason, for: lifetime, force: force)
            return nil
        } catch { return error.description }
    }

    /// What is wrong with applying a document; nil where nothing is.
    func refusal(ofApplying document: String) async -> [String]? {
        do throws(ConfigProblem) {
            _ = try await apply(document)
            return nil
        } catch { return words(error) }
    }

    /// The same of a plan.
    func refusal(ofPlanning document: String) async -> [String]? {
        let texts = [SourceText(name: "new.yaml", bytes: Array(document.utf8))]
        do throws(ConfigProblem) {
            _ = try await configuration.plan(texts)
            return nil
        } catch { return words(error) }
    }

    /// The same of a rollback.
    func refusal(ofRollingBackTo revision: Int) async -> [String]? {
        do throws(ConfigProblem) {
            _ = try await rollBack(to: revision)
            return nil
        } catch { return words(error) }
    }

    private func words(_ problem: ConfigProblem) -> [String] {
        if case .refused(let diagnostics) = problem { told(diagnostics) } else { ["\(problem)"] }
    }

    /// What is wrong with what a source says.
    var rejected: [String]? { configuration.status.rejection.map { told($0.diagnostics) } }

    private func told(_ diagnostics: Diagnostics) -> [String] {
        diagnostics.list.map { $0.headline.replacing(folder.path + "/", with: "") }
    }

    /// The sentences on a feature.
    func why(_ id: String) throws -> [String] {
        let orders = try #require(configuration.orders)
        return FeatureView(orders: orders, statuses: host.registry.statuses, uptime: .zero).why.sentences(of: id)
    }

    var kept: Overrides { configuration.orders?.overrides ?? Overrides() }
}
