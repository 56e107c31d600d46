internal import FeatureKit
internal import PorchContracts

/// Rings at the porch and tells what it saw.
@Routes("visitor") struct Visitor: Feature, RouteGroup {
    /// The one field of the porch's light that it reads besides.
    @Record struct Brightness: Equatable {
        /// How bright it is.
        @In(0...100) var level: Int
    }

    /// Rings without a word.
    @Record struct Knock: Equatable {
        /// How often.
        @In(1...9) var times: Int
    }

    @Record struct Knocked: Equatable {
        /// Which caller it was for.
        var by: String
    }

    @Record struct Visit: Equatable {
        /// What came of ringing.
        var rung: Int
        /// Which caller that was for.
        var by: String
        /// What the light looked like.
        var colour: PorchLight.Colour
        /// What opens the gate.
        var key: String
        /// How bright it was.
        var level: Int
    }

    static let brightness = Topic<Brightness>("porch.light")
    static let knock = Route<Knock, Knocked>(forModules: "porch.ring")
    static let contracts =
        routes + [
            .reads(.porchLight), .reads(brightness), .requests(.porchRing), .requests(knock), .requests(.porchBell),
        ]

    let context: FeatureContext

    init(settings: NoSettings, context: FeatureContext) throws { self.context = context }

    func run() async throws {
        try serve(on: context.routes)
        context.ready()
        await context.untilStopped()
    }

    /// Rings, and looks at the light.
    @Post("/visits", .everyone)
    func visit(_ request: Knock) async throws -> Visit {
        let bus = context.bus
        let rung = try await bus.request(.porchRing, Ring(times: request.times, note: "it's me"), within: .seconds(20))
        let knocked = try await bus.request(Self.knock, request, within: .seconds(20))
        guard let light = await first(try bus.messages(on: .porchLight)),
            let brightness = await first(try bus.messages(on: Self.brightness))
        else { throw RouteError.unavailable("the porch is dark") }
        return Visit(
            rung: rung.times, by: knocked.by, colour: light.colour, key: light.key?.reveal() ?? "",
            level: brightness.level)
    }

    /// Rings where staff rings.
    @Post("/bells", .everyone)
    func bell(_ request: Knock) async throws -> Rung {
        do throws(RequestError) {
            return try await context.bus.request(.porchBell, Ring(times: request.times), within: .seconds(20))
        } catch { throw error.refusal ?? .unavailable("\(error)") }
    }

    private func first<Payload>(_ messages: Messages<Payload>) async -> Payload? {
        for await message in messages { return message.payload }
        return nil
    }
}

/// What the host asks this library for.
@c(flagstand_feature)
public func flagstandFeature() -> UnsafeMutableRawPointer { unsafe FeatureEntry.open(Visitor.self) }
