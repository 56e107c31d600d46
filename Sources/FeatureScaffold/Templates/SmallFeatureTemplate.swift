extension FeatureTemplate {
    /// The small feature, in one file.
    var smallFeature: String {
        #"""
        internal import FeatureKit

        /// Gives out a number of spaces.
        @Module @Routes("\#(name.id)")
        struct \#(name.type): Feature, RouteGroup {
            @Record struct Settings: Equatable {
                /// How many spaces there are.
                @In(1...1000) var spaces = 3
            }

            @Record struct Ticket: Equatable {
                /// The number of the space.
                @In(1...1000) var space: Int
            }

            static let contracts = routes

            private let taken = Lock<Set<Int>>([])

            func run() async throws {
                try serve(on: context.routes)
                context.ready()
                await context.untilStopped()
            }

            /// Takes the first free space.
            @Post("/tickets", .everyone)
            func take() throws -> Ticket {
                let space = taken.withLock { taken in
                    (1...settings.spaces).first { taken.insert($0).inserted }
                }
                guard let space else { throw RouteError(code: "full", status: 409, "no space is free") }
                return Ticket(space: space)
            }

            /// Gives a space back.
            /// - Parameter space: The number of the space.
            @Delete("/tickets/{space}", .everyone)
            func leave(@In(1...1000) space: Int) { taken.withLock { _ = $0.remove(space) } }
        }

        """#
    }

    /// The tests of the small feature.
    var smallTests: String {
        #"""
        import FeatureKit
        import FeatureTestKit
        import Testing

        @testable import \#(module)

        @Suite(.timeLimit(.minutes(1))) struct \#(name.type)Tests {
            private typealias Tested = \#(name.type)

            /// What every feature is held to; `flagstand test` adds what only the built library can show.
            @Test func conforms() async throws {
                try await expectConforms(Tested.self, settings: .init(spaces: 2))
            }

            @Test func givesOutEverySpaceOnce() async throws {
                try await withFeature(Tested.self, settings: .init(spaces: 2)) { probe in
                    let first = try await probe.call(Tested.takeRoute, Nothing(), as: .anybody)
                    let second = try await probe.call(Tested.takeRoute, Nothing(), as: .anybody)
                    #expect([first.space, second.space] == [1, 2])
                    let refused = await #expect(throws: RouteError.self) {
                        try await probe.call(Tested.takeRoute, Nothing(), as: .anybody)
                    }
                    #expect(refused == RouteError(code: "full", status: 409, "no space is free"))
                    _ = try await probe.call(Tested.leaveRoute, .init(space: first.space), as: .anybody)
                    try #expect(await probe.call(Tested.takeRoute, Nothing(), as: .anybody) == first)
                }
            }
        }

        """#
    }

    /// The scenarios of the small feature.
    var smallScenarios: String {
        #"""
        given:
          settings: { spaces: 2 }
          callers:
            ada: { key: ada }
            bob: { key: bob }

        scenarios:
          - name: each gets a space of their own
            steps:
              - when: { call: \#(name.id).take, as: ada }
                then: { reply: { space: 1 } }
              - when: { call: \#(name.id).take, as: bob }
                then: { reply: { space: 2 } }

          - name: nobody gets a space that is taken
            given: { settings: { spaces: 1 } }
            steps:
              - when: { call: \#(name.id).take, as: ada }
                then: { reply: { space: 1 } }
              - when: { call: \#(name.id).take, as: bob }
                then: { refused: { code: full, status: 409 } }

          # With the settings that a host has: `flagstand test --config` and `flagstand toggle --preflight` try it.
          - name: a space that is given back is free again
            preflight: true
            steps:
              - when: { call: \#(name.id).take, as: ada }
                then: { reply: { space: 1 } }
              - when: { call: \#(name.id).leave, as: ada, request: { space: 1 } }
                then: { reply: {} }
              - when: { call: \#(name.id).take, as: bob }
                then: { reply: { space: 1 } }

        """#
    }
}
