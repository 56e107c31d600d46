@_spi(Hosting) import FeatureKit
import HostConfig
import Testing

@testable import HostRuntime

/// Manifests, a document and toggles, put together as the host does, without files and libraries.
struct Scene {
    /// What a feature with settings has to be told.
    struct Size: Shaped, Equatable {
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
        let text = "id: \(id)\nversion: 1.0.0\nkit: 1.0\nsummary: The \(id).\n\(manifest)"
        let checked = Manifest.read(Array(text.utf8), origin: Origin(name: "feature.yaml", folder: "/\(id)"))
        let read = try #require(checked.content, "\(checked.diagnostics.text)")
        survey.manifests[id] = read
        survey.folders[id] = "/features/\(id)"
        guard let entry else { return }
        let wiring = Wiring(publishes: Set(read.topics.publishes), reads: Set(read.topics.reads))
        survey.loaded.append(LoadedFeature(id: id, entry: entry, wiring: wiring, flags: [:]))
    }

    /// What a host is told by a document and toggles.
    func orders(_ text: String, _ toggles: Toggles = Toggles()) throws -> Orders {
        let document = HostDocument(Array(text.utf8), origin: Origin(name: "plugins.yaml", folder: "/"))
        let secrets = SecretStore { ["TOKEN": "hush"][$0] }
        let checked = document.check(against: survey.known, secrets: secrets)
        let content = try #require(checked.content, "\(checked.diagnostics.text)")
        return Orders(survey: survey, document: content, named: Set(document.namedFeatures), toggles: toggles)
    }
}
