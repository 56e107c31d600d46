import FeatureKit

/// Takes the zones of `ble.sighted` for names.
struct Rival: Feature {
    static let contracts: [Contract] = [.reads(.sightedByName)]

    init(settings: NoSettings, context: FeatureContext) {}

    func run() async throws {}
}

struct SightedByName: Shaped, Codable {
    var zone: String
    static let shape = Shape.object([Field("zone", .text(), "The zone's name.")])
}

extension Topic where Payload == SightedByName {
    static var sightedByName: Self { .init("ble.sighted") }
}

/// What the host asks this library for.
@c(flagstand_feature)
public func flagstandFeature() -> UnsafeMutableRawPointer { FeatureEntry.open(Rival.self) }
