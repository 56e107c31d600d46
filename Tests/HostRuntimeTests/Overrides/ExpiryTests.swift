@_spi(Hosting) import FeatureKit
@_spi(Hosting) import FeatureTestKit
import TestSupport
import Testing

@testable import HostRuntime

/// Overrides with an end expire by themselves, whatever happens meanwhile.
@Suite(.timeLimit(.minutes(1)))
struct ExpiryTests {
    /// Runs a test beside the task that ends expired overrides.
    private func follow(_ stand: OverrideStand, _ body: () async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await stand.configuration.followOverrides() }
            try await body()
            group.cancelAll()
        }
    }

    @Test func `The plan waits for the next end, checks the clock now and then, and rests without an end`() {
        let then = Override.then
        let overrides = Overrides([
            .toggle("ble", false, until: then.advanced(by: .seconds(10))),
            .rollout("ble", 5, until: then.advanced(by: .seconds(100))), .toggle("axe", true),
        ])
        #expect(ExpiryPlan(overrides, at: then) == .wait(.seconds(10)))
        #expect(
            ExpiryPlan(overrides, at: then.advanced(by: .seconds(10)))
                == .expire([.toggle("ble", false, until: then.advanced(by: .seconds(10)))]))
        #expect(ExpiryPlan(overrides.lasting(at: then.advanced(by: .seconds(10))), at: then) == .wait(.seconds(30)))
        #expect(ExpiryPlan(Overrides([.toggle("axe", true)]), at: then) == .rest)
        #expect(ExpiryPlan(Overrides(), at: then) == .rest)
        // At the ends of time.
        let last = Overrides([.toggle("ble", false, until: Timestamp(nanoseconds: .max))])
        #expect(ExpiryPlan(last, at: Timestamp(nanoseconds: .min)) == .wait(.seconds(30)))
    }

    @Test func `An override of a running host ends exactly at its end`() async throws {
        try await OverrideStand.run { stand in
            try await follow(stand) {
                let outcome = try await stand.say("features/ble/enabled", false, because: "rain", for: .seconds(7))
                #expect(outcome.isReached && outcome.override?.until == stand.kept.nextExpiry)
                #expect(stand.state("ble") == .off)
                await stand.clock.test.sleepers(atLeast: 1)
                stand.clock.test.advance(by: .seconds(6))
                #expect(stand.kept.count == 1)
                stand.host.forget()
                stand.clock.test.advance(by: .seconds(1))
                try await stand.host.expect("ble", "active")
                #expect(stand.configuration.orders?.overrides == Overrides())
                // The next turn of the keeper comes after the expiry was logged.
                _ = try await stand.configuration.ground(under: "ble")
                #expect(stand.told(.info, "override expired").count == 1)
            }
            #expect(stand.configuration.orders?.toggle(of: "ble") == nil)
        }
    }

    @Test func `A change of the wall clock is noticed soon`() async throws {
        try await OverrideStand.run { stand in
            try await follow(stand) {
                try await stand.say("features/ble/enabled", false, for: .seconds(7_200))
                await stand.clock.test.sleepers(atLeast: 1)
                stand.host.forget()
                stand.clock.set(by: .seconds(8_000))
                stand.clock.test.advance(by: ExpiryPlan.longestWait)
                try await stand.host.expect("ble", "active")
            }
        }
    }

    @Test func `A later override wins, also at the time when the earlier one would have expired`() async throws {
        try await OverrideStand.run { stand in
            try await follow(stand) {
                let good = try await stand.say("features/ble/enabled", false)
                #expect(good.replaced == nil)
                let brief = try await stand.say("features/ble/enabled", false, for: .seconds(5))
                #expect(brief.replaced == good.override && brief.asToggle["replaced"]?["until"] == .null)
                await stand.clock.test.sleepers(atLeast: 1)
                let last = try await stand.say("features/ble/enabled", false, because: "snow")
                #expect(last.replaced == brief.override)
                stand.clock.test.advance(by: .seconds(60))
                #expect(
                    stand.configuration.orders?.overrides.count == 1 && stand.told(.info, "override expired").isEmpty)
                // A shorter override wakes the task that waits for a longer one.
                try await stand.say("features/track/enabled", false, for: .seconds(20))
                await stand.clock.test.sleepers(atLeast: 1)
                try await stand.say("features/ble/enabled", false, for: .seconds(2))
                stand.host.forget()
                stand.clock.test.advance(by: .seconds(2))
                try await stand.host.expect("ble", "active")
                #expect(stand.configuration.orders?.overrides.all.map { "\($0.target)" } == ["features/track/enabled"])
            }
        }
    }

    @Test func `An override that expired while no host ran is removed at the start, and logged once`() async throws {
        try await OverrideStand.run { stand in
            try await stand.say("features/ble/enabled", false, for: .seconds(5))
            try await stand.say("features/track/enabled", false)
            stand.clock.test.advance(by: .seconds(5))
            let next = try stand.successor()
            #expect(stand.told(.info, "override expired").count == 1)
            try await next.read(OverrideStand.document)
            #expect(next.state("ble") == .active && next.state("track") == .off)
            #expect(next.kept.count == 1)
            _ = try stand.successor()
            #expect(stand.told(.info, "override expired").count == 1)
        }
    }

    @Test func `Overrides expire even if the disk can't be written to`() async throws {
        try await OverrideStand.run { stand in
            try await follow(stand) {
                try await stand.say("features/ble/enabled", false, for: .seconds(5))
                await stand.clock.test.sleepers(atLeast: 1)
                try #require(try Tool.run("mkdir", stand.scratch["revisions.json.new"]) == 0)
                stand.host.forget()
                stand.clock.test.advance(by: .seconds(5))
                try await stand.host.expect("ble", "active")
                while stand.told(.warning, "what counts can't be kept; a restart may go back to what counted before")
                    .isEmpty
                { await Task.yield() }
            }
            #expect(stand.kept.count == 1)
            // The file's own end tells the next host that the override is over.
            let next = try stand.successor()
            try await next.read(OverrideStand.document)
            #expect(next.state("ble") == .active)
        }
    }

    @Test func `A rollout and a served variant are over as well`() async throws {
        try await OverrideStand.run { stand in
            try await follow(stand) {
                try await stand.say("flags/shop.banner/serve", "plain", for: .seconds(5))
                try await stand.say("features/ble/rollout", "0%", for: .seconds(5))
                #expect((0..<50).allSatisfy { stand.value("shop.banner", "p\($0)") == "Hello" })
                #expect(stand.state("ble") == .off)
                await stand.clock.test.sleepers(atLeast: 1)
                stand.host.forget()
                stand.clock.test.advance(by: .seconds(5))
                try await stand.host.expect("ble", "active")
                #expect(Set((0..<50).map { stand.value("shop.banner", "p\($0)") == "Hello" }) == [true, false])
            }
        }
    }
}
