@_spi(Hosting) import FeatureKit
import Glibc
import HostSystem
import TestSupport
import Testing

@testable import HostRuntime

/// What is refused, and that it is refused before any of its code runs: opening a deadly one would end the process.
@Suite struct LibraryTests {
    private let folder: TestFolder
    private let library: Library

    init() throws {
        folder = try TestFolder()
        library = Library(copies: PrivateCopies(state: folder["state"]))
    }

    private static let deadly = """
        #include <stdlib.h>
        __attribute__((constructor)) static void opened(void) { abort(); }
        void *flagstand_feature(void) { abort(); }
        """

    @Test func aMissingFileIsNamed() async throws {
        await expect(.noFile, of: folder["libGone.so"])
        await expect(.notAFile, of: folder.path)
        await expect(.notAFile, of: "/dev/zero")
    }

    @Test func whatIsNoLibraryIsNotOpened() async throws {
        await expect(.format(.notELF), of: try folder.write("libText.so", Array("#!/bin/sh\n".utf8)))
    }

    @Test func withoutAStampItIsNotOpened() async throws {
        await expect(.noStamp, of: try folder.library("libA.so", Self.deadly, stamp: nil))
        await expect(.format(.damaged(.stamp)), of: try folder.library("libB.so", Self.deadly, stamp: [1, 2, 3]))
    }

    @Test func anotherKitOrCompilerIsNotOpened() async throws {
        let host = KitStamp.host
        let (major, minor) = (UInt32(host.kit.major), UInt32(host.kit.minor))
        for (stamp, mismatch) in [
            ((major + 1, minor, host.compiler), KitStamp.Mismatch.kitMajor),
            ((major, minor + 1, host.compiler), .kitMinor),
            ((major, minor, "5.0"), .compiler),
        ] {
            let bytes = Stamps.bytes(major: stamp.0, minor: stamp.1, compiler: stamp.2)
            let kit = KitVersion(major: Int(stamp.0), minor: Int(stamp.1))
            await expect(
                .otherKit(KitStamp(kit: kit, compiler: stamp.2), mismatch, host: host),
                of: try folder.library("lib\(mismatch).so", Self.deadly, stamp: bytes))
            // One module that does not fit is enough.
            await expect(
                .otherKit(KitStamp(kit: kit, compiler: stamp.2), mismatch, host: host),
                of: try folder.library("libBoth\(mismatch).so", Self.deadly, stamp: Stamps.fitting + bytes))
        }
    }

    @Test func withoutAnEntryItIsNotOpened() async throws {
        let code = Self.deadly.replacing("flagstand_feature", with: "flagstand_featrue")
        await expect(.noEntry, of: try folder.library("libA.so", code))
    }

    /// The words are the linker's, without the path of the copy, which no operator knows.
    @Test func theLinkersOwnRefusalIsPassedOn() async throws {
        let code = "void nobodys_function(void); void *flagstand_feature(void) { nobodys_function(); return 0; }"
        await expect(.notOpened("undefined symbol: nobodys_function"), of: try folder.library("libA.so", code))

        _ = try folder.library("libGone.so", "int gone;", stamp: nil)
        let needy = try folder.library(
            "libB.so", "extern int gone; void *flagstand_feature(void) { return &gone; }",
            flags: [folder["libGone.so"], "-Wl,-soname,libB.so"])
        try run(["rm", folder["libGone.so"]])
        let outcome = await problem(of: needy)
        guard case .notOpened(let words) = outcome else {
            Issue.record("\(String(describing: outcome))")
            return
        }
        #expect(words.hasSuffix("libGone.so: cannot open shared object file: No such file or directory"))
    }

    @Test(arguments: ["state", "/sys/flagstand"])
    func aFittingLibraryHandsOverItsFeature(state: String) async throws {
        let state = state.hasPrefix("/") ? state : folder[state]
        let entry = try await Library(copies: PrivateCopies(state: state)).open(try lamp())
        #expect(entry.typeName == "Lamp")
        #expect(entry.contracts.map(\.name) == ["lamp.lit"])
        #expect(entry.settingsShape == NoSettings.shape)
    }

    /// A copy lies far from what came with the library; the program's own folder still counts.
    @Test func whatLiesBesideTheProgramIsFound() async throws {
        let name = "flagstandbeside\(getpid())"
        let beside = "\(Built.folder)/lib\(name).so"
        _ = try folder.library("beside.so", "int beside;", stamp: nil, flags: ["-o", beside])
        defer { unsafe unlink(beside) }
        let path = try lamp(["-Xlinker", "--no-as-needed", "-l\(name)"])
        #expect(try ELFFile(try LibraryFile.read(path)).needed.contains("lib\(name).so"))
        #expect(try await library.open(path).typeName == "Lamp")
    }

    /// A feature built here and now, as a third party builds one; the test's own program has none of its code.
    private func lamp(_ flags: [String] = []) throws -> String {
        let code = """
            import FeatureKit
            struct Lamp: Feature {
                static let contracts: [Contract] = [.publishes(Topic<Int>("lamp.lit"))]
                init(settings: NoSettings, context: FeatureContext) {}
                func run() async {}
            }
            @c(flagstand_feature)
            public func flagstandFeature() -> UnsafeMutableRawPointer { FeatureEntry.open(Lamp.self) }
            @section("flagstand_kit") @used
            private let stamp: \(Self.tuple(of: Stamps.fitting))
            """
        let source = try folder.write("Lamp.swift", code.utf8)
        try run(
            [
                "swiftc", "-swift-version", "6", "-parse-as-library", "-emit-library", "-module-name", "LampFeature",
                "-I", "\(Built.folder)/Modules", "-L", Built.folder, "-lFeatureKit", "-o", folder["libLamp.so"], source,
            ] + flags)
        return folder["libLamp.so"]
    }

    private static func tuple(of bytes: [UInt8]) -> String {
        let types = bytes.map { _ in "UInt8" }.joined(separator: ", ")
        return "(\(types)) = (\(bytes.map(String.init).joined(separator: ", ")))"
    }

    private func problem(of path: String) async -> LoadProblem.Fault? {
        do {
            _ = try await library.open(path)
            return nil
        } catch {
            #expect(error.path == path)
            return error.fault
        }
    }

    private func expect(
        _ fault: LoadProblem.Fault, of path: String, at location: SourceLocation = #_sourceLocation
    ) async {
        let found = await problem(of: path)
        #expect(found == fault, sourceLocation: location)
    }
}
