@_spi(Hosting) import FeatureKit
import Foundation
import HostRuntime
import HostSystem
import TestSupport
import Testing

/// Libraries that can't be used: each is refused with its path and what to do, and the other features start.
@Suite struct LibraryFaultTests {
    private let venue: Venue

    init() throws { venue = try Venue() }

    @Test func thereIsNone() async throws {
        try venue.add("lamp")
        let words =
            "there is no library lib<Name>Feature.so in it, nor \(Built.library(of: "lamp")); "
            + "build it with \"make build\", or copy the library into the folder"
        try await venue.expectRefused(
            "\(venue.folder["units/lamp"]): error: \(words)", because: "its library can't be used: \(words)")
    }

    @Test func thereAreSeveral() async throws {
        try venue.add("lamp", library: try LibraryBytes.built("BLE"))
        try venue.folder.write("units/lamp/libLampFeature.so", "")
        let words = "holds several libraries, libLampFeature.so and libTestFeature.so; leave one of them"
        try await venue.expectRefused(
            "\(venue.folder["units/lamp"]): error: \(words)", because: "its library can't be used: \(words)")
    }

    /// As after a build folder was cleaned: the name is there, and what it points to is not.
    @Test func itsLinkLeadsNowhere() async throws {
        try venue.add("lamp")
        try FileManager.default.createSymbolicLink(
            atPath: venue.folder["units/lamp/libTestFeature.so"], withDestinationPath: "gone.so")
        try await expectRefused("there is no such file; build the feature, or copy its library there")
    }

    @Test func itIsAFolder() async throws {
        try venue.add("lamp")
        try venue.folder.makeFolder("units/lamp/libTestFeature.so")
        try await expectRefused("is no file; a feature's library is expected there")
    }

    @Test(arguments: ["#!/bin/sh\n", ""])
    func itIsNoLibrary(text: String) async throws {
        try await expectRefused(
            "is no library (no ELF file); build the feature with \"swift build\" and copy its .so there",
            of: Data(text.utf8))
    }

    /// As after a copy that was broken off.
    @Test(arguments: [
        (20, "header"), (4096, "section table"),
    ])
    func itIsTruncated(size: Int, part: String) async throws {
        try await expectRefused(
            "is damaged: its \(part) cannot be read; build or copy it again",
            of: try LibraryBytes.built("BLE").prefix(size))
    }

    @Test func itIsForAnotherMachine() async throws {
        let (number, name): (UInt8, String) = ELFMachine.here == .aarch64 ? (62, "x86_64") : (183, "aarch64")
        try await expectRefused(
            "is built for \(name), this machine is \(ELFMachine.here); build it for \(ELFMachine.here)",
            of: try LibraryBytes.built("BLE").overwriting(18, with: [number, 0]))
    }

    @Test func itIsAProgram() async throws {
        let program: UInt8 = 2
        try await expectRefused(
            "is a program, not a shared library; make the product a .library(type: .dynamic)",
            of: try LibraryBytes.built("BLE").overwriting(16, with: [program, 0]))
    }

    @Test func itHasNoEntry() async throws {
        try await expectRefused(
            "has no function flagstand_feature; add: @c(flagstand_feature) public func flagstandFeature() "
                + "-> UnsafeMutableRawPointer { unsafe FeatureEntry.open(YourFeature.self) }",
            of: try LibraryBytes.built("BLE").replacing("\0flagstand_feature\0", by: "\0flagstand_featrue\0"))
    }

    @Test func itHasNoStamp() async throws {
        try await expectRefused(
            "is no Flagstand feature: it carries no stamp; add to its target in Package.swift: "
                + "plugins: [.plugin(name: \"KitStamp\", package: \"FeatureKit\")]",
            of: try LibraryBytes.built("BLE").replacing("\0flagstand_kit\0", by: "\0flagstand_kid\0"))
    }

    @Test func itsStampIsDamaged() async throws {
        try await expectRefused(
            "is damaged: its stamp cannot be read; build or copy it again",
            of: try LibraryBytes.built("BLE").replacing("flagstnd", by: "flagstng"))
    }

    @Test func itIsBuiltWithAnotherKit() async throws {
        let host = KitVersion.current
        try await expectRefused(
            "is built with FeatureKit 1.\(host.minor), this host has \(host); rebuild it with FeatureKit \(host.major)",
            of: try LibraryBytes.built("BLE").stamped(major: 1))
    }

    @Test func itIsBuiltWithANewerKit() async throws {
        let host = KitVersion.current
        try await expectRefused(
            "is built with FeatureKit \(host.major).200, this host has \(host); "
                + "update the host, or rebuild it with FeatureKit \(host)",
            of: try LibraryBytes.built("BLE").stamped(minor: 200))
    }

    @Test func itIsBuiltWithAnotherCompiler() async throws {
        let compiler = KitVersion.compiler
        try await expectRefused(
            "is built with Swift 6.2.4, this host with \(compiler); rebuild it with Swift \(compiler)",
            of: try LibraryBytes.built("BLE").stamped(compiler: "6.2.4"))
    }

    @Test func aLibraryThatItNeedsIsMissing() async throws {
        try await expectRefused(
            "cannot be opened: libx.so.6: cannot open shared object file: No such file or directory; "
                + "install the package that holds it, or put it beside the host",
            of: try LibraryBytes.built("BLE").replacing("\0libm.so.6\0", by: "\0libx.so.6\0"))
    }

    @Test func aFunctionThatItNeedsIsNowhere() async throws {
        try await expectRefused(
            "cannot be opened: undefined symbol: swift_rexain; a library that defines it is not linked: "
                + "name it in the target's linkerSettings",
            of: try LibraryBytes.built("BLE").replacing("\0swift_retain\0", by: "\0swift_rexain\0"))
    }

    /// The stamp can't know what was changed in the kit without a new version.
    @Test func aFunctionOfTheKitThatItNeedsIsNowhere() async throws {
        try await expectRefused(
            "cannot be opened: undefined symbol: $s10FeatureKit0A5EntryC4opemySvxmAA0A0RzlFZ; "
                + "it was built against another FeatureKit than this host's: rebuild it with that one",
            of: try LibraryBytes.built("BLE").replacing("FeatureKit0A5EntryC4open", by: "FeatureKit0A5EntryC4opem"))
    }

    /// A lamp with this library is refused with these words about it.
    private func expectRefused(
        _ words: String, of library: Data? = nil, at place: SourceLocation = #_sourceLocation
    ) async throws {
        if let library { try venue.add("lamp", library: library) }
        try await venue.expectRefused(
            "\(venue.file(of: "lamp", Venue.libraryName)): error: \(words)",
            because: "its library can't be used: \(words)", at: place)
    }
}
