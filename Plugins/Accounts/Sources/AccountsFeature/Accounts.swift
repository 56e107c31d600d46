internal import FeatureKit

/// Gives out a number of spaces, each for a while.
struct Accounts: Feature {
    struct Settings: Shaped, Equatable {
        var spaces = 3
        var stay = Duration.seconds(7200)

        static let shape = Shape.object([
            Field("spaces", .integer(in: 1...1000), "How many there are.", default: 3),
            Field("stay", .duration(in: .seconds(1) ... .seconds(86_400)), "How long one is kept.", default: "2h"),
        ])
    }

    static let contracts: [Contract] = [
        .publishes(.accountsSpaces), .serves(.accountsTake),
    ]

    let settings: Settings
    let context: FeatureContext

    init(settings: Settings, context: FeatureContext) throws {
        self.settings = settings
        self.context = context
    }

    func run() async throws {
        let out = try context.bus.publisher(on: .accountsSpaces)
        let attendant = Attendant(settings, out: out, clock: context.clock)
        try context.routes.serve(.accountsTake) { _, call in
            try await attendant.take(for: call.caller)
        }
        await attendant.open()
        context.ready()
        await withTaskGroup { group in
            group.addTask { await attendant.keepTime() }
            await context.untilStopped()
            group.cancelAll()
        }
        await attendant.close()
    }
}

/// What the host asks this library for.
@c(flagstand_feature)
public func flagstandFeature() -> UnsafeMutableRawPointer {
    unsafe FeatureEntry.open(Accounts.self)
}
