import FeatureKit
import FeatureTestKit
import ShopContracts
import Testing

@testable import ToursFeature

/// Routes that are sold: with the shop, without it, and what it grants and takes back.
@Suite(.timeLimit(.minutes(1))) struct ShopTests {
    private func status(_ probe: Probe) async throws -> Int? {
        try await probe.refusal { try await probe.call(ToursService.walkStartRoute, .init(route: ID("p")), as: bob) }?
            .status
    }

    private func soundStatus(_ probe: Probe) async throws -> Int? {
        try await probe.refusal {
            try await probe.call(ToursService.soundRoute, .init(stop: ID("p2"), format: .wav), as: bob)
        }?.status
    }

    private func grant(_ probe: Probe, until: Timestamp? = nil, isOver: Bool = false) async throws {
        let grant = Grant(
            person: "accounts:bob", grant: "tours.route:p", since: morning, until: until, order: "o", isOver: isOver)
        try probe.publish(grant, on: Grant.topic)
        await probe.settle()
    }

    @Test func `without the shop only what it granted is walked, until it takes that back`() async throws {
        try await withTours { probe in
            #expect(try await status(probe) == 503)
            try await grant(probe)
            #expect(try await status(probe) == nil)
            #expect(try await soundStatus(probe) == nil)
            try await grant(probe, isOver: true)
            #expect(try await status(probe) == 503)
            #expect(try await soundStatus(probe) == 503)
        }
    }

    @Test func `with the shop it says who bought what`() async throws {
        try await withTours { probe in
            let isOwned = Lock(false)
            try probe.serve(.shopEntitled) { query, _ in
                #expect(query.person == "accounts:bob" && query.grant == "tours.route:p")
                return EntitlementStatus(isOwned: isOwned.withLock { $0 }, isSold: true)
            }
            #expect(try await status(probe) == 402)
            #expect(try await soundStatus(probe) == 402)
            isOwned.withLock { $0 = true }
            #expect(try await status(probe) == nil)
        }
    }

    @Test func `a grant for a time ends by itself`() async throws {
        try await withTours { probe in
            try probe.serve(.shopEntitled) { _, _ in EntitlementStatus(isOwned: false, isSold: true) }
            try await grant(probe, until: morning.advanced(by: .hours(1)))
            #expect(try await status(probe) == nil)
            await probe.advance(.hours(1))
            #expect(try await status(probe) == 402)
        }
    }
}
