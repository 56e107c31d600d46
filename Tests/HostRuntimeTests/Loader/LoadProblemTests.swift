@_spi(Hosting) import FeatureKit
import Glibc
import HostSystem
import Testing

@testable import HostRuntime

/// Word for word, because the words are what an operator has.
@Suite struct LoadProblemTests {
    private static let host = KitStamp(kit: KitVersion(major: 1, minor: 2), compiler: "6.3.1")

    @Test(
        arguments: [
            (.noFolder, "there is no such folder; make it, or take it out of plugins"),
            (.unreadable(SystemError(code: EACCES)), "cannot be read: Permission denied"),
            (.crowded(limit: 4096), "holds more than 4096 entries; name a folder that holds features alone"),
            (
                .noManifest(library: "libBLEFeature.so"),
                "holds libBLEFeature.so but no feature.yaml; write one beside it"
            ),
            (
                .notBuilt(expected: "/opt/f/libBLEFeature.so"),
                "was not built: there is no library in its .build/debug or .build/release, nor /opt/f/libBLEFeature.so; "
                    + "run \"swift build\" in it, or \"make build\" for all features"
            ),
            (
                .noLibrary(expected: "/opt/f/libBLEFeature.so"),
                "there is no library lib<Name>Feature.so in it, nor /opt/f/libBLEFeature.so; "
                    + "build it with \"make build\", or copy the library into the folder"
            ),
            (
                .severalLibraries(["libAFeature.so", "libBFeature.so", "libCFeature.so"]),
                "holds several libraries, libAFeature.so, libBFeature.so and libCFeature.so; leave one of them"
            ),
            (
                .idTaken(id: "ble", by: "Plugins/BLE"),
                "the id \"ble\" belongs to Plugins/BLE already; give one of them another id, or remove one"
            ),
        ] as [(LoadProblem.Fault, String)])
    func folders(fault: LoadProblem.Fault, words: String) { expect(fault, words) }

    @Test(
        arguments: [
            (.noFile, "there is no such file; build the feature, or copy its library there"),
            (.notAFile, "is no file; a feature's library is expected there"),
            (.tooLarge(limit: 512 * 1024 * 1024), "has more than 512 MiB; strip it with \"strip --strip-debug\""),
            (
                .format(.notELF),
                "is no library (no ELF file); build the feature with \"swift build\" and copy its .so there"
            ),
            (
                .format(.otherMachine(ELFMachine(number: 22, isLittleEndian: false))),
                "is built for s390x, this machine is \(ELFMachine.here); build it for \(ELFMachine.here)"
            ),
            (
                .format(.notShared(1)),
                "is an object file, not a shared library; make the product a .library(type: .dynamic)"
            ),
            (
                .format(.notShared(7)),
                "is an ELF file of kind 7, not a shared library; make the product a .library(type: .dynamic)"
            ),
            (.format(.damaged(.symbolTable)), "is damaged: its symbol table cannot be read; build or copy it again"),
            (
                .noStamp,
                "is no Flagstand feature: it carries no stamp; add to its target in Package.swift: "
                    + "plugins: [.plugin(name: \"KitStamp\", package: \"FeatureKit\")]"
            ),
            (
                .otherKit(KitStamp(kit: KitVersion(major: 2, minor: 0), compiler: "6.3.1"), .kitMajor, host: host),
                "is built with FeatureKit 2.0, this host has 1.2; rebuild it with FeatureKit 1"
            ),
            (
                .otherKit(KitStamp(kit: KitVersion(major: 1, minor: 3), compiler: "6.3.1"), .kitMinor, host: host),
                "is built with FeatureKit 1.3, this host has 1.2; update the host, or rebuild it with FeatureKit 1.2"
            ),
            (
                .otherKit(KitStamp(kit: KitVersion(major: 1, minor: 2), compiler: "6.2.0"), .compiler, host: host),
                "is built with Swift 6.2.0, this host with 6.3.1; rebuild it with Swift 6.3.1"
            ),
            (
                .noEntry,
                "has no function flagstand_feature; add: @c(flagstand_feature) public func flagstandFeature() "
                    + "-> UnsafeMutableRawPointer { unsafe FeatureEntry.open(YourFeature.self) }"
            ),
        ] as [(LoadProblem.Fault, String)])
    func files(fault: LoadProblem.Fault, words: String) { expect(fault, words) }

    @Test(
        arguments: [
            (
                .notCopied(SystemError(code: EIO)),
                "cannot be copied into the state folder, nor into memory: Input/output error"
            ),
            (
                .noThread(SystemError(code: EAGAIN)),
                "cannot be opened, because there is no thread to do it: Resource temporarily unavailable"
            ),
            (
                .notOpened("undefined symbol: $s10FeatureKit4LampV"),
                "cannot be opened: undefined symbol: $s10FeatureKit4LampV; it was built against another FeatureKit than "
                    + "this host's: rebuild it with that one"
            ),
            (
                .notOpened("undefined symbol: zip_open"),
                "cannot be opened: undefined symbol: zip_open; a library that defines it is not linked: "
                    + "name it in the target's linkerSettings"
            ),
            (
                .notOpened("libzip.so.4: cannot open shared object file: No such file or directory"),
                "cannot be opened: libzip.so.4: cannot open shared object file: No such file or directory; "
                    + "install the package that holds it, or put it beside the host"
            ),
            (
                .notOpened("failed to map segment from shared object"),
                "cannot be opened: failed to map segment from shared object; "
                    + "is the state folder mounted noexec? Choose another one with --state"
            ),
            (.notOpened("out of luck"), "cannot be opened: out of luck"),
        ] as [(LoadProblem.Fault, String)])
    func opening(fault: LoadProblem.Fault, words: String) { expect(fault, words) }

    @Test(
        arguments: [
            (
                .badName(.publishes, "a b"),
                "the library publishes \"a b\", which is no name; take words of letters, digits, dashes and underscores, "
                    + "joined by dots"
            ),
            (
                .reservedTopic("host.mine"),
                "the library publishes \"host.mine\", on which the host alone speaks; take another name"
            ),
        ] as [(LoadProblem.Fault, String)])
    func declarations(fault: LoadProblem.Fault, words: String) { expect(fault, words) }

    @Test(
        arguments: [
            (
                .notPacked(unit: "some"),
                "has no file path.contracts.json beside it, which says what is in it; run \"flagstand pack some\""
            ),
            (
                .packedOtherwise(unit: "some"),
                "is not the library that path.contracts.json describes: it was built again since; run "
                    + "\"flagstand pack some\""
            ),
            (
                .packedUnreadable("type: is missing", unit: "some"),
                "has beside it a file path.contracts.json that can't be read: type: is missing; run "
                    + "\"flagstand pack some\""
            ),
            (
                .ownKit,
                "does not need libFeatureKit.so, so it has a kit of its own inside; depend on the product FeatureKit, "
                    + "not on its target"
            ),
            (
                .notDescribed("it trapped", lastLines: ["no radio", "Current stack trace:", "0 main"]),
                "can't be packed: when it was opened, it trapped; it wrote last: no radio"
            ),
        ] as [(LoadProblem.Fault, String)])
    func packing(fault: LoadProblem.Fault, words: String) { expect(fault, words) }

    private func expect(_ fault: LoadProblem.Fault, _ words: String) {
        #expect("\(LoadProblem("some/path", fault))" == "some/path: error: \(words)")
    }
}
