import FeatureKit
import FeatureTestKit
import NotificationsContracts
import Testing

@testable import RiderFeature

/// What riders hear through Notifications, and read in their calendars.
@Suite(.timeLimit(.minutes(1))) struct NoticeTests {
    private let staff = Caller.user("accounts:eve", roles: ["staff"])
    private let ana = Caller.user("accounts:ana")
    private let leo = Caller.user("accounts:leo")
    private let now = Timestamp("2026-01-19T09:00:00Z") ?? .init(nanoseconds: 0)

    private func draft(_ rider: Caller, from hour: Int) -> ShiftDraft {
        let start = now.advanced(by: .hours(Int64(24 * 6 + hour)))
        return ShiftDraft(
            riderId: rider.key, motoPlate: "1234 BCD", startAt: start, endAt: start.advanced(by: .hours(3)))
    }

    @Test func `riders hear what becomes of their shifts, and their calendar shows them`() async throws {
        try await withFeature(Rider.self, settings: .init(), clock: TestClock(now: now)) { probe in
            let (stream, told) = AsyncStream<String>.makeStream()
            try probe.serve(.notificationsSend) { request, _ in
                told.yield("\(request.to.person ?? ""): \(request.texts["en"]?.title ?? "")")
                return Done()
            }
            var heard = stream.makeAsyncIterator()
            let made = try await probe.call(RiderService.franchiseAddRoute, .init(name: "Centro"), as: staff)
            let id = ID<Franchise>(made.id.text)
            for person in ["accounts:ana", "accounts:leo"] {
                _ = try await probe.call(
                    RiderService.memberPutRoute, .init(franchise: id, person: person, name: "N"), as: staff)
            }
            let shift = try await probe.call(
                RiderService.shiftAddRoute, .init(franchise: id, shift: draft(ana, from: 0)), as: staff)
            _ = try await probe.call(RiderService.publishRoute, .init(franchise: id, week: "2026-01-25"), as: staff)
            #expect(await heard.next() == "accounts:ana: You have a new shift")

            let link = try await probe.call(RiderService.calendarLinkRoute, Nothing(), as: ana)
            let secret = String(try #require(link.path.split(separator: "/").last))
            let calendar = try await probe.call(RiderService.calendarRoute, .init(secret: secret), as: .anybody)
            let text = String(decoding: calendar.bytes, as: UTF8.self)
            for line in ["DTSTART:20260125T090000Z", "DTEND:20260125T120000Z", "SUMMARY:Centro", "STATUS:TENTATIVE"] {
                #expect(text.contains(line + "\r\n"), "\(line)")
            }
            let again = try await probe.call(RiderService.calendarLinkRoute, Nothing(), as: ana)
            #expect(again.path != link.path)
            let old = try await probe.refusal {
                try await probe.call(RiderService.calendarRoute, .init(secret: secret), as: .anybody)
            }
            #expect(old?.status == 404)

            _ = try await probe.call(
                RiderService.shiftChangeRoute,
                .init(shift: ID(shift.id.text), change: draft(ana, from: 2), reason: "late"), as: staff)
            #expect(await heard.next() == "accounts:ana: A shift of yours was changed")
            let offer = try await probe.call(
                RiderService.offerRoute, .init(shift: ID(shift.id.text), to: "accounts:leo"), as: ana)
            #expect(await heard.next() == "accounts:leo: Somebody offers you a shift")
            _ = try await probe.call(RiderService.acceptRoute, .init(offer: ID(offer.id.text)), as: leo)
            _ = try await probe.call(
                RiderService.decideRoute, .init(offer: ID(offer.id.text), approves: true), as: staff)
            let both = [await heard.next(), await heard.next()].compactMap(\.self)
            #expect(
                Set(both) == ["accounts:leo: The shift is yours", "accounts:ana: A shift is no longer yours"])
            _ = try await probe.call(RiderService.shiftRemoveRoute, .init(shift: ID(shift.id.text)), as: staff)
            #expect(await heard.next() == "accounts:leo: A shift is no longer yours")
        }
    }

    /// A franchise with Ana and Leo, and what they hear in English.
    private func withRiders(
        _ body: @escaping @Sendable (Probe, ID<Franchise>, AsyncStream<String>) async throws -> Void
    ) async throws {
        try await withFeature(Rider.self, settings: .init(), clock: TestClock(now: now)) { [staff] probe in
            let (stream, told) = AsyncStream<String>.makeStream()
            try probe.serve(.notificationsSend) { request, _ in
                let text = request.texts["en"]
                told.yield("\(request.to.person ?? request.to.mail ?? ""): \(text?.title ?? ""). \(text?.body ?? "")")
                return Done()
            }
            let made = try await probe.call(RiderService.franchiseAddRoute, .init(name: "Centro"), as: staff)
            let id = ID<Franchise>(made.id.text)
            for person in ["accounts:ana", "accounts:leo"] {
                _ = try await probe.call(
                    RiderService.memberPutRoute, .init(franchise: id, person: person, name: "N"), as: staff)
            }
            try await body(probe, id, stream)
        }
    }

    @Test func `a week is told once, and each shift again before it begins`() async throws {
        try await withRiders { [self] probe, id, stream in
            var heard = stream.makeAsyncIterator()
            for hour in [0, 4] {
                _ = try await probe.call(
                    RiderService.shiftAddRoute, .init(franchise: id, shift: draft(ana, from: hour)), as: staff)
            }
            _ = try await probe.call(RiderService.publishRoute, .init(franchise: id, week: "2026-01-25"), as: staff)
            #expect(
                await heard.next()
                    == "accounts:ana: Your week is planned. Centro: 2 shifts, the first one on 2026-01-25 at 10:00.")
            await probe.advance(.hours(24 * 6 - 1))
            #expect(await heard.next() == "accounts:ana: Your shift begins soon. Centro, on 2026-01-25 at 10:00.")
            await probe.advance(.hours(4))
            #expect(await heard.next() == "accounts:ana: Your shift begins soon. Centro, on 2026-01-25 at 14:00.")
        }
    }

    @Test func `both hear of a swap that is refused, and everybody of one that is open to all`() async throws {
        try await withRiders { [self] probe, id, stream in
            var heard = stream.makeAsyncIterator()
            let shift = try await probe.call(
                RiderService.shiftAddRoute, .init(franchise: id, shift: draft(ana, from: 0)), as: staff)
            _ = try await probe.call(RiderService.publishRoute, .init(franchise: id, week: "2026-01-25"), as: staff)
            _ = await heard.next()
            let offer = try await probe.call(RiderService.offerRoute, .init(shift: ID(shift.id.text)), as: ana)
            #expect(await heard.next() == "accounts:leo: Somebody offers you a shift. Centro, on 2026-01-25 at 10:00.")
            _ = try await probe.call(RiderService.acceptRoute, .init(offer: offer.id), as: leo)
            _ = try await probe.call(RiderService.decideRoute, .init(offer: offer.id, approves: false), as: staff)
            let both = Set([await heard.next(), await heard.next()].compactMap { $0?.prefix(12) })
            #expect(both == ["accounts:ana", "accounts:leo"])
            let kept = try await probe.store.collection(Shift.documents).get(ID(shift.id.text))
            #expect(kept?.document.riderId == "accounts:ana" && kept?.document.swapRequested == false)
            let named = try await probe.call(
                RiderService.offerRoute, .init(shift: ID(shift.id.text), to: "accounts:leo"), as: ana)
            _ = await heard.next()
            _ = try await probe.call(RiderService.declineRoute, .init(offer: named.id), as: leo)
            #expect(await heard.next()?.hasPrefix("accounts:ana: The shift was not given.") == true)
            _ = try await probe.call(
                RiderService.askForChangeRoute, .init(shift: ID(shift.id.text), reason: "exam"), as: ana)
            _ = try await probe.call(RiderService.keepUnchangedRoute, .init(shift: ID(shift.id.text)), as: staff)
            #expect(await heard.next() == "accounts:ana: Your shift stays as it was. Centro, on 2026-01-25 at 10:00.")
        }
    }

    @Test func `managers hear of what waits for their decision`() async throws {
        try await withRiders { [self] probe, id, stream in
            var heard = stream.makeAsyncIterator()
            _ = try await probe.call(
                RiderService.memberPutRoute, .init(franchise: id, person: "accounts:mar", name: "M", role: .manager),
                as: staff)
            _ = try await probe.call(
                RiderService.absenceAskRoute, .init(franchise: id, first: "2026-02-01", last: "2026-02-02"), as: ana)
            let asked = "accounts:mar: A rider waits for your decision. Centro: N, about"
            #expect(await heard.next() == "\(asked) 2026-02-01.")
            let shift = try await probe.call(
                RiderService.shiftAddRoute, .init(franchise: id, shift: draft(ana, from: 0)), as: staff)
            _ = try await probe.call(RiderService.publishRoute, .init(franchise: id, week: "2026-01-25"), as: staff)
            _ = await heard.next()
            _ = try await probe.call(
                RiderService.askForChangeRoute, .init(shift: ID(shift.id.text), reason: "exam"), as: ana)
            #expect(await heard.next() == "\(asked) 2026-01-25.")
        }
    }

    @Test func `an invitation is a mail without a secret`() async throws {
        try await withRiders { [self] probe, id, stream in
            var heard = stream.makeAsyncIterator()
            _ = try await probe.call(
                RiderService.inviteRoute,
                .init(franchise: id, mail: "zoe@circuit.example", name: "Zoe", role: .manager, language: "en"),
                as: staff)
            #expect(
                await heard.next() == "zoe@circuit.example: You are invited to work as a rider. Centro invites you. "
                    + "Sign in with this address and accept the invitation: http://127.0.0.1:8080/api/v1/rider/invitations"
            )
        }
    }
}
