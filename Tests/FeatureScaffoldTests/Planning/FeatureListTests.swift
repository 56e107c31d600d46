import FeatureScaffold
import Testing

@Suite struct FeatureListTests {
    private func adding(_ name: String, to list: String) -> String? {
        FeatureList(in: "// swift-tools-version: 6.2\n\n\(list)\n\nlet strict = 1\n")?.adding(name)
            .split(separator: "\n", omittingEmptySubsequences: false).dropFirst(2).dropLast(3).joined(separator: "\n")
    }

    @Test(arguments: [
        ("Aviary", "let features = [\"Aviary\", \"BLE\", \"TrackStatus\"]"),
        ("Parking", "let features = [\"BLE\", \"Parking\", \"TrackStatus\"]"),
        ("Zoo", "let features = [\"BLE\", \"TrackStatus\", \"Zoo\"]"),
    ]) func aNameGetsItsPlaceInTheAlphabet(_ name: String, _ expected: String) {
        #expect(adding(name, to: "let features = [\"BLE\", \"TrackStatus\"]") == expected)
    }

    @Test func theRestOfTheManifestStays() {
        let manifest =
            "// let features = [\"No\"]\nlet features = [\"BLE\"]  // all of them\nlet other = [\"features\"]\n"
        #expect(
            FeatureList(in: manifest)?.adding("Parking")
                == "// let features = [\"No\"]\nlet features = [\"BLE\", \"Parking\"]  // all of them\n"
                + "let other = [\"features\"]\n")
    }

    @Test func anEmptyListAndOneOfOneTakeAName() {
        #expect(adding("Parking", to: "let features = []") == "let features = [\"Parking\"]")
        #expect(adding("Parking", to: "let features = [\"BLE\"]") == "let features = [\"BLE\", \"Parking\"]")
    }

    @Test func oneOnALineStaysSo() {
        #expect(
            adding("Parking", to: "let features = [\n    \"BLE\",\n    \"TrackStatus\"\n]")
                == "let features = [\n    \"BLE\",\n    \"Parking\",\n    \"TrackStatus\",\n]")
    }

    @Test func filledLinesStaySo() {
        #expect(
            adding("Parking", to: "let features = [\n    \"BLE\", \"TrackStatus\",\n]")
                == "let features = [\n    \"BLE\", \"Parking\", \"TrackStatus\",\n]")
    }

    /// As the formatter would have it, which the lint asks for.
    @Test func aListThatGrowsTooLongIsFilledIntoLines() throws {
        let names = (10..<20).map { "\"Feature\($0)\"" }
        let list = "let features = [\(names.joined(separator: ", "))]"
        let text = try #require(adding("Parking", to: list))
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= 120 })
        #expect(text.hasPrefix("let features = [\n    \"Feature10\", "))
        #expect(
            text.hasSuffix("\"Feature19\",\n    \"Parking\",\n]") || text.hasSuffix("\"Feature19\", \"Parking\",\n]"))
        #expect(FeatureList(in: text)?.adding("Zoo").contains("\"Parking\", \"Zoo\",\n]") == true)
    }

    @Test(arguments: [
        "let strict = 1", "let features = [\"BLE\"", "let features = [\"BLE\", other]",
        "let features = [\n    \"BLE\",  // ears\n]", "    let features = [\"BLE\"]", "let features = [\"B LE\"]",
        "let features = [\"BLE\",, \"TrackStatus\"]", "let features = all.map { [$0] }",
    ]) func aListThatIsNotUnderstoodIsLeftAlone(_ list: String) { #expect(adding("Parking", to: list) == nil) }
}
