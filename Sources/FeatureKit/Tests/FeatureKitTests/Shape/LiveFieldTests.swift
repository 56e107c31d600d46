import Testing

@_spi(Hosting) @testable import FeatureKit

struct LiveFieldTests {
    private static let settings = Shape.object([
        Field("name", .text(), "A name."),
        Field("people", .list(of: .text()), "People.", default: []).live(),
        Field(
            "limits",
            .object([Field("most", .integer(), "Most.").live(), Field("pause", .duration(), "Pause.")]), "Limits.",
            optional: true),
    ])

    @Test(
        arguments: [
            (["name": "a"], ["name": "a"], []),
            (["name": "a", "people": ["x"]], ["name": "a", "people": ["y", "z"]], []),
            (["name": "a", "people": []], ["name": "b", "people": ["y"]], ["name"]),
            (["limits": ["most": 1, "pause": "1s"]], ["limits": ["most": 2, "pause": "1s"]], []),
            (["limits": ["most": 1, "pause": "1s"]], ["limits": ["most": 2, "pause": "2s"]], ["limits.pause"]),
            // What comes or goes as a whole is more than the fields in it.
            ([:], ["limits": ["most": 2, "pause": "2s"]], ["limits"]),
        ] as [(Value, Value, [String])])
    func `what is not live needs a restart`(_ old: Value, _ new: Value, _ paths: [String]) {
        #expect(Self.settings.changesNeedingRestart(from: old, to: new).map(\.description) == paths)
        #expect(Self.settings.changesNeedingRestart(from: new, to: old).map(\.description) == paths)
    }

    @Test func `the schema says which changes need no restart`() {
        #expect(Self.settings.livePaths.map(\.description) == ["people", "limits.most"])
        let schema = Value.object(Self.settings.schema)["properties"]
        #expect(schema?["people"]?["description"] == "People. A change needs no restart.")
        #expect(schema?["people"]?["x-live"] == true)
        #expect(schema?["name"]?["description"] == "A name.")
    }

    /// Takes whatever it is given, as long as it is asked.
    struct Lamp: Reconfigurable {
        @Record struct Settings: Equatable {
            /// What it shows.
            @Live var colour = "red"
            /// Where it stands.
            var place = "gate"
        }
        init(settings: Settings, context: FeatureContext) throws {}
        func run() async throws {}
        func reconfigure(_ settings: Settings) async throws -> Reconfiguration { .applied }
    }

    @Test func `a feature is asked about changes of live fields alone`() {
        let entry = FeatureEntry(Lamp.self)
        let old: Value = ["colour": "red", "place": "gate"]
        #expect(entry.takes(["colour": "blue", "place": "gate"], after: old))
        #expect(!entry.takes(["colour": "blue", "place": "bar"], after: old))
        #expect(entry.takes(old, after: old))
    }
}
