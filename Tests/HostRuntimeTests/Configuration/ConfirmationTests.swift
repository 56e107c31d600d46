@_spi(Hosting) import FeatureKit
@_spi(Hosting) import FeatureTestKit
import HostConfig
import TestSupport
import Testing

@testable import HostRuntime

/// What counts for a while only.
@Suite(.timeLimit(.minutes(1))) struct ConfirmationTests {
    @Test func `a confirmed change stays for good`() async throws {
        try await KeepingStand.run { stand async throws in
            try await stand.save("features: { a: {} }")
            let outcome = try await stand.apply("features: { b: {} }", confirmWithin: .seconds(300))
            #expect(outcome.confirmation?.formerly == 1 && outcome.confirmation?.revision == 2)
            #expect(try await stand.configuration.confirm(by: KeepingStand.ann).number == 2)
            #expect(stand.configuration.journal.confirmation == nil)
            stand.clock.advance(by: .seconds(400))
            #expect(stand.state("b") == "active")
        }
    }

    @Test func `a change that nobody confirms is rolled back`() async throws {
        try await KeepingStand.run { stand async throws in
            try await stand.save("features: { a: {} }")
            _ = try await stand.apply("features: { b: {} }", confirmWithin: .seconds(300))
            #expect(stand.state("b") == "active")
            await stand.clock.sleepers(atLeast: 1)
            stand.clock.advance(by: .seconds(299))
            await stand.clock.sleepers(atLeast: 1)
            #expect(stand.configuration.journal.confirmation != nil)
            stand.clock.advance(by: .seconds(2))
            await stand.unconfirmed()
            #expect(stand.state("a") == "active" && stand.state("b") == "off")
            #expect(stand.causes.last == .goneBack(from: 2))
        }
    }

    @Test func `a change whose time ends while the host is down is rolled back at the start`() async throws {
        try await KeepingStand.run { stand async throws in
            try await stand.save("features: { a: {} }")
            _ = try await stand.apply("features: { b: {} }", confirmWithin: .seconds(300))
            stand.clock.advance(by: .seconds(301))
            try await stand.succeeded { next async throws in
                #expect(await next.configuration.read(force: true) == .applied)
                await next.host.registry.settled()
                #expect(next.state("a") == "active" && next.state("b") == "off")
                #expect(next.configuration.journal.confirmation == nil)
            }
        }
    }

    @Test func `applying the same again does not confirm a change`() async throws {
        try await KeepingStand.run { stand async throws in
            try await stand.save("features: { a: {} }")
            _ = try await stand.apply("features: { b: {} }", confirmWithin: .seconds(300))
            let again = try await stand.apply("features: { b: {} }")
            #expect(again.revision == nil && again.confirmation?.formerly == 1)
            let later = try await stand.apply("features: { b: {} }", confirmWithin: .seconds(900))
            #expect(later.confirmation?.until == stand.clock.now.advanced(by: .seconds(900)))
            // Of two in a row neither is what somebody knew to do.
            let other = try await stand.apply("features: { c: {}, a: {} }", confirmWithin: .seconds(300))
            #expect(other.confirmation?.formerly == 1)
        }
    }

    @Test func `a change that waits for confirmation keeps its deadline across a restart`() async throws {
        try await KeepingStand.run { stand async throws in
            try await stand.save("features: { a: {} }")
            _ = try await stand.apply("features: { b: {} }", confirmWithin: .seconds(300))
            try await stand.succeeded { next async throws in
                #expect(await next.configuration.read(force: true) == .applied)
                await next.clock.sleepers(atLeast: 1)
                next.clock.advance(by: .seconds(301))
                await next.unconfirmed()
                #expect(next.state("a") == "active" && next.state("b") == "off")
            }
        }
    }
}
