@_spi(Hosting) import FeatureKit
@_spi(Hosting) import FeatureTestKit
import Glibc
import HostConfig
import HostSystem
import TestSupport
import Testing

@testable import HostRuntime

/// A host of one test whose feature `lamp` can be replaced; what a unit does is the text in its library.
struct ReplaceStand {
    /// Becomes ready and waits.
    struct Good: Feature {
        let context: FeatureContext
        init(settings: NoSettings, context: FeatureContext) throws { self.context = context }
        func run() async throws {
            context.ready()
            await context.untilStopped()
        }
    }

    struct Failing: Feature {
        init(settings: NoSettings, context: FeatureContext) throws {}
        func run() async throws { throw RouteError.unavailable("no radio") }
    }

    /// Wants to be told something that no document says.
    struct Demanding: Feature {
        struct Settings: Shaped, Codable, Equatable {
            var colour: String
            static let shape = Shape.object([Field("colour", .text(), "Which colour.")])
        }
        init(settings: Settings, context: FeatureContext) throws {}
        func run() async throws {}
    }

    struct Jar: Shaped, Codable, Equatable {
        var shelf: Int
        static let shape = Shape.object([Field("shelf", .integer(), "Where it stands.")])
    }

    struct Keeping: Feature {
        static let contracts: [Contract] = [.keeps(Documents<Jar>("jars", indexes: [.on("shelf")]))]
        let context: FeatureContext
        init(settings: NoSettings, context: FeatureContext) throws { self.context = context }
        func run() async throws {
            context.ready()
            await context.untilStopped()
        }
    }

    struct KeepingOtherwise: Feature {
        static let contracts: [Contract] = [.keeps(Documents<Jar>("jars"))]
        let context: FeatureContext
        init(settings: NoSettings, context: FeatureContext) throws { self.context = context }
        func run() async throws {
            context.ready()
            await context.untilStopped()
        }
    }

    static let ana = Author(name: "ana", user: 1000)

    let scratch: TestFolder
    let host: TestHost
    let configuration: ConfigurationManager
    let clock: TestClock

    /// What the library in the host's own folder does.
    static func run(
        own: String = "good", document: String = "features: { lamp: {} }", _ body: (ReplaceStand) async throws -> Void
    ) async throws {
        let scratch = try TestFolder()
        try await TestHost.run([]) { host in
            let stand = try ReplaceStand(scratch, host, TestClock(), own)
            try stand.write("plugins.yaml", document)
            try await stand.begin()
            try await body(stand)
        }
    }

    private init(_ scratch: TestFolder, _ host: TestHost, _ clock: TestClock, _ own: String) throws {
        self.scratch = scratch
        self.host = host
        self.clock = clock
        configuration = try ConfigurationManager(
            path: scratch["plugins.yaml"], state: scratch.path, board: host.flags, bus: host.bus,
            registry: host.registry, log: Log(feature: "host", sink: host.log.sink), clock: clock.source,
            ask: { _, _ in .failed("no network") },
            survey: { _, _, _, chosen in
                do {
                    return try Self.survey(chosen.first { $0.contains("/units/lamp/") }, own)
                } catch {
                    Issue.record(error)
                    return Survey()
                }
            }, apply: { _ in })
    }

    func begin() async throws {
        #expect(await configuration.read(force: true) == .applied)
        await host.registry.settled()
    }

    /// Another host in the same folder, after this one is gone.
    func successor(own: String = "good") async throws -> ReplaceStand {
        host.flags.post(.none(since: Timestamp(nanoseconds: 0)))
        let next = try ReplaceStand(scratch, host, clock, own)
        try await next.begin()
        return next
    }

    private static func survey(_ copy: String?, _ own: String) throws -> Survey {
        var scene = Scene()
        var (text, version, folder) = (own, "1.0.0", "/features/lamp")
        if let copy {
            text = String(decoding: try FileSource.read("\(copy)/libLampFeature.so"), as: UTF8.self)
            let manifest = String(decoding: try FileSource.read("\(copy)/feature.yaml"), as: UTF8.self)
            version = manifest.firstMatch(of: #/version: (\S+)/#).map { String($0.1) } ?? "?"
            folder = copy
        }
        let entry: FeatureEntry =
            switch text {
            case "fails": FeatureEntry(Failing.self)
            case "demands": FeatureEntry(Demanding.self)
            case "keeps": FeatureEntry(Keeping.self)
            case "keeps otherwise": FeatureEntry(KeepingOtherwise.self)
            default: FeatureEntry(Good.self)
            }
        try scene.add("lamp", entry: nil)
        let manifest = "id: lamp\nversion: \(version)\nsummary: A lamp.\n"
        scene.survey.manifests["lamp"] =
            Manifest.read(Array(manifest.utf8), origin: Origin(name: "feature.yaml", folder: folder)).content
        scene.survey.folders["lamp"] = folder
        scene.survey.loaded.append(
            LoadedFeature(
                id: "lamp", entry: entry,
                make: text == "in the host" ? .host : .worker(library: "\(version) \(text)")))
        if text == "broken" { scene.survey.broken["lamp"] = .unreadable }
        return scene.survey
    }

    // MARK: - Units

    func write(_ name: String, _ text: String) throws {
        let file = try Descriptor { unsafe open(scratch[name], O_WRONLY | O_CREAT | O_TRUNC, 0o600) }
        try file.write(Array(text.utf8))
    }

    /// Lays a unit into a folder of its own.
    @discardableResult
    func unit(_ version: String, _ library: String = "good", id: String = "lamp") throws -> String {
        let folder = "\(id)-\(version)"
        try? scratch.makeFolder(folder)
        try write("\(folder)/feature.yaml", "id: \(id)\nversion: \(version)\nsummary: A lamp.\n")
        try write("\(folder)/libLampFeature.so", library)
        return scratch[folder]
    }

    @discardableResult
    func replace(
        _ version: String, _ library: String = "good", for lifetime: Duration? = nil
    ) async throws -> ReplaceOutcome {
        try await configuration.replace(
            "lamp", byUnitIn: try unit(version, library), because: "brighter", for: lifetime, by: Self.ana,
            within: .seconds(20))
    }

    /// The words of what keeps a unit from taking the lamp's place; nil where nothing does.
    func refusal(_ version: String, _ library: String = "good") async throws -> String? {
        let folder = try unit(version, library)
        do throws(OverrideProblem) {
            _ = try await configuration.replace("lamp", byUnitIn: folder, by: Self.ana, within: .seconds(20))
            return nil
        } catch { return error.description.replacing(folder, with: "UNIT") }
    }

    var version: String? { configuration.orders?.survey.manifests["lamp"]?.version }
    var state: FeatureState? { host.registry.statuses.first?.state }
    /// What the host would find after a crash.
    var kept: Override? { Overrides.kept(in: scratch)[.featureUnit, of: "lamp"] }

    /// The copies that lie in the state folder.
    var copies: [String] {
        ((try? FolderNames.read(scratch["units/lamp"], most: 100) { !$0.hasPrefix(".") || $0.hasSuffix(".new") })?.names
            ?? [])
            .sorted()
    }
}
