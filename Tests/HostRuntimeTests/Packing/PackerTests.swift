@_spi(Hosting) import FeatureKit
@_spi(Hosting) import FeatureWire
import Glibc
import HostConfig
import HostSystem
import HostWorker
import TestSupport
import Testing

@testable import HostRuntime

/// What is in a library is written down once, beside it.
@Suite struct PackerTests {
    private struct Lamp: Feature {
        static let contracts: [Contract] = [
            .publishes(Topic<Int>("lamp.lit", retain: .latest), watchable: true),
            .serves(Route<NoSettings, Int>("lamp.level", .get, "/level", access: .everyone)),
        ]
        init(settings: NoSettings, context: FeatureContext) throws {}
        func run() async throws {}
    }

    private struct Rude: Feature {
        static let contracts: [Contract] = [.publishes(Topic<Int>("host.lamp"))]
        init(settings: NoSettings, context: FeatureContext) throws {}
        func run() async throws {}
    }

    private let folder: TestFolder
    private let asked = Lock<[WorkerProgram.Unit]>([])

    init() throws {
        folder = try TestFolder()
        try folder.write("lamp/feature.yaml", "id: lamp\nversion: 1.0.0\nsummary: A lamp.\n".utf8)
    }

    private func packer(
        _ describe: @escaping @Sendable () throws(WorkerEnded) -> FeatureDescription = {
            FeatureDescription(FeatureEntry(Lamp.self))
        }
    ) -> Packer {
        Packer(
            finder: UnitFinder(program: folder["flagstand"]), library: Library(copies: PrivateCopies()),
            workers: Workers(
                describe: { [asked] unit async throws(WorkerEnded) in
                    asked.withLock { $0.append(unit) }
                    return try describe()
                }, check: { _, _ async throws(WorkerEnded) in [] }, source: { _ in NoWorkers() }))
    }

    /// A library that needs the kit as a feature's does, without any of its code.
    private func build(version: Int = 1, withKit: Bool = true) throws {
        let kit = withKit ? ["-Wl,--no-as-needed", "-L", Built.folder, "-lFeatureKit"] : []
        _ = try folder.library(
            "lamp/libLampFeature.so", "int version = \(version); void *flagstand_feature(void) { return 0; }",
            flags: kit)
    }

    private func outcome(_ packer: Packer) async throws -> Packer.Outcome {
        let outcomes = await packer.pack(folder["lamp"])
        return try #require(outcomes.first?.outcome)
    }

    private var file: String { folder["lamp/libLampFeature.contracts.json"] }

    private func errors(_ outcome: Packer.Outcome) -> [String] {
        guard case .failed(let diagnostics) = outcome else { return ["it was packed"] }
        return diagnostics.list.map(\.headline)
    }

    @Test func `what a worker says is written, and read again`() async throws {
        try build()
        guard case .packed(file, let packed) = try await outcome(packer()) else {
            Issue.record("it was not packed")
            return
        }
        let text = String(decoding: try FileSource.read(file), as: UTF8.self)
        #expect(text == packed.text)
        #expect(text.hasPrefix("{\n  \"sha256\": \"\(packed.digest)\",\n  \"kit\": \"\(KitVersion.current)\","))
        #expect(packed.links == [] && packed.inWords == "publishes 1, serves 1")
        let library = Library(copies: PrivateCopies())
        let path = folder["lamp/libLampFeature.so"]
        #expect(try await library.readPacked(path, of: folder["lamp"]).packed == packed)
        // The part that a repository keeps says nothing of the build.
        #expect(!packed.golden.contains(packed.digest) && !packed.golden.contains("\"kit\""))
        #expect(text.hasSuffix(String(packed.golden.dropFirst())))
    }

    @Test func `what is packed is not described again, until it is built again`() async throws {
        try build()
        _ = try await outcome(packer())
        guard case .isPacked = try await outcome(packer()) else {
            Issue.record("it was packed twice")
            return
        }
        #expect(asked.withLock(\.count) == 1)
        try build(version: 2)
        guard case .packed = try await outcome(packer()) else {
            Issue.record("it was not packed again")
            return
        }
        #expect(asked.withLock(\.count) == 2)
    }

    @Test func `a library that crashes is not packed`() async throws {
        try build()
        let end = WorkerEnded("it trapped (signal 4, SIGILL)", nil)
        let outcome = try await outcome(packer { () throws(WorkerEnded) in throw end })
        let words = "can't be packed: when it was opened, it trapped (signal 4, SIGILL)"
        #expect(errors(outcome) == ["\(folder["lamp/libLampFeature.so"]): error: \(words)"])
        #expect(!Folder.hasFile(file))
    }

    @Test func `contracts that no host takes are not packed`() async throws {
        try build()
        let outcome = try await outcome(packer { FeatureDescription(FeatureEntry(Rude.self)) })
        #expect(errors(outcome).first?.contains("on which the host alone speaks") == true)
        #expect(!Folder.hasFile(file))
    }

    @Test func `what can't read documents of the version before is not packed`() async throws {
        struct Keeper: Feature {
            static let contracts: [Contract] = [.keeps(Documents<ConfigRejected>("notes"))]
            init(settings: NoSettings, context: FeatureContext) throws {}
            func run() async throws {}
        }
        try build()
        let entry = FeatureEntry(Keeper.self)
        let packer = packer { FeatureDescription(entry) }
        guard case .packed(_, let packed) = try await outcome(packer) else {
            Issue.record("it was not packed")
            return
        }
        let previous = folder["lamp/contracts.json"]
        try folder.write("lamp/contracts.json", packed.golden.utf8)
        guard case .isPacked = try await outcome(packer) else {
            Issue.record("it was packed again")
            return
        }
        try folder.write("lamp/contracts.json", packed.golden.replacing("\"problems\"", with: "\"faults\"").utf8)
        let words = [
            "\(previous): error: stored documents of \"notes\" have the field \"faults\", which this build has not; write "
                + "@Was(\"faults\") on the field that is in its place, or a migration that changes \"faults\"",
            "\(previous): error: stored documents of \"notes\" lack the field \"problems\", which this build requires; give "
                + "it a default, make it optional, or write a migration that changes \"problems\"",
        ]
        #expect(errors(try await outcome(packer)) == words)
        try build(version: 2)
        #expect(errors(try await outcome(packer)) == words)
        try folder.write("lamp/contracts.json", "{".utf8)
        #expect(errors(try await outcome(packer)).first?.contains("so nobody knows what stored documents have") == true)
    }

    @Test func `live fields that nobody takes are not packed`() async throws {
        try build()
        let outcome = try await outcome(packer { FeatureDescription(FeatureEntry(Dim.self)) })
        #expect(
            errors(outcome).map { $0.split(separator: "error: ").last.map(String.init) ?? "" } == [
                "the settings mark level as @Live, but the feature takes no settings while it runs; make it "
                    + "Reconfigurable, or take @Live away"
            ])
    }

    struct Dim: Feature {
        @Record struct Settings: Equatable {
            /// How bright it is.
            @Live var level = 5
        }
        init(settings: Settings, context: FeatureContext) throws {}
        func run() async throws {}
    }

    @Test func `a library with a kit of its own is not packed`() async throws {
        try build(withKit: false)
        let outcome = try await outcome(packer())
        #expect(errors(outcome).first?.contains("a kit of its own inside") == true && asked.withLock(\.isEmpty))
    }

    @Test func `a folder without a feature says so`() async throws {
        try folder.makeFolder("empty")
        #expect(await packer().pack(folder["empty"]).isEmpty)
        let outcomes = await packer().pack(folder["nowhere"])
        #expect(outcomes.count == 1 && errors(outcomes[0].outcome).first?.contains("there is no such folder") == true)
    }
}
