internal import FeatureKit
internal import PorchContracts

/// Shows a light whenever somebody rings.
@Routes("porch") struct Porch: Feature, RouteGroup {
    static let contracts = routes + [.publishes(.porchLight), .evaluates(colour)]
    static let colour = Flag("porch.colour", default: PorchLight.Colour.green, "Which light the porch shows.")

    let context: FeatureContext

    init(settings: NoSettings, context: FeatureContext) throws { self.context = context }

    func run() async throws {
        try serve(on: context.routes)
        context.ready()
        await context.untilStopped()
    }

    @Serves(.porchRing)
    func ring(_ request: Ring, _ call: Call) throws -> Rung {
        let colour = try context.flags.value(of: Self.colour, for: call.caller)
        try context.bus.publisher(on: .porchLight)(
            PorchLight(colour: colour, level: request.times * 10, key: Secret("sesame")))
        return Rung(times: request.times, by: call.caller.key ?? call.caller.origin.description)
    }

    @Serves(.porchBell)
    func bell(_ request: Ring, _ call: Call) async throws -> Rung { try ring(request, call) }
}

/// What the host asks this library for.
@c(flagstand_feature)
public func flagstandFeature() -> UnsafeMutableRawPointer { unsafe FeatureEntry.open(Porch.self) }
