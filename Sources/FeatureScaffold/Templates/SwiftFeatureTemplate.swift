extension FeatureTemplate {
    /// The feature itself.
    var feature: String {
        #"""
        internal import FeatureKit

        /// Gives out a number of spaces, each for a while.
        @Module struct \#(name.type): Feature {
            @Record struct Settings: Equatable {
                /// How many there are.
                @In(1...1000) var spaces = 3
                /// How long one is kept.
                @In(.seconds(1) ... .seconds(86_400)) var stay: Duration = .seconds(7_200)
            }

            static let contracts: [Contract] = [
                .publishes(.\#(name.prefix)Spaces, watchable: true),
                .serves(.\#(name.prefix)Take),
            ]

            func run() async throws {
                let out = try context.bus.publisher(on: .\#(name.prefix)Spaces)
                let attendant = Attendant(settings, out: out, clock: context.clock)
                try context.routes.serve(.\#(name.prefix)Take) { _, call in
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

        """#
    }
}
