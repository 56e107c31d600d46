@_spi(Hosting) import FeatureKit
import Testing

@testable import HostConfig

/// What a shop declares, with one of everything that scenarios speak of.
enum Shop {
    struct Sale: Shaped, Codable {
        init(from decoder: any Decoder) throws {}
        func encode(to encoder: any Encoder) throws {}

        static let shape = Shape.object([
            Field("name", .text(length: 1...20), "What."), Field("count", .integer(in: 0...9), "How many.", default: 1),
            Field("mode", .choice(["normal", "redFlag"]), "How.", optional: true),
            Field("ttl", .duration(), "How long.", optional: true), Field("at", .timestamp, "When.", optional: true),
            Field("file", .path, "Where.", optional: true), Field("ratio", .number(), "How much.", optional: true),
            Field(
                "zones", .list(of: .object([Field("zone", .integer(), "Which.")]), count: 0...3), "Zones.", default: []),
            Field("tags", .map(of: .text()), "Tags.", default: [:]),
            Field("any", .anything, "Anything.", optional: true),
        ])
    }

    private struct Settings: Shaped, Codable {
        init(from decoder: any Decoder) throws {}
        func encode(to encoder: any Encoder) throws {}

        static let shape = Shape.object([
            Field("hold", .duration(in: .zero ... .seconds(60)), "How long.", default: "0s"),
            Field("capture", .path, "A file.", optional: true), Field("pin", .secret, "A secret.", optional: true),
            Field("zones", .map(of: .integer()), "Zones.", default: [:]),
        ])
    }

    static let contract: ScenarioContract = {
        let text = """
            id: shop
            version: 1.0.0
            summary: Sells.
            flags: { shop.closed: { owner: shop@example.com } }
            """
        guard let manifest = Manifest.read(Array(text.utf8), origin: origin).content else {
            fatalError("the shop's manifest can't be read")
        }
        let buy = Route<Sale, Sale>("shop.buy", .post, "/buys", access: .everyone)
        let draw = Route<Sale, Sale>("power.draw", .post, "/draws", access: .everyone)
        return ScenarioContract(
            manifest, settings: Settings.shape,
            contracts: [
                .publishes(Topic<Sale>("shop.sold")), .reads(Topic<Sale>("shop.order")), .reads(.hostFeatures),
                .serves(buy), .requests(draw), .keeps(Documents<Sale>("bars")), .keepsBlobs,
                .evaluates(Flag("shop.closed", default: false, "Whether it is closed.")),
            ])
    }()

    static let now = Timestamp("2026-11-20T14:00:00Z") ?? Timestamp(nanoseconds: 0)

    static func read(_ text: String, _ contract: ScenarioContract = contract) -> Checked<ScenarioDocument> {
        ScenarioDocument.read(
            Array(text.utf8), name: "shop.yaml", origin: Origin(name: "Scenarios/shop.yaml", folder: "/unit/Scenarios"),
            contract: contract, now: now)
    }

    /// The headlines of what is wrong with a file, without its name.
    static func complaints(_ text: String) -> [String] {
        read(text).diagnostics.list.map { String($0.headline.dropFirst("Scenarios/shop.yaml:".count)) }
    }

    /// What is wrong with a scenario, each without its place.
    static func wrong(_ scenario: String, file: String = "") -> [String] {
        let text = "\(file)\nscenarios:\n  - name: it works\n    " + scenario.replacing("\n", with: "\n    ")
        return read(text).diagnostics.list.map { String($0.headline.split(separator: ": ", maxSplits: 2)[2]) }
    }

    /// What is wrong with a single action.
    static func wrong(action: String) -> [String] { wrong("when: \(action)") }

    /// What is wrong with a pattern of a message.
    static func wrong(value: String) -> [String] { wrong("then: { message: shop.sold, value: \(value) }") }

    static func wrong(expectation: String) -> [String] { wrong("then: \(expectation)") }

    /// The pattern of a message, as far as it can be read.
    static func likeness(_ value: String) throws -> (Likeness, Shape) {
        let checked = read("scenarios: [{ name: it works, then: { message: shop.sold, value: \(value) } }]")
        #expect(checked.diagnostics.text == "")
        let about = try #require(checked.content?.cases.first)
        let (_, scene) = try about.given(settings: nil, shown: nil, now: now)
        let expectation = try about.expectation(about.steps[0].expectations[0], scene)
        guard case .message(_, let likeness, let shape, _) = expectation else { throw NoMessage() }
        return (likeness, shape)
    }

    struct NoMessage: Error {}
}
