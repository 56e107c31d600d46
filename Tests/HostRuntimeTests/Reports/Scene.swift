@_spi(Hosting) import FeatureKit
import FlagEngine
import HostConfig
import Testing

@testable import HostRuntime

/// Manifests, a document and overrides, put together as the host does, without files and libraries.
struct Scene {
    /// What a feature with settings has to be told.
    struct Size: Shaped, Codable, Equatable {
        var size: Int
        var token: Secret?
        static let shape = Shape.object([
            Field("size", .integer(in: 1...9), "How large."), Field("token", .secret, "To get in.", optional: true),
        ])
    }

    /// Becomes ready and waits.
    struct Idle: Feature {
        let context: FeatureContext
        init(settings: NoSettings, context: FeatureContext) throws { self.context = context }
        func run() async throws {
            context.ready()
            await context.untilStopped()
        }
    }

    /// The same with settings.
    struct Sized: Feature {
        let context: FeatureContext
        init(settings: Size, context: FeatureContext) throws { self.context = context }
        func run() async throws {
            context.ready()
            await context.untilStopped()
        }
    }

    /// What there is to find in the folders of features.
    var survey = Survey()

    /// Adds a feature.
    ///
    /// - Parameter manifest: What its `feature.yaml` says beyond what every one has to.
    mutating func add(_ id: String, _ manifest: String = "", entry: FeatureEntry? = FeatureEntry(Idle.self)) throws {
        let text = "id: \(id)\nversion: 1.0.0\nsummary: The \(id).\n\(manifest)"
        let checked = Manifest.read(Array(text.utf8), origin: Origin(name: "feature.yaml", folder: "/\(id)"))
        let read = try #require(checked.content, "\(checked.diagnostics.text)")
        survey.manifests[id] = read
        survey.folders[id] = "/features/\(id)"
        guard let entry else { return }
        survey.loaded.append(LoadedFeature(id: id, entry: entry))
    }

    /// Has a feature run elsewhere, or from something else.
    mutating func make(_ id: String, _ make: FeatureMake) {
        survey.loaded = survey.loaded.map { feature in
            guard feature.id == id else { return feature }
            return LoadedFeature(id: id, entry: feature.entry, wiring: feature.wiring, make: make)
        }
    }

    /// The orders that a document and overrides give a host.
    func orders(_ text: String, _ overrides: Overrides = Overrides()) throws -> Orders {
        let document = HostDocument(Array(text.utf8), origin: Origin(name: "plugins.yaml", folder: "/"))
        let secrets = SecretStore { ["TOKEN": "sesame"][$0] }
        let checked = document.check(against: survey.known, secrets: secrets)
        let content = try #require(checked.content, "\(checked.diagnostics.text)")
        return Orders(survey: survey, document: content, named: Set(document.namedFeatures), overrides: overrides)
    }

    /// The same with the flags that it means.
    func compiled(_ text: String, _ overrides: Overrides = Overrides()) throws -> Orders {
        var history = FlagHistory()
        return try compiled(text, overrides, after: &history)
    }

    /// The same after what was before, which it becomes.
    func compiled(_ text: String, _ overrides: Overrides, after history: inout FlagHistory) throws -> Orders {
        let orders = try orders(text, overrides)
        let sets = orders.document.flags.sources.compactMap { if case .inline(let set) = $0 { set } else { nil } }
        let start = Timestamp(nanoseconds: 0)
        let plan = FlagPlan(orders, sources: sets, previous: .none(since: start), history: history, now: start)
        #expect(plan.problems == [])
        history = FlagHistory(
            revision: plan.snapshot.program.revision, allocations: plan.snapshot.program.allocations)
        return orders.meaning(plan)
    }
}
