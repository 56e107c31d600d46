import Calendars
import FeatureKit
import FeatureTestKit
import LibraryTestSupport
import NotificationsContracts
import Rostering
import Testing

@testable import RiderFeature

private let staff = Caller.user("accounts:eve", roles: ["staff"])
private let manager = Caller.user("accounts:mar")
private let riders = ["ana", "leo", "zoe"].map { Caller.user("accounts:\($0)") }
/// The Monday before the week in which clocks are set back, at ten in Madrid.
private let begin = Timestamp("2026-10-19T08:00:00Z") ?? .init(nanoseconds: 0)

/// What the test knows of the work on a shift: what was acknowledged, and nothing that the module computed.
private struct Work: Sendable {
    var rider: String
    var planned: (start: Timestamp, end: Timestamp)
    var start: Timestamp
    var end: Timestamp?
    var isEndedByItself = false
    /// Moments at which a break began and ended, in turn.
    var pauses: [Timestamp] = []

    /// Has the shift end by itself where its time has come.
    mutating func pass(to now: Timestamp, others: [Timestamp]) {
        guard end == nil, planned.end.advanced(by: .hours(2)) <= now else { return }
        let next = others.filter { start < $0 }.min()
        (end, isEndedByItself) = (min(next ?? .init(nanoseconds: .max), max(planned.end, pauses.last ?? start)), true)
    }

    /// A break begins or ends, unless that is so already, or is told once more.
    mutating func pause(_ begins: Bool, _ at: Timestamp?, _ now: Timestamp) {
        let told = pauses.indices.filter { $0.isMultiple(of: 2) == begins }.map { pauses[$0] }
        guard pauses.count.isMultiple(of: 2) == begins, at.map({ !told.contains($0) }) ?? true else { return }
        pauses.append(at ?? now)
    }

    /// How many minutes somebody worked, one by one.
    var minutes: Int {
        guard let end else { return 0 }
        return stride(from: start.nanoseconds, to: end.nanoseconds, by: 60_000_000_000).count { minute in
            pauses.count { $0.nanoseconds <= minute }.isMultiple(of: 2)
        }
    }
}

@Suite(.timeLimit(.minutes(3))) struct PlanTests {
    /// Random drafts, edits, publications, offers, time off, clockings, breaks, corrections and restarts.
    @Test func `what is published keeps the rules, and work adds up`() async throws {
        var (done, published, worked) = (0, 0, [Work]())
        for seed in SeededRandom.seeds(3) {
            let state = try await play(seed)
            done += state.done
            published += state.published
            worked += state.work.values.filter { $0.minutes > 0 }
        }
        // Of all seeds together: in a single one it may be that nobody has a break.
        #expect(done > 600 && published > 30 && worked.count > 9, "\(done), \(published), \(worked.count)")
        #expect(worked.contains { !$0.pauses.isEmpty })
    }

    private func play(_ seed: UInt64) async throws -> State {
        let (store, clock) = (MemoryStore(), TestClock(now: begin))
        let state = Lock(State())
        // Each round is another run of the module, on the same store.
        for round in 0..<5 {
            try await withFeature(Rider.self, settings: .init(), store: store, clock: clock) { probe in
                // Otherwise what riders are told is sent again and again while the time moves.
                try probe.serve(.notificationsSend) { _, _ in Done() }
                var random = SeededRandom(seed: seed &* 31 &+ UInt64(round))
                var known = state.withLock { $0 }
                let franchise = try await setUp(known.franchise, probe)
                known.franchise = franchise
                for _ in 0..<200 {
                    known.done += try await act(in: franchise, probe, &random, &known.work) ? 1 : 0
                    for (id, work) in known.work {
                        let others = known.work.filter { $0.key != id && $0.value.rider == work.rider }.map(
                            \.value.start)
                        known.work[id]?.pass(to: probe.clock.now, others: others)
                    }
                }
                known.published = try await check(probe, franchise, known.work, "seed \(seed), round \(round)")
                state.withLock { [known] in $0 = known }
            }
        }
        return state.withLock { $0 }
    }

    private struct State: Sendable {
        var franchise: ID<Franchise>?
        var (done, published) = (0, 0)
        var work: [ID<Shift>: Work] = [:]
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
    private func act(
        in franchise: ID<Franchise>, _ probe: Probe, _ random: inout SeededRandom, _ work: inout [ID<Shift>: Work]
    ) async throws -> Bool {
        do {
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<3: try await plan(in: franchise, probe, &random)
            case 3: try await swap(in: franchise, probe, &random)
            case 4: try await takeOff(in: franchise, probe, &random)
            case 5..<9: try await clock(probe, &random, &work)
            default: await probe.advance(.seconds(60 * Int.random(in: 10...400, using: &random)))
            }
            return true
        } catch let refusal as RouteError where refusal.status < 500 { return false }
    }

    private func plan(in franchise: ID<Franchise>, _ probe: Probe, _ random: inout SeededRandom) async throws {
        let shifts = try await shifts(probe)
        let someone = riders.randomElement(using: &random) ?? manager
        let start = probe.clock.now.advanced(by: .seconds(1_800 * Int.random(in: 0...150, using: &random)))
        let draft = ShiftDraft(
            riderId: Int.random(in: 0..<4, using: &random) > 0 ? someone.key : nil,
            motoPlate: Bool.random(using: &random) ? "1234 BCD" : "", startAt: start,
            endAt: start.advanced(by: .seconds(1_800 * Int.random(in: 1...14, using: &random))))
        switch (Int.random(in: 0..<10, using: &random), shifts.randomElement(using: &random)) {
        case (0, let shift?):
            _ = try await probe.call(
                RiderService.shiftChangeRoute, .init(shift: shift.key, change: draft, reason: "needed"), as: manager)
        case (1, let shift?):
            _ = try await probe.call(RiderService.shiftRemoveRoute, .init(shift: shift.key), as: manager)
        case (2..<6, _):
            // A manager takes drafts away until the rest can be published.
            var drafts = shifts.filter(\.document.isDraft).shuffled(using: &random)
            let day = drafts.first?.document.date ?? "2026-10-20"
            while try await probe.refusal(of: {
                try await probe.call(
                    RiderService.publishRoute, .init(franchise: franchise, week: day, reason: "needed"), as: manager)
            }) != nil, let draft = drafts.popLast() {
                _ = try await probe.call(RiderService.shiftRemoveRoute, .init(shift: draft.key), as: manager)
            }
        default:
            _ = try await probe.call(RiderService.shiftAddRoute, .init(franchise: franchise, shift: draft), as: manager)
        }
    }

    private func swap(in franchise: ID<Franchise>, _ probe: Probe, _ random: inout SeededRandom) async throws {
        let someone = riders.randomElement(using: &random) ?? manager
        let shifts = try await shifts(probe)
            .filter { probe.clock.now < $0.document.startAt && !$0.document.isDraft }
        guard let shift = shifts.randomElement(using: &random) else { return }
        let offer =
            if shift.document.riderId == nil {
                try await probe.call(RiderService.applyRoute, .init(shift: shift.key), as: someone)
            } else {
                try await probe.call(
                    RiderService.offerRoute,
                    .init(shift: shift.key, to: Bool.random(using: &random) ? someone.key : nil), as: manager)
            }
        if offer.to != nil, Int.random(in: 0..<3, using: &random) == 0 {
            _ = try await probe.call(RiderService.declineRoute, .init(offer: offer.id), as: someone)
        } else if offer.state == .open {
            _ = try await probe.call(RiderService.acceptRoute, .init(offer: offer.id), as: someone)
        }
        _ = try await probe.call(
            RiderService.decideRoute, .init(offer: offer.id, approves: Int.random(in: 0..<4, using: &random) > 0),
            as: manager)
    }

    private func takeOff(in franchise: ID<Franchise>, _ probe: Probe, _ random: inout SeededRandom) async throws {
        let day = Day(utc: probe.clock.now).advanced(by: Int.random(in: 2...9, using: &random)).description
        let asked = try await probe.call(
            RiderService.absenceAskRoute, .init(franchise: franchise, first: day, last: day),
            as: riders.randomElement(using: &random) ?? manager)
        _ = try await probe.call(
            RiderService.absenceDecideRoute, .init(absence: ID(asked.id.text), approves: true), as: manager)
    }

    /// A rider or a manager clocks, now or as a device tells later.
    private func clock(
        _ probe: Probe, _ random: inout SeededRandom, _ work: inout [ID<Shift>: Work]
    ) async throws {
        let published = try await shifts(probe)
            .filter { !$0.document.isDraft && $0.document.riderId != nil }
        let now = probe.clock.now
        // Those that are near, so that most clockings are possible.
        let near = published.filter {
            $0.document.startAt.advanced(by: .seconds(-900)) <= now && now < $0.document.endAt.advanced(by: .hours(8))
        }
        guard let shift = near.randomElement(using: &random), let rider = shift.document.riderId else {
            return await probe.advance(.seconds(60 * Int.random(in: 30...300, using: &random)))
        }
        let id = shift.key
        let told = Int.random(in: 0..<3, using: &random)
        let at = told > 0 ? nil : now.advanced(by: .seconds(-60 * Int64.random(in: 1...150, using: &random)))
        let (request, caller) = (ClockRequest(shift: id, at: at), Caller.user(rider))
        let isActive = shift.document.status == .active
        switch isActive ? Int.random(in: 3...5, using: &random) : Int.random(in: 0..<8, using: &random) {
        case 0..<3:
            _ = try await probe.call(RiderService.startRoute, request, as: caller)
            if work[id] == nil {
                work[id] = Work(
                    rider: rider, planned: (shift.document.startAt, shift.document.endAt), start: at ?? now)
            }
        case 3:
            _ = try await probe.call(RiderService.breakStartRoute, request, as: caller)
            work[id]?.pause(true, at, now)
        case 4:
            _ = try await probe.call(RiderService.breakEndRoute, request, as: caller)
            work[id]?.pause(false, at, now)
        case 5, 6:
            _ = try await probe.call(RiderService.endRoute, request, as: caller)
            if work[id]?.end == nil || work[id]?.isEndedByItself == true && at != nil {
                work[id]?.end = at ?? now
                if let pauses = work[id]?.pauses, !pauses.count.isMultiple(of: 2) { work[id]?.pauses.append(at ?? now) }
                work[id]?.isEndedByItself = false
            }
        default:
            let start = shift.document.startAt.advanced(by: .seconds(60 * Int64.random(in: -30...60, using: &random)))
            let times = WorkTimes(
                start: start, end: start.advanced(by: .seconds(60 * Int64.random(in: 30...400, using: &random))))
            _ = try await probe.call(
                RiderService.correctRoute, .init(shift: id, times: times, reason: "wrong"), as: caller)
            let approves = Bool.random(using: &random)
            _ = try await probe.call(
                RiderService.correctionDecideRoute, .init(shift: id, approves: approves), as: manager)
            guard approves else { return }
            var known =
                work[id]
                ?? Work(rider: rider, planned: (shift.document.startAt, shift.document.endAt), start: times.start)
            (known.start, known.end, known.isEndedByItself) = (times.start, times.end, false)
            if let last = known.pauses.last, !known.pauses.count.isMultiple(of: 2) {
                known.pauses.append(max(last, times.end))
            }
            work[id] = known
        }
    }

    /// Holds what is stored against the rules and against what was acknowledged; how many shifts are published.
    private func check(
        _ probe: Probe, _ franchise: ID<Franchise>, _ work: [ID<Shift>: Work], _ seed: String
    ) async throws -> Int {
        let shifts = try await shifts(probe)
        let madrid = try Zones().zone("Europe/Madrid")
        let published = shifts.filter { !$0.document.isDraft }
        let off = try await probe.store.collection(Absence.documents).query(limit: 1_000).items.map(\.document)
            .filter { $0.state == .approved }
        for (rider, own) in Dictionary(
            grouping: published.filter { $0.document.riderId != nil }, by: \.document.riderId)
        {
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
                #expect(!off.contains { $0.person == rider && $0.first == "\(day)" }, "\(seed): off on \(day)")
            }
            #expect(sorted.filter { $0.status == .active }.count <= 1, "\(seed)")
        }
        for (one, next) in pairs(
            published.filter { $0.document.vehicle != nil }.sorted { $0.document.startAt < $1.document.startAt })
        {
            // What was clocked, if the work has ended earlier: then the motorcycle was back.
            let shift = one.document
            let back = shift.status == .completed ? shift.uncorrected?.end ?? shift.actualEnd : nil
            #expect(min(shift.endAt, back ?? shift.endAt) <= next.document.startAt, "\(seed): one motorcycle at once")
        }
        for caller in riders {
            let told = try await probe.call(
                RiderService.ownHoursRoute, .init(from: "2026-10-19", to: "2026-12-31"), as: caller)
            let minutes = work.values.filter { $0.rider == caller.key }.reduce(0) { $0 + $1.minutes }
            let isSame = told.first?.worked ?? .zero == .seconds(60 * minutes)
            let differ = published.filter { stored in
                let known = work[stored.key]
                let counted = Duration.seconds(60 * (known?.minutes ?? 0))
                return stored.document.riderId == caller.key && stored.document.worked ?? .zero != counted
            }.map { "\($0.document) but \(work[$0.key].map { "\($0)" } ?? "nothing")" }
            #expect(isSame, "\(seed): \(caller.key ?? "") \(differ)")
        }
        return published.count
    }

    /// All shifts, as managers and riders see them.
    private func shifts(_ probe: Probe) async throws -> [Stored<Shift>] {
        let weeks = try await probe.store.collection(WeekPublication.documents).query(limit: 1_000).items
        let last = Dictionary(weeks.map { ($0.document.monday, $0.document.change) }) { $1 }
        return try await probe.store.collection(Shift.documents).query(limit: 1_000).items.map { stored in
            var shift = stored
            let monday = Day(shift.document.date)?.monday.description ?? ""
            if shift.document.change <= last[monday] ?? -1 { shift.document.isDraft = false }
            return shift
        }
    }

    private func pairs(_ sorted: [Stored<Shift>]) -> [(Stored<Shift>, Stored<Shift>)] {
        Array(zip(sorted, sorted.dropFirst()))
    }
}
