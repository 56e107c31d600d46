@_spi(Hosting) import FeatureKit
import Testing

@_spi(Hosting) @testable import FeatureWire

/// A feature's description as data: what `flagstand pack` writes and a host reads.
@Suite struct DescriptionTests {
    struct Lamp: Feature {
        @Record struct Settings: Equatable, Shaped {
            /// How bright it is.
            @In(1...60) var watts: Int = 5
        }

        static let contracts: [Contract] = [
            .serves(Route<NoSettings, Int>("lamp.level", .get, "/level", access: .role("staff"))),
            .reads(Topic<Bool>("power.on")),
            .publishes(Topic<Int>("lamp.lit", retain: .latest), watchable: true),
            .keeps(Documents<Settings>("bulbs", indexes: [.unique("watts"), .contains("maker")])),
        ]

        init(settings: Settings, context: FeatureContext) throws {}
        func run() async throws {}
    }

    @Test func `every contract survives`() throws {
        var random = SeededRandom.announced()
        for _ in 0..<300 {
            let contract = random.contract()
            let again = try Contract(DescriptionObject(contract.data, at: "it"))
            #expect(again == contract)
            #expect(again.retention == contract.retention && again.isWatchable == contract.isWatchable)
        }
    }

    @Test func `it is the same whatever the order in the code`() throws {
        let description = FeatureDescription(FeatureEntry(Lamp.self))
        #expect(description.contracts.map(\.name) == ["lamp.lit", "power.on", "lamp.level", "bulbs"])
        #expect(try FeatureDescription(data: .object(description.data)) == description)
    }

    @Test func `its parts stand on lines of their own`() throws {
        #expect(
            FeatureDescription(FeatureEntry(Lamp.self)).data.lines == """
                {
                  "type": "Lamp",
                  "reconfigurable": false,
                  "settings": {
                    "type": "object",
                    "fields": {"watts": {"type": "integer", "in": [1, 60], "sentence": "How bright it is.", "default": 5}}
                  },
                  "contracts": [
                    {"publishes": "lamp.lit", "watchable": true, "retains": "latest", "shape": {"type": "integer"}},
                    {"reads": "power.on", "shape": {"type": "boolean"}},
                    {
                      "serves": "lamp.level",
                      "method": "GET",
                      "path": "/level",
                      "access": "role staff",
                      "role": "staff",
                      "request": {"type": "object", "fields": {}},
                      "reply": {"type": "integer"}
                    },
                    {
                      "keeps": "bulbs",
                      "indexes": [{"unique": ["watts"]}, {"contains": "maker"}],
                      "shape": {
                        "type": "object",
                        "fields": {"watts": {"type": "integer", "in": [1, 60], "sentence": "How bright it is.", "default": 5}}
                      }
                    }
                  ]
                }

                """)
    }

    @Test(
        arguments: [
            (#"no object"#, "is no object"),
            (["type": "Lamp"], "settings: is missing"),
            (
                ["type": "Lamp", "settings": ["type": "integer", "in": [2, 1]]],
                "settings.in: are no two bounds in order"
            ),
            (["type": "Lamp", "settings": ["type": "lamp"]], #"settings.type: "lamp" is no kind of Shape"#),
            (
                ["type": "Lamp", "settings": ["type": "boolean"], "contracts": [[:]]],
                "contracts[0]: does not say what the feature does"
            ),
            (
                [
                    "type": "Lamp", "settings": ["type": "boolean"],
                    "contracts": [["keeps": "a", "shape": ["type": 1]]],
                ],
                "contracts[0].shape.type: is no text"
            ),
        ] as [(Value, String)])
    func `what is no description is refused with its place`(data: Value, words: String) throws {
        let error = #expect(throws: DescriptionError.self) { try FeatureDescription(data: data) }
        #expect(error?.description == words)
    }

    @Test func `data nested without end is refused`() throws {
        var shape: Value = ["type": "boolean"]
        for _ in 0...WireLimits.depth { shape = ["type": "list", "of": shape] }
        #expect(throws: DescriptionError.self) { try FeatureDescription(data: ["type": "Lamp", "settings": shape]) }
    }
}
