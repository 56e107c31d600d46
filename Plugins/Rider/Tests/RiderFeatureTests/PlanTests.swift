import Calendars
import FeatureKit
import FeatureTestKit
import LibraryTestSupport
import Rostering
import Testing

@testable import RiderFeature

private let staff = Caller.user("accounts:eve", roles: ["staff"])
private let manager = Caller.user("accounts:mar")
private let riders = ["ana", "leo", "zoe"].map { Caller.user("accounts:\($0)") }
/// The Monday before the week in which clocks are set back, at ten in Madrid.
private let begin = Timestamp("2026-10-19T08:00:00Z") ?? .init(nanoseconds: 0)

@Suite(.timeLimit(.minutes(2))) struct PlanTests {
    /// Random drafts, edits, publications, offers, clockings and restarts.
    @Test(arguments: SeededRandom.seeds(3)) func `what is published keeps the rules, and work adds up`(
        seed: UInt64
    ) async throws {
        let (store, clock) = (MemoryStore(), TestClock(now: begin))
        let tally = Lock(Tally())
        // Each round is another run of the module, on the same store.
        for round in 0..<4 {
            try await withFeature(Rider.self, settings: .init(), store: store, clock: clock) { probe in
                var random = SeededRandom(seed: seed &* 31 &+ UInt64(round))
                let franchise = try await setUp(tally.withLock { $0.franchise }, probe)
                var done = 0
                for _ in 0..<50 { done += try await act(in: franchise, probe, &random) ? 1 : 0 }
                let published = try await check(probe, "seed \(seed)")
                tally.withLock { [done] tally in
                    (tally.franchise, tally.published) = (franchise, published)
                    tally.done += done
                }
            }
        }
        let all = tally.withLock { $0 }
        #expect(all.done > 40 && all.published > 3, "seed \(seed): \(all)")
    }

    private struct Tally: Sendable {
        var franchise: ID<Franchise>?
        var (done, published) = (0, 0)
    }

    private func setUp(_ known: ID<Franchise>?, _ probe: Probe) async throws -> ID<Franchise> {
        if let known { return known }
        let made = try await probe.call(RiderService.franchiseAddRoute, .init(name: "Centro"), as: staff)
        let id = ID<Franchise>(made.id.text)
        for caller in riders + [manager] {
            _ = try await probe.call(
                RiderService.memberPutRoute,
                .init(
                    franchise: id, person: caller.key ?? "", name: "N",
                    role: caller.key == manager.key ? .manager : .rider), as: staff)
        }
        return id
    }

    /// Whether what was tried was done; what is refused is fine.
    private func act(in franchise: ID<Franchise>, _ probe: Probe, _ random: inout SeededRandom) async throws -> Bool {
        let shifts = try await probe.store.collection(Shift.documents).query(limit: 1_000).items
        let offers = try await probe.store.collection(Offer.documents).query(limit: 1_000).items
        let someone = riders.randomElement(using: &random) ?? manager
        let start = begin.advanced(by: .seconds(1_800 * Int.random(in: 0...500, using: &random)))
        let draft = ShiftDraft(
            riderId: Bool.random(using: &random) ? someone.key : nil, motoId: Bool.random(using: &random) ? "m" : nil,
            startAt: start, endAt: start.advanced(by: .seconds(1_800 * Int.random(in: 1...14, using: &random))))
        let (kind, pick) = (Int.random(in: 0..<20, using: &random), shifts.randomElement(using: &random))
        let (offer, week) = (offers.randomElement(using: &random), Int.random(in: 0...1, using: &random))
        do {
            switch (kind, pick, offer) {
            case (0..<6, _, _):
                _ = try await probe.call(
                    RiderService.shiftAddRoute, .init(franchise: franchise, shift: draft), as: manager)
            case (6..<8, _, _):
                // A manager takes drafts away until the rest can be published.
                var drafts = shifts.filter(\.document.isDraft).shuffled(using: &random)
                let day = week == 0 ? "2026-10-20" : "2026-10-27"
                while try await probe.refusal(of: {
                    try await probe.call(
                        RiderService.publishRoute, .init(franchise: franchise, week: day, reason: "needed"), as: manager
                    )
                }) != nil, let draft = drafts.popLast() {
                    _ = try await probe.call(RiderService.shiftRemoveRoute, .init(shift: draft.key), as: manager)
                }
            case (8, let shift?, _):
                _ = try await probe.call(
                    RiderService.shiftChangeRoute, .init(shift: shift.key, change: draft, reason: "needed"), as: manager
                )
            case (9, let shift?, _):
                _ = try await probe.call(RiderService.shiftRemoveRoute, .init(shift: shift.key), as: manager)
            case (10..<12, let shift?, _):
                _ = try await probe.call(RiderService.offerRoute, .init(shift: shift.key), as: manager)
            case (12, let shift?, _):
                _ = try await probe.call(RiderService.applyRoute, .init(shift: shift.key), as: someone)
            case (13..<15, _, let offer?):
                _ = try await probe.call(RiderService.acceptRoute, .init(offer: offer.key), as: someone)
            case (15..<17, _, let offer?):
                _ = try await probe.call(
                    RiderService.decideRoute, .init(offer: offer.key, approves: true), as: manager)
            case (17, let shift?, _):
                _ = try await probe.call(RiderService.startRoute, .init(shift: shift.key), as: manager)
            case (18, let shift?, _):
                _ = try await probe.call(RiderService.endRoute, .init(shift: shift.key), as: manager)
            default: await probe.advance(.seconds(Int.random(in: 600...20_000, using: &random)))
            }
            return true
        } catch let refusal as RouteError where refusal.status < 500 { return false }
    }

    /// Holds what is stored against the rules, by counting; how many shifts are published.
    private func check(_ probe: Probe, _ seed: String) async throws -> Int {
        let shifts = try await probe.store.collection(Shift.documents).query(limit: 1_000).items
        let madrid = try Zones().zone("Europe/Madrid")
        let published = shifts.filter { !$0.document.isDraft }
        for (_, own) in Dictionary(grouping: published.filter { $0.document.riderId != nil }, by: \.document.riderId) {
            let sorted = own.map(\.document).sorted { $0.startAt < $1.startAt }
            for (one, next) in zip(sorted, sorted.dropFirst()) {
                #expect(one.endAt <= next.startAt, "\(seed): \(one) and \(next)")
                let days = (madrid.day(at: one.startAt), madrid.day(at: next.startAt))
                #expect(
                    days.0 == days.1 || one.endAt.duration(to: next.startAt) >= .hours(12), "\(seed): \(one), \(next)")
            }
            for (day, all) in Dictionary(grouping: sorted, by: { madrid.day(at: $0.startAt) }) {
                let minutes = all.reduce(0) { $0 + ($1.endAt.nanoseconds - $1.startAt.nanoseconds) / 60_000_000_000 }
                #expect(minutes <= 540, "\(seed): \(minutes) on \(day)")
            }
            #expect(sorted.filter { $0.status == .active }.count <= 1, "\(seed)")
        }
        for shift in shifts.map(\.document) where shift.status == .completed {
            let (start, end) = (try #require(shift.actualStart), try #require(shift.actualEnd))
            #expect(shift.worked == .nanoseconds(end.nanoseconds - start.nanoseconds) && start <= end, "\(seed)")
        }
        return published.count
    }
}
