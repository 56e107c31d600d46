import FeatureKit
import FeatureTestKit
import Testing

@testable import BarsFeature

/// Today, as it changes.
@Suite(.timeLimit(.minutes(2))) struct LiveTests {
    /// 13:00 in Madrid, on a Sunday.
    private var clock: TestClock { TestClock(now: Timestamp("2026-11-22T12:00:00Z") ?? Timestamp(nanoseconds: 0)) }

    @Test func todayIsShownShiftByShift() async throws {
        try await withFeature(Bars.self, settings: .init(), clock: clock) { probe in
            let bar = try await probe.call(BarsService.addRoute, .pepita, as: ada).id
            let today = try await probe.call(BarsService.occupancyTodayRoute, .init(bar: bar))
            #expect(today.date == "2026-11-22")
            #expect(today.name == "La Pepita")
            #expect(today.capacity == 40)
            #expect(today.shifts.map(\.shift) == ["lunch-1", "lunch-2", "dinner-1", "dinner-2"])
            #expect(today.shifts.map(\.starts.description).first == "2026-11-22T13:00:00Z")
            #expect(today.shifts.allSatisfy { $0.taken == 0 && $0.capacity == 40 })
            let opening = Opening.Change(shifts: ["dinner-2"])
            _ = try await probe.call(BarsService.changeRoute, Bar.Change(bar: bar, opening: opening), as: ada)
            #expect(
                try await probe.call(BarsService.occupancyTodayRoute, .init(bar: bar)).shifts.map(\.shift) == [
                    "dinner-2"
                ])
            // By its own clock it is tomorrow already.
            _ = try await probe.call(BarsService.changeRoute, Bar.Change(bar: bar, zone: "Pacific/Kiritimati"), as: ada)
            #expect(try await probe.call(BarsService.occupancyTodayRoute, .init(bar: bar)).date == "2026-11-23")
        }
    }

    @Test func firstThePresentThenWhatChanges() async throws {
        try await withFeature(Bars.self, settings: .init(), clock: clock) { probe in
            let bar = try await probe.call(BarsService.addRoute, .pepita, as: ada).id
            var replies = probe.replies(of: BarsService.occupancyLiveRoute, .init(bar: bar)).makeAsyncIterator()
            let present = try await probe.call(BarsService.occupancyTodayRoute, .init(bar: bar))
            #expect(try await replies.next() == present)
            // What is no part of it tells nothing, so the next that comes is the change of the name.
            _ = try await probe.call(BarsService.changeRoute, Bar.Change(bar: bar, description: "Other"), as: ada)
            _ = try await probe.call(BarsService.changeRoute, Bar.Change(bar: bar, name: "Pepita"), as: ada)
            #expect(try await replies.next()?.name == "Pepita")
            // Who comes later sees what is, at once.
            var others = probe.replies(of: BarsService.occupancyLiveRoute, .init(bar: bar)).makeAsyncIterator()
            #expect(try await others.next()?.name == "Pepita")
            _ = try await probe.call(BarsService.changeRoute, Bar.Change(bar: bar, capacity: 50), as: ada)
            #expect(try await replies.next()?.capacity == 50)
            #expect(try await others.next()?.capacity == 50)
            _ = try await probe.call(BarsService.removeRoute, .init(bar: bar), as: ada)
            #expect(try await replies.next() == nil)
            #expect(try await others.next() == nil)
            var late = probe.replies(of: BarsService.occupancyLiveRoute, .init(bar: bar)).makeAsyncIterator()
            await #expect(throws: BarRefusal.noBar.answer) { try await late.next() }
        }
    }

    /// A subscriber is let go when the feature stops; nothing is left of them, which `withFeature` makes sure of.
    @Test func whoLooksIsLetGo() async throws {
        try await withFeature(Bars.self, settings: .init(), clock: clock) { probe in
            let bar = try await probe.call(BarsService.addRoute, .pepita, as: ada).id
            var stays = probe.replies(of: BarsService.occupancyLiveRoute, .init(bar: bar)).makeAsyncIterator()
            _ = try await stays.next()
            do {
                var goes = probe.replies(of: BarsService.occupancyLiveRoute, .init(bar: bar)).makeAsyncIterator()
                _ = try await goes.next()
            }
            await probe.settle()
            try await probe.restart(Bars.self, .init())
            #expect(try await stays.next() == nil)
        }
    }

    /// A thousand see the same, and the bar is read as often as for one.
    @Test func manyWhoLookCostOne() async throws {
        try await withFeature(Bars.self, settings: .init(), clock: clock) { probe in
            let bar = try await probe.call(BarsService.addRoute, .pepita, as: ada).id
            var all: [AsyncThrowingStream<OccupancyView, any Error>.AsyncIterator] = []
            for _ in 0..<1_000 {
                all.append(
                    probe.replies(of: BarsService.occupancyLiveRoute, .init(bar: bar)).makeAsyncIterator())
            }
            for index in all.indices { #expect(try await all[index].next()?.capacity == 40) }
            _ = try await probe.call(BarsService.changeRoute, Bar.Change(bar: bar, capacity: 41), as: ada)
            for index in all.indices { #expect(try await all[index].next()?.capacity == 41) }
        }
    }

    /// What could not be read while the store failed is shown once it works.
    @Test func aStoreThatFailsDelaysWhatIsShown() async throws {
        let store = MemoryStore()
        try await withFeature(Bars.self, settings: .init(), store: store, clock: clock) { probe in
            let bar = try await probe.call(BarsService.addRoute, .pepita, as: ada).id
            var replies = probe.replies(of: BarsService.occupancyLiveRoute, .init(bar: bar)).makeAsyncIterator()
            #expect(try await replies.next()?.date == "2026-11-22")
            await probe.advance(.hours(11) - .seconds(60))
            store.fail(.unavailable)
            await probe.advance(.seconds(60))
            #expect(Set(probe.log.messages(.warning)) == ["can't do what is due; trying again"])
            store.repair()
            await probe.advance(.seconds(5))
            #expect(try await replies.next()?.date == "2026-11-23")
        }
    }

    /// However changes and readers meet, nobody sees an older value after a newer one, and everybody sees the last one.
    @Test(arguments: 0..<8) func nobodySeesWhatWasBefore(round: Int) async throws {
        try await withFeature(Bars.self, settings: .init(), clock: clock) { probe in
            let bar = try await probe.call(BarsService.addRoute, .pepita, as: ada).id
            try await withThrowingTaskGroup { group in
                for _ in 0..<8 {
                    group.addTask {
                        var seen = 0
                        for try await view in probe.replies(of: BarsService.occupancyLiveRoute, .init(bar: bar)) {
                            #expect(view.capacity > seen, "\(view.capacity) after \(seen)")
                            seen = view.capacity
                            if seen == 100 + round { return }
                        }
                    }
                }
                group.addTask {
                    for capacity in 41...100 + round {
                        _ = try await probe.call(
                            BarsService.changeRoute, Bar.Change(bar: bar, capacity: capacity), as: ada)
                    }
                }
                try await group.waitForAll()
            }
        }
    }
}
