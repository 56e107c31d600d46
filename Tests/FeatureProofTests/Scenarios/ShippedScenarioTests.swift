@_spi(Hosting) import FeatureKit
@_spi(Hosting) import FeatureRig
import Foundation
import HostConfig
import HostProof
import HostRuntime
import TestSupport
import Testing

@testable import FeatureProof

/// The scenarios that lie beside the built-in features hold for the libraries as they were built.
@Suite(.timeLimit(.minutes(1))) struct ShippedScenarioTests {
    static let built = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().path
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().path

    /// One for all: what it has opened must not be closed.
    private static let library = Library(copies: PrivateCopies())

    private func unit(_ name: String) async throws -> ProvenUnit {
        let folder = "\(Self.root)/Plugins/\(name)"
        let bytes = try FileSource.read("\(folder)/feature.yaml")
        let manifest = try #require(
            Manifest.read(bytes, origin: Origin(name: "feature.yaml", folder: folder)).content)
        let entry = try await Self.library.open("\(Self.built)/lib\(name)Feature.so")
        return ProvenUnit(manifest: manifest, folder: folder, entry: entry)
    }

    @Test(arguments: ["TrackStatus", "BLE"]) func hold(_ name: String) async throws {
        let suite = ScenarioSuite.read(try await unit(name))
        #expect(suite.diagnostics.text == "")
        #expect(!suite.cases.isEmpty)
        for one in suite.cases {
            let verdict = await one.run(nil)
            #expect(verdict == .passed, "\(one.about.name)")
        }
    }

    @Test(arguments: ["0s", "1500ms", "60s"]) func `The preflight of track holds for every hold`(_ hold: String)
        async throws
    {
        let track = try await unit("TrackStatus")
        let suite = ScenarioSuite.read(track)
        let preflight = suite.cases.filter(\.isPreflight)
        #expect(!preflight.isEmpty)
        let settings = track.subject.entry.settingsShape.completed(["hold": .text(hold)])
        for one in preflight {
            let verdict = await one.run(
                PreflightConditions(settings: settings, shownSettings: settings, flags: RigFlags().source))
            #expect(verdict == .passed, "\(one.about.name)")
        }
    }

    @Test func `Each unit starts with the settings that it says for the conformance suite`() async throws {
        for name in ["TrackStatus", "BLE"] {
            let unit = try await unit(name)
            let suite = ScenarioSuite.read(unit)
            #expect(unit.subject.entry.settingsShape.problems(in: suite.settings) == [])
            let state = try await Rig.with(unit.subject) { rig in
                try await suite.prepare(rig)
                return await rig.start(suite.settings)
            }
            #expect(state == .active)
        }
    }

    // MARK: - The page

    /// The block of docs/testing.md that begins with some words.
    private func block(_ start: String) throws -> String {
        let page = try String(contentsOfFile: "\(Self.root)/docs/testing.md", encoding: .utf8)
        let from = try #require(page.range(of: start)).lowerBound
        let end = try #require(page.range(of: "\n```", range: from..<page.endIndex)).lowerBound
        return String(page[from..<end])
    }

    /// Track with the example of the page in the place of its scenarios.
    private func suite(_ text: String) async throws -> (suite: ScenarioSuite, folder: TestFolder) {
        let folder = try TestFolder()
        try folder.makeFolder("Scenarios")
        try text.write(toFile: folder["Scenarios/beacons.yaml"], atomically: true, encoding: .utf8)
        let track = try await unit("TrackStatus")
        return (
            ScenarioSuite.read(
                ProvenUnit(manifest: track.manifest, folder: folder.path, entry: track.subject.entry)), folder
        )
    }

    @Test func `The example of the page holds, and fails as the page says`() async throws {
        let example = try block("given:                                   # for every scenario")
        let (good, _) = try await suite(example)
        #expect(good.diagnostics.text == "")
        #expect(good.cases.map(\.about.name).first == "a red flag outlives its beacon [mode: redFlag]")
        for one in good.cases { #expect(await one.run(nil) == .passed) }

        let (misspelt, _) = try await suite(example.replacing("stale: false", with: "stael: false"))
        try #expect(misspelt.diagnostics.text == block("Scenarios/beacons.yaml:12:66") + "\n")

        let (wrong, _) = try await suite(example.replacing("stale: false", with: "stale: true"))
        let wanted = try block("  Scenarios/beacons.yaml:12:15").split(separator: "\n").map { $0.dropFirst(2) }
        #expect(await wrong.cases[0].run(nil) == .failed(wanted.joined(separator: "\n")))
    }
}
