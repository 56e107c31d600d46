import HostConfig
import TestSupport
import Testing

/// What is built keeps the rules, and breaking any of them is found.
@Suite struct LayoutTests {
    @Test func theTreeKeepsTheRules() throws {
        let tree = try Tree.built()
        #expect(LayoutCheck.problems(in: tree) == [])
        #expect(tree.features.count >= 2)
    }

    @Test func theBuiltInFeaturesAgreeWithEachOther() async throws {
        let venue = try Venue()
        let ids = try Tree.built().features.values.compactMap(\.manifest?.id).sorted()
        // What is named is opened and compared; nothing needs settings while it is off.
        let sections = ids.map { "  \($0): { enabled: false }\n" }.joined()
        try venue.folder.write("all.yaml", "features:\n\(sections)")
        var command = HostCommand(["check", "all.yaml"])
        command.folder = venue.folder.path
        let (exit, output, errors) = try await HostProcess.end(of: command)
        #expect(output == "all.yaml: fine; on: nothing\n")
        #expect(errors == "")
        #expect(exit == .code(0))
    }

    @Test func whatIsMissingIsFound() throws {
        var tree = try lamp()
        #expect(LayoutCheck.problems(in: tree) == [])
        tree.features["Lamp"]?.hasPackage = false
        tree.features["Lamp"]?.hasReadme = false
        tree.features["Lamp"]?.tests = 0
        tree.features["Lamp"]?.manifest = nil
        #expect(
            LayoutCheck.problems(in: tree) == [
                "Plugins/Lamp has no Package.swift; each feature is a package",
                "Plugins/Lamp has no README.md; say what it does and its settings",
                "Plugins/Lamp/Tests has no test",
                "Plugins/Lamp/feature.yaml can't be used; run flagstand features",
            ])
    }

    @Test func anIDThatTwoHaveIsFound() throws {
        var tree = try lamp()
        tree.features["Torch"] = tree.features["Lamp"]
        #expect(
            LayoutCheck.problems(in: tree) == [
                "Plugins/Torch/feature.yaml has the id \"lamp\", which Plugins/Lamp has already"
            ])
    }

    private func lamp() throws -> Tree {
        let text = Venue.manifest("lamp")
        let manifest = Manifest.read(Array(text.utf8), origin: Origin(name: "feature.yaml", folder: "/"))
        let content = try #require(manifest.content, "\(manifest.diagnostics.text)")
        return Tree(features: ["Lamp": Tree.Feature(manifest: content)])
    }
}
