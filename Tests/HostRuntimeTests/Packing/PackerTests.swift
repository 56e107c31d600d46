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
                }, source: { _ in NoWorkers() }))
    }

    private struct NoWorkers: WorkerSource {
        func run(
            receive: @escaping @Sendable (WireMessage) throws(WireError) -> Void,
            connected: @escaping @Sendable (any WireConnection) -> Void
        ) async throws { throw WireError.closed }
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
