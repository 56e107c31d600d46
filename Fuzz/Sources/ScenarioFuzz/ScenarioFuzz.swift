@_spi(Hosting) import FeatureKit
import Glibc
import Harness
import HostConfig

/// Any file of scenarios is checked to an end: what is wrong is told in its place, the same each time, or every part of
/// every case can be read.
@main enum ScenarioHarness {
    static func main() { exit(fuzz(read)) }
}

private func read(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let checked = check(bytes)
    require(check(bytes).diagnostics == checked.diagnostics, "told otherwise")
    require((checked.content == nil) == checked.diagnostics.hasErrors, "content and errors")
    for diagnostic in checked.diagnostics.list { require(!diagnostic.message.isEmpty && !diagnostic.text.isEmpty) }
    guard let document = checked.content else { return 0 }
    for about in document.cases.prefix(20) { play(about) }
    return 0
}

private func check(_ bytes: [UInt8]) -> Checked<ScenarioDocument> {
    ScenarioDocument.read(
        bytes, name: "a.yaml", origin: Origin(name: "Scenarios/a.yaml", folder: "/unit/Scenarios"), contract: contract,
        now: now)
}

/// Reads a case as if it ran: what is saved is known then, and need not fit.
private func play(_ about: ScenarioCase) {
    guard let (_, first) = try? about.given(settings: nil, shown: nil, now: now) else {
        return require(false, "what was given could be read before")
    }
    var scene = first
    for step in about.steps {
        for node in step.actions {
            guard let action = try? about.action(node, scene, isPreflight: false) else { return }
            scene.note(action)
        }
        for node in step.expectations {
            guard let expectation = try? about.expectation(node, scene) else { return }
            scene.note(expectation)
            if case .message(_, let likeness, let shape, _) = expectation { compare(likeness, shape, &scene) }
        }
    }
}

private func compare(_ likeness: Likeness, _ shape: Shape, _ scene: inout ScenarioScene) {
    require(!likeness.text.isEmpty)
    for value in shape.samples {
        let value = shape.canonical(value)
        require(shape.canonical(value) == value, "written in two ways")
        _ = likeness.isLike(value)
        for (name, value) in likeness.saved(from: value) { scene.saved.updateValue(value, forKey: name) }
    }
}

private let now = Timestamp(nanoseconds: 1_790_000_000_000_000_000)

private struct Sale: Shaped, Codable {
    var name = ""
    static let shape = Shape.object([
        Field("name", .text(length: 1...20), "What."), Field("count", .integer(in: 0...9), "How many.", default: 1),
        Field("mode", .choice(["normal", "redFlag"]), "How.", optional: true),
        Field("ttl", .duration(), "How long.", optional: true), Field("at", .timestamp, "When.", optional: true),
        Field("file", .path, "Where.", optional: true), Field("ratio", .number(), "How much.", optional: true),
        Field("zones", .list(of: .object([Field("zone", .integer(), "Which.")]), count: 0...3), "Zones.", default: []),
        Field("tags", .map(of: .text()), "Tags.", default: [:]), Field("any", .anything, "Anything.", optional: true),
        Field("image", .media, "An image.", optional: true),
    ])
}

private let settings = Shape.object([
    Field("hold", .duration(in: .zero ... .seconds(60)), "How long.", default: "0s"),
    Field("capture", .path, "A file.", optional: true), Field("pin", .secret, "A secret.", optional: true),
])

private let contract: ScenarioContract = {
    let text = """
        id: shop
        version: 1.0.0
        summary: Sells.
        flags: { shop.closed: { owner: shop@example.com } }
        """
    let manifest = needed("manifest") {
        Manifest.read(Array(text.utf8), origin: Origin(name: "feature.yaml", folder: "/")).content
    }
    let buy = Route<Sale, Sale>("shop.buy", .post, "/buys", access: .everyone)
    let draw = Route<Sale, Sale>("power.draw", .post, "/draws", access: .everyone)
    return ScenarioContract(
        manifest, settings: settings,
        contracts: [
            .publishes(Topic<Sale>("shop.sold")), .reads(Topic<Sale>("shop.order")), .reads(.hostFeatures),
            .serves(buy), .requests(draw), .keeps(Documents<Sale>("bars")), .keepsBlobs,
            .evaluates(Flag("shop.closed", default: false, "Whether it is closed.")),
        ])
}()
