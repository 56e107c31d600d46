import FeatureKit
import FeatureTestKit
import Testing

@testable import AccountsFeature

@Suite(.timeLimit(.minutes(1))) struct AccountsTests {
    private let small = Accounts.Settings(spaces: 2, stay: .hours(1))

    @Test func shapesAgree() {
        expectShapeAgrees(Accounts.Settings.self)
        expectShapeAgrees(Spaces.self)
        expectShapeAgrees(Ticket.self)
    }

    /// What every feature is held to; `flagstand test` adds what only the built library can show.
    @Test func conforms() async throws {
        try await expectConforms(Accounts.self, settings: small)
    }

    @Test func whoComesFirstGetsTheFirstSpace() async throws {
        try await withFeature(Accounts.self, settings: small) { probe in
            try #expect(await probe.expect(.accountsSpaces) == Spaces(free: 2, of: 2))
            let ticket = try await probe.call(.accountsTake, Nothing(), as: .user("ada"))
            #expect(ticket == Ticket(space: 1, until: probe.clock.now.advanced(by: .hours(1))))
            try #expect(await probe.expect(.accountsSpaces) == Spaces(free: 1, of: 2))
        }
    }

    @Test func whoHasASpaceKeepsIt() async throws {
        try await withFeature(Accounts.self, settings: small) { probe in
            let first = try await probe.call(.accountsTake, Nothing(), as: .user("ada"))
            await probe.advance(.minutes(10))
            try #expect(await probe.call(.accountsTake, Nothing(), as: .user("ada")) == first)
            try #expect(await probe.call(.accountsTake, Nothing(), as: .user("bob")).space == 2)
        }
    }

    @Test func whoComesWhenAllAreTakenIsRefused() async throws {
        try await withFeature(Accounts.self, settings: small) { probe in
            for _ in 1...2 { _ = try await probe.call(.accountsTake, Nothing(), as: .anybody) }
            let refused = await #expect(throws: RouteError.self) {
                try await probe.call(.accountsTake, Nothing(), as: .anybody)
            }
            #expect(refused == RouteError(code: "full", status: 409, "no space is free"))
        }
    }

    @Test func aSpaceIsFreeAgainWhenTheStayIsOver() async throws {
        try await withFeature(Accounts.self, settings: small) { probe in
            _ = try await probe.call(.accountsTake, Nothing(), as: .user("ada"))
            try #expect(await probe.expect(.accountsSpaces) { $0.free == 1 }.of == 2)
            await probe.advance(.minutes(59))
            await probe.expectNone(.accountsSpaces)
            await probe.advance(.minutes(1))
            try #expect(await probe.expect(.accountsSpaces) == Spaces(free: 2, of: 2))
        }
    }
}
