import FeatureKit

/// Never says that it is ready, and ends when it is asked to.
struct Dawdle: Feature {
    static let contracts: [Contract] = [.reads(.hostFeatures)]

    let context: FeatureContext

    init(settings: NoSettings, context: FeatureContext) { self.context = context }

    func run() async throws {
        let features = try context.bus.messages(on: .hostFeatures)
        context.log.info("dawdling")
        for await _ in features {}
    }
}

/// What the host asks this library for.
@c(flagstand_feature)
public func flagstandFeature() -> UnsafeMutableRawPointer { FeatureEntry.open(Dawdle.self) }
