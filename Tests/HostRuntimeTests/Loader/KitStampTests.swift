import FeatureKit
import Glibc
import HostSystem
import HostWorker
import Testing

@testable import HostRuntime

@Suite struct KitStampTests {
    private let host = KitStamp(kit: KitVersion(major: 1, minor: 2), compiler: "6.3.1")

    @Test func isReadFromItsBytes() throws {
        let stamps = try KitStamp.all(in: Stamps.bytes(major: 1, minor: 20, compiler: "6.3.1"))
        #expect(stamps == [KitStamp(kit: KitVersion(major: 1, minor: 20), compiler: "6.3.1")])
    }

    @Test func aLibraryOfTwoModulesHasTwo() throws {
        let stamps = try KitStamp.all(
            in: Stamps.bytes(major: 1, minor: 0, compiler: "6.3.1")
                + Stamps.bytes(major: 2, minor: 0, compiler: "6.4-dev"))
        #expect(stamps.map(\.kit.major) == [1, 2])
        #expect(stamps.map(\.compiler) == ["6.3.1", "6.4-dev"])
    }

    @Test(arguments: [
        [],
        [UInt8](repeating: 0, count: 48),
        Array(Stamps.fitting.dropLast()),
        Stamps.fitting + [0],
        Array("flagstnt".utf8) + Stamps.fitting.dropFirst(8),
        Stamps.bytes(major: 1, minor: 0, compiler: ""),
        Stamps.bytes(major: 1, minor: 0, compiler: "6.3\n1"),
        Stamps.fitting + [UInt8](repeating: 0, count: 48),
    ])
    func whatIsNoStampIsDamage(bytes: [UInt8]) {
        #expect(throws: ELFProblem.damaged(.stamp)) { try KitStamp.all(in: bytes) }
    }

    @Test(
        arguments: [
            (KitVersion(major: 1, minor: 2), "6.3.1", nil),
            (KitVersion(major: 1, minor: 0), "6.3.1", nil),
            (KitVersion(major: 1, minor: 3), "6.3.1", .kitMinor),
            (KitVersion(major: 0, minor: 2), "6.3.1", .kitMajor),
            (KitVersion(major: 2, minor: 0), "6.3.1", .kitMajor),
            (KitVersion(major: 1, minor: 2), "6.3.2", .compiler),
            (KitVersion(major: 1, minor: 2), "6.3", .compiler),
            // The kit is named first: another compiler alone would not make it fit.
            (KitVersion(major: 2, minor: 0), "6.2.0", .kitMajor),
            (KitVersion(major: 1, minor: 3), "6.2.0", .kitMinor),
        ] as [(KitVersion, String, KitStamp.Mismatch?)])
    func fitsOnlyOlderKitsOfTheSameCompiler(kit: KitVersion, compiler: String, mismatch: KitStamp.Mismatch?) {
        #expect(KitStamp(kit: kit, compiler: compiler).mismatch(with: host) == mismatch)
    }

    /// The kit's library was stamped by the build that made this test, so its stamp is the host's.
    @Test func theKitsLibraryCarriesTheHostsStamp() throws {
        let file = try ELFFile(try LibraryFile.read(Built.folder + "/libFeatureKit.so"))
        let section = try #require(try file.section(KitStamp.section))
        #expect(try KitStamp.all(in: section) == [.host])
        #expect(file.needed.contains("libswiftCore.so"))
        #expect(try !file.exports(LibraryEntry.name))
    }
}

/// Where the build put what it made.
enum Built {
    static let folder = {
        var path = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = unsafe readlink("/proc/self/exe", &path, path.count)
        let program = String(decoding: path.prefix(max(0, length)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return program.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" }
    }()
}
