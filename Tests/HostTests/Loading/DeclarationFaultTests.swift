import Foundation
import Glibc
import TestSupport
import Testing

/// Manifests that are wrong, or contradict something: each is told with its path and what to do, and the other
/// features start.
@Suite struct DeclarationFaultTests {
    private let venue: Venue
    /// A feature that needs no settings; `manifest` says what it does.
    private let library: Data
    private let manifest = Venue.manifest("lamp")
    private var path: String { venue.file(of: "lamp", "feature.yaml") }

    init() throws {
        venue = try Venue()
        library = try LibraryBytes.built("Mood")
    }

    /// As a manifest of an older kit says them.
    @Test func itListsWhatTheCodeDeclares() async throws {
        let manifest = "id: lamp\nversion: 1.0.0\nkit: \"1.0\"\nsummary: A lamp.\nroutes: [lamp.blink]\n"
        try venue.add("lamp", manifest: manifest, library: library)
        let words = "is made from the code now, by \"flagstand pack\"; take it out of this file"
        try await expectManifestProblems(
            in: "lamp", ":3:1: error: \"kit\" \(words)", ":5:1: error: \"routes\" \(words)")
    }

    @Test func itWasBuiltAgainSinceItWasPacked() async throws {
        try venue.add("lamp", manifest: manifest, library: library)
        try venue.folder.write(venue.path(of: "lamp", Venue.libraryName), library + Data([0]))
        let folder = venue.folder["units/lamp"]
        let words =
            "is not the library that libTestFeature.contracts.json describes: it was built again since; "
            + "run \"flagstand pack \(folder)\""
        try await venue.expectRefused(
            "\(venue.file(of: "lamp", Venue.libraryName)): error: \(words)",
            because: "its library can't be used: \(words)")
    }

    @Test func itWasNotPacked() async throws {
        try venue.add("lamp", manifest: manifest)
        try venue.folder.write(venue.path(of: "lamp", Venue.libraryName), library)
        let folder = venue.folder["units/lamp"]
        let words =
            "has no file libTestFeature.contracts.json beside it, which says what is in it; "
            + "run \"flagstand pack \(folder)\""
        try await venue.expectRefused(
            "\(venue.file(of: "lamp", Venue.libraryName)): error: \(words)",
            because: "its library can't be used: \(words)")
    }

    /// The built-in one is found first and runs.
    @Test func itsIDIsTaken() async throws {
        try venue.add("lamp", manifest: Venue.manifest("ble"), library: library)
        try venue.save()
        try await expectOthersStart([
            "\(path): error: the id \"ble\" belongs to \(Built.tree)/Plugins/BLE/feature.yaml already; "
                + "give one of them another id, or remove one"
        ])
    }

    @Test func itNeedsItselfInACircle() async throws {
        try venue.add("lamp", manifest: manifest + "needs: [torch]\n", library: library)
        try venue.add("torch", manifest: Venue.manifest("torch", "after: [match]"))
        try venue.add("match", manifest: Venue.manifest("match", "needs: [lamp]"))
        let words =
            "these features wait for each other: lamp → torch → match → lamp; take one of them out of needs or after"
        try await venue.expectRefused("\(path): error: \(words)", because: words)
    }

    @Test(arguments: [("trakc", "; did you mean \"track\"?"), ("electricity", "")])
    func itNeedsWhatIsNotThere(need: String, hint: String) async throws {
        try venue.add("lamp", manifest: manifest + "needs: [\(need)]\n", library: library)
        let words = "lamp needs \"\(need)\", which no feature here is called\(hint)"
        try await venue.expectRefused("\(path): error: \(words)", because: words)
    }

    /// All mistakes at once; the id can be read all the same.
    @Test func itIsWrong() async throws {
        let manifest = """
            id: lamp
            version: one
            sumary: A feature of a test.
            stage: final
            """
        try venue.folder.write(venue.path(of: "elsewhere", "feature.yaml"), manifest)
        try await expectManifestProblems(
            in: "elsewhere", ":1:1: error: missing key \"summary\"",
            ":2:10: error: must be a version such as 1.2.0, not the text \"one\"",
            ":3:1: error: unknown key \"sumary\"; did you mean \"summary\"?",
            ":4:8: error: must be one of \"alpha\", \"beta\", \"stable\", \"deprecated\", not \"final\"")
    }

    /// Where no id can be read, the folder's name is it.
    @Test func itIsNoYAML() async throws {
        try venue.add("lamp", manifest: "id: lamp\n\tversion: 1.0.0\n")
        try await expectManifestProblems(in: "lamp", ":2:1: error: a tab cannot indent; use spaces")
    }

    @Test func itIsNoFile() async throws {
        try venue.folder.makeFolder(venue.path(of: "lamp", "feature.yaml"))
        try venue.folder.write(venue.path(of: "lamp", Venue.libraryName), library)
        try await venue.expectRefused(
            "\(venue.folder["units/lamp"]): error: holds libTestFeature.so but no feature.yaml; write one beside it",
            because: "its feature.yaml can't be used")
    }

    @Test func itIsEmpty() async throws {
        try venue.add("lamp", manifest: "")
        try await expectManifestProblems(
            in: "lamp", ":1:1: error: missing key \"id\"", ":1:1: error: missing key \"version\"",
            ":1:1: error: missing key \"summary\"")
    }

    @Test func theFolderOfUnitsIsMissing() async throws {
        try venue.save()
        try venue.folder.remove(Venue.units)
        try await expectOthersStart([
            "plugins.yaml:4:11: error: \(venue.folder[Venue.units]): there is no such folder; "
                + "make it, or take it out of plugins"
        ])
    }

    /// Expects these problems with the lamp's manifest.
    private func expectManifestProblems(
        in unit: String, _ problems: String..., at place: SourceLocation = #_sourceLocation
    ) async throws {
        try venue.save("lamp: {}")
        try await HostProcess.run(venue.host) { host in
            try await host.expectReady("ble active, lamp failed, track active", at: place)
            let expected = problems.map { venue.file(of: unit, "feature.yaml") + $0 }
            #expect(host.complaints == expected, sourceLocation: place)
            let state = try await host.expectState("failed", of: "lamp", at: place)
            #expect(state.fields["reason"] == "its feature.yaml can't be used", sourceLocation: place)
        }
    }

    private func expectOthersStart(
        _ complaints: [String], at place: SourceLocation = #_sourceLocation
    ) async throws {
        try await HostProcess.run(venue.host) { host in
            try await host.expectReady("ble active, track active", at: place)
            #expect(host.complaints == complaints, sourceLocation: place)
        }
    }
}
