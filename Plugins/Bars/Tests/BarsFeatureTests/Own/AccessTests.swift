import FeatureKit
import FeatureTestKit
import Media
import Testing

@testable import BarsFeature

/// Every route as nobody, another person, the guest, the owner and staff.
@Suite(.timeLimit(.minutes(2))) struct AccessTests {
    /// Expects a status for each of them; 0 where the request is done.
    private func expect(
        _ wanted: [Int], sourceLocation: SourceLocation = #_sourceLocation, _ ask: (Caller) async throws -> Void
    ) async throws {
        var statuses: [Int] = []
        for caller in [Caller(origin: .http), dani, bob, ada, staff] {
            do {
                try await ask(caller)
                statuses.append(0)
            } catch let error as RouteError { statuses.append(error.status) }
        }
        #expect(statuses == wanted, sourceLocation: sourceLocation)
    }

    @Test func bookingsAreForTheirGuestAndTheOwner() async throws {
        try await BarsHarness.open(seats: 100) { bars in
            let id = try await bars.book(2, as: bob).id
            let named = BarsService.CalendarRequest(booking: id)
            try await expect([401, 404, 0, 0, 0]) { _ = try await bars.get(id, as: $0) }
            try await expect([401, 404, 0, 403, 403]) { _ = try await bars.change(id, as: $0, people: 3) }
            try await expect([401, 404, 0, 403, 403]) { _ = try await bars.confirm(id, as: $0) }
            try await expect([401, 404, 0, 403, 403]) {
                _ = try await bars.probe.call(BarsService.calendarRoute, named, as: $0)
            }
            try await expect([401, 403, 403, 0, 0]) {
                _ = try await bars.probe.call(BarsService.dayRoute, .init(bar: bars.bar), as: $0)
            }
            await bars.probe.advance(.hours(33))
            try await expect([401, 404, 403, 0, 0]) { _ = try await bars.noShow(id, as: $0) }
            try await expect([401, 404, 403, 0, 0]) { _ = try await bars.arrived(id, as: $0) }
            let other = try await bars.book(2, as: bob, shift: "lunch-1").id
            try await expect([401, 404, 0, 0, 0]) { _ = try await bars.cancel(other, as: $0) }
        }
    }

    @Test func barsAreForTheirOwner() async throws {
        try await BarsHarness.open { bars in
            let (probe, bar) = (bars.probe, bars.bar)
            try await expect([401, 403, 403, 0, 0]) {
                _ = try await probe.call(BarsService.changeRoute, Bar.Change(bar: bar, description: "x"), as: $0)
            }
            let image = BarsService.ImagePutRequest(bar: bar, image: ImageUpload(Media(type: "image/png", bytes: [1])))
            try await expect([401, 403, 403, 415, 415]) {
                _ = try await probe.call(BarsService.imagePutRoute, image, as: $0)
            }
            try await expect([401, 403, 403, 404, 404]) {
                _ = try await probe.call(BarsService.imageRemoveRoute, .init(bar: bar), as: $0)
            }
            try await expect([401, 403, 403, 0, 404]) {
                _ = try await probe.call(BarsService.removeRoute, .init(bar: bar), as: $0)
            }
        }
    }

    @Test func whatIsPublicAndWhatIsOnesOwn() async throws {
        try await BarsHarness.open { bars in
            let (probe, bar) = (bars.probe, bars.bar)
            let forAll = [0, 0, 0, 0, 0]
            try await expect(forAll) { _ = try await probe.call(BarsService.oneRoute, .init(bar: bar), as: $0) }
            try await expect(forAll) { _ = try await probe.call(BarsService.typesRoute, Nothing(), as: $0) }
            try await expect(forAll) { _ = try await probe.call(BarsService.searchRoute, Search(), as: $0) }
            try await expect(forAll) {
                _ = try await probe.call(BarsService.occupancyTodayRoute, .init(bar: bar), as: $0)
            }
            let signedIn = [401, 0, 0, 0, 0]
            try await expect(signedIn) { _ = try await probe.call(BarsService.partyRoute, Nothing(), as: $0) }
            try await expect(signedIn) { _ = try await probe.call(BarsService.mineRoute, PageRequest(), as: $0) }
            try await expect(signedIn) {
                _ = try await probe.call(BarsService.myBookingsRoute, AskOwnBookings(), as: $0)
            }
        }
        let tooLong = Caller.user(String(repeating: "k", count: 901))
        try await BarsHarness.open { bars in
            let refusal = try await bars.refused(2, as: tooLong)
            #expect(refusal?.status == 401)
        }
    }

    /// The bars of many bookings come page by page, the one with the latest booking first.
    @Test func bookedBarsArePaged() async throws {
        try await BarsHarness.open(.init(severalPerShift: true)) { bars in
            var ids: [ID<Bar>] = []
            for number in 0..<5 {
                var bar = Bar.Draft.pepita
                bar.name = "Bar \(number)"
                ids.append(try await bars.probe.call(BarsService.addRoute, bar, as: ada).id)
            }
            for (bar, shift) in zip(ids, ["dinner-2", "lunch-1", "dinner-1", "lunch-2", "lunch-1"]) {
                _ = try await bars.book(2, as: bob, shift: shift, at: bar.text)
            }
            var (found, request) = ([ID<Bar>](), PageRequest(limit: 2))
            repeat {
                let page = try await bars.probe.call(BarsService.myBookedBarsRoute, request, as: bob)
                found += page.items.map(\.id)
                request.after = page.next
            } while request.after != nil
            #expect(found.prefix(3) == [ids[0], ids[2], ids[3]])
            #expect(Set(found.dropFirst(3)) == [ids[1], ids[4]] && found.count == 5)
        }
    }
}
