import BLEContracts
import FeatureKit
import FeatureTestKit
import Foundation
import Testing

@testable import TrackStatusFeature

private let ada = Caller.user("ada", roles: ["staff"])
private let bob = Caller.user("bob", roles: ["staff"])

/// What holds whatever ends: evacuations, staff's words, revisions.
@Suite(.timeLimit(.minutes(1))) struct BoardTests {
    private static let fire = TrackBoard.EvacuateRequest(message: "Leave", route: "gate-3", reason: "fire")

    /// A beacon whose word raises an evacuation.
    private func listed(_ mode: Sighting.Mode, zone: Int = 3, ttl: Int = 10, trust: Sighting.Trust = .listed)
        -> Sighting
    {
        var sighted = Sighting.from(1, zone: zone, mode, ttl: ttl)
        (sighted.trust, sighted.beacon) = (trust, "north")
        return sighted
    }

    private func clear(_ probe: Probe) async throws -> Status {
        let begun = try await probe.call(TrackBoard.beginClearingRoute, .init(reason: "out"), as: ada)
        return try await probe.call(
            TrackBoard.endClearingRoute, .init(word: begun.word, reason: "all out"), as: bob)
    }

    // MARK: - Kept before it is told

    @Test func itLiesInTheStoreWhenItIsTold() async throws {
        try await withFeature(Track.self, settings: .init()) { probe in
            _ = try await probe.expect(Status.topic)
            try probe.publish(listed(.evacuation), on: .bleSighted)
            let told = try await probe.expect(Status.topic)
            #expect(told.mode == .evacuation && told.evacuation?.kept == true && told.evacuation?.confirmed == false)
            #expect(told.evacuation?.zones == [3])
            let kept = try await probe.store.collection(PersistedState.documents).get("value")
            #expect(kept?.document.evacuation?.zones == [3])
            await probe.expectNone(Status.topic)
        }
    }

    // MARK: - Whatever ends

    @Test func itIsThereAgainAfterARestart() async throws {
        let store = MemoryStore()
        var revision = 0
        try await withFeature(Track.self, settings: .init(), store: store) { probe in
            _ = try await probe.expect(Status.topic)
            revision = try await probe.call(TrackBoard.evacuateRoute, Self.fire, as: ada).revision
        }
        for _ in 1...3 {
            try await withFeature(Track.self, settings: .init(), store: store) { probe in
                // The very first word: nobody sees that it was gone.
                let first = try await probe.expect(Status.topic)
                #expect(
                    first.mode == .evacuation && first.evacuation?.kept == true && first.evacuation?.message == "Leave")
                #expect(first.revision > revision)
                revision = first.revision
            }
        }
    }

    @Test func staffsWordsOutlastARestartAsLongAsTheyCount() async throws {
        let (store, clock) = (MemoryStore(), TestClock())
        try await withFeature(Track.self, settings: .init(), store: store, clock: clock) { probe in
            _ = try await probe.call(
                TrackBoard.sayRoute, .init(mode: .redFlag, message: "oil", reason: "debris"), as: ada)
            _ = try await probe.call(
                TrackBoard.sayRoute, .init(mode: .yellow, zone: 5, for: .seconds(100), reason: "debris"),
                as: ada)
            _ = try await probe.call(
                TrackBoard.sayRoute, .init(mode: .vsc, zone: 6, for: .seconds(10), reason: "debris"), as: ada)
        }
        clock.advance(by: .seconds(20))
        try await withFeature(Track.self, settings: .init(), store: store, clock: clock) { probe in
            let first = try await probe.expect(Status.topic)
            #expect(first.mode == .redFlag && !first.stale && first.message == "oil")
            // Of what is over a stale warning is left.
            #expect(first.zones.map(\.zone) == [5, 6])
            #expect(try await probe.call(TrackBoard.withdrawRoute, .init(reason: "clean"), as: bob).mode == .yellow)
            await probe.advance(.seconds(81))
            #expect(try await probe.call(TrackBoard.wholeStatusRoute, Nothing()).stale)
        }
    }

    // MARK: - What can't be read

    @Test func withoutWhatWasKeptNobodyClears() async throws {
        let store = MemoryStore()
        var revision = 0
        try await withFeature(Track.self, settings: .init(), store: store) { probe in
            revision = try await probe.call(TrackBoard.evacuateRoute, Self.fire, as: ada).revision
        }
        try await withFeature(Track.self, settings: .init(), store: store, prepare: { _, _ in store.failOnceOpen() }) {
            probe in
            // People are left with what they were told last: that may be an evacuation.
            await probe.expectNone(Status.topic)
            await probe.advance(TrackBoard.silence)
            let first = try await probe.expect(Status.topic)
            #expect(first.stale && first.mode == .unknown && first.revision > revision)
            #expect(probe.log.messages(.error).count == 1)
            // What is heard counts, but nothing is well.
            try probe.publish(.from(1, .normal), on: .bleSighted)
            await probe.settle()
            #expect(try await probe.call(TrackBoard.wholeStatusRoute, Nothing()).mode == .unknown)
            let refusal = try await probe.refusal {
                try await probe.call(TrackBoard.beginClearingRoute, .init(reason: "out"), as: ada)
            }
            #expect(refusal == TrackRefusal.unread.answer)
            _ = try await probe.call(
                TrackBoard.evacuateRoute, .init(message: "Now", zones: [9], reason: "smoke"), as: ada)
            store.repair()
            await probe.advance(.seconds(5))
            let now = try await probe.call(TrackBoard.wholeStatusRoute, Nothing())
            #expect(now.mode == .evacuation && !now.stale && now.evacuation?.kept == true)
            // Everywhere, as it was kept, and with the newer words.
            #expect(
                now.evacuation?.zones == [] && now.evacuation?.message == "Now" && now.evacuation?.route == "gate-3")
            #expect(try await clear(probe).evacuation == nil)
        }
    }

    /// Over a worker's wire a question that nobody has answered yet counts as work, and the test would wait for its end.
    private static let seesSlowStores = ProcessInfo.processInfo.environment["FLAGSTAND_RUNS"] != "worker"

    /// Runs track with a store that does not answer, until track does not wait for it any more.
    private func withSlowStore(_ store: MemoryStore, _ body: (Probe) async throws -> Void) async throws {
        let clock = TestClock()
        async let patience: Void = {
            // First the kit waits for a second, to erase people, and then the module.
            for _ in 1...2 {
                await clock.sleepers(atLeast: 1)
                clock.advance(by: TrackBoard.patience)
            }
        }()
        try await withFeature(
            Track.self, settings: .init(), store: store, clock: clock, prepare: { _, _ in store.hang() }, body)
        await patience
    }

    @Test(.enabled(if: seesSlowStores)) func aSlowStoreTakesNothingBack() async throws {
        let store = MemoryStore()
        try await withFeature(Track.self, settings: .init(), store: store) { probe in
            _ = try await probe.call(TrackBoard.evacuateRoute, Self.fire, as: ada)
        }
        try await withSlowStore(store) { probe in
            // Who asks is told that nobody knows; what people were told last stays.
            let unread = try await probe.call(TrackBoard.wholeStatusRoute, Nothing())
            #expect(unread.mode == .unknown && unread.stale)
            try probe.publish(.from(1, .normal), on: .bleSighted)
            await probe.advance(TrackBoard.silence - TrackBoard.patience - .milliseconds(1))
            await probe.expectNone(Status.topic)
            store.repair()
            let first = try await probe.expect(Status.topic)
            #expect(first.mode == .evacuation && !first.stale && first.evacuation?.kept == true)
        }
    }

    @Test(.enabled(if: seesSlowStores)) func aSlowStoreHoldsNoEvacuationUpNorPeopleForEver() async throws {
        let store = MemoryStore()
        try await withSlowStore(store) { probe in
            await probe.advance(TrackBoard.silence)
            let first = try await probe.expect(Status.topic)
            #expect(first.mode == .unknown && first.stale)
        }
        try await withSlowStore(store) { probe in
            try probe.publish(listed(.evacuation), on: .bleSighted)
            let told = try await probe.expect(Status.topic, within: TrackBoard.patience)
            #expect(told.mode == .evacuation && told.evacuation?.kept == false)
        }
    }

    // MARK: - Clearing

    @Test func clearingTakesTwoStepsAndIsKept() async throws {
        let store = MemoryStore()
        var word = ""
        try await withFeature(Track.self, settings: .init(), store: store) { probe in
            try probe.publish(listed(.evacuation), on: .bleSighted)
            await probe.settle()
            let begun = try await probe.call(TrackBoard.beginClearingRoute, .init(reason: "out"), as: ada)
            #expect(begun.twoPeople && begun.by == "ada")
            word = begun.word
            #expect(
                try await probe.call(TrackBoard.wholeStatusRoute, Nothing()).evacuation?.clearingUntil == begun.until)
            _ = try await probe.refusal {
                try await probe.call(TrackBoard.endClearingRoute, .init(word: "no", reason: "out"), as: bob)
            }
            let cleared = try await probe.call(
                TrackBoard.endClearingRoute, .init(word: begun.word, reason: "all out"), as: bob)
            #expect(cleared.evacuation == nil && cleared.mode == .unknown)
            // Asked again it is answered as before.
            #expect(
                try await probe.call(
                    TrackBoard.endClearingRoute, .init(word: begun.word, reason: "all out"), as: bob)
                    == cleared)
            // The same beacon goes on, and raises nothing.
            try probe.publish(listed(.evacuation), on: .bleSighted)
            await probe.settle()
            #expect(try await probe.call(TrackBoard.wholeStatusRoute, Nothing()).evacuation == nil)
        }
        try await withFeature(Track.self, settings: .init(), store: store) { probe in
            // A second request has the same answer after a restart, too.
            let again = TrackBoard.EndClearingRequest(word: word, reason: "all out")
            #expect(try await probe.call(TrackBoard.endClearingRoute, again, as: bob).evacuation == nil)
            // Nor does it raise one after a restart, until it has said something else.
            try probe.publish(listed(.evacuation), on: .bleSighted)
            await probe.settle()
            #expect(try await probe.call(TrackBoard.wholeStatusRoute, Nothing()).evacuation == nil)
            try probe.publish(listed(.normal), on: .bleSighted)
            await probe.settle()
        }
        try await withFeature(Track.self, settings: .init(), store: store) { probe in
            // That is known after another restart, too.
            try probe.publish(listed(.evacuation), on: .bleSighted)
            await probe.settle()
            #expect(try await probe.call(TrackBoard.wholeStatusRoute, Nothing()).evacuation != nil)
            let items = try await probe.call(TrackBoard.historyRoute, .init(limit: 100), as: ada).items
            let acts = items.filter { $0.what != .status }.reversed().map { "\($0.what) \($0.by ?? "-")" }
            #expect(
                acts == [
                    "raised beacon north", "clearingBegan ada", "clearingRefused bob", "cleared bob",
                    "raised beacon north",
                ])
            #expect(items.map(\.number) == (1...items.count).reversed())
        }
    }

    @Test func whatCantBeWrittenIsNotCleared() async throws {
        let store = MemoryStore()
        try await withFeature(Track.self, settings: .init(), store: store) { probe in
            _ = try await probe.call(TrackBoard.evacuateRoute, Self.fire, as: ada)
            let begun = try await probe.call(TrackBoard.beginClearingRoute, .init(reason: "out"), as: ada)
            await probe.settle()
            store.fail()
            let refusal = try await probe.refusal {
                try await probe.call(
                    TrackBoard.endClearingRoute, .init(word: begun.word, reason: "out"), as: bob)
            }
            #expect(refusal == TrackRefusal.notCleared.answer)
            #expect(try await probe.call(TrackBoard.wholeStatusRoute, Nothing()).mode == .evacuation)
            store.repair()
            await probe.advance(.seconds(10))
            // It was not cleared behind anybody's back.
            #expect(try await probe.call(TrackBoard.wholeStatusRoute, Nothing()).evacuation?.kept == true)
            #expect(try await probe.store.collection(PersistedState.documents).get("value")?.document.evacuation != nil)
            let cleared = try await probe.call(
                TrackBoard.endClearingRoute, .init(word: begun.word, reason: "out"), as: bob)
            #expect(cleared.evacuation == nil)
        }
    }

    // MARK: - How often

    @Test func refreshesAreToldOnceASecond() async throws {
        try await withFeature(Track.self, settings: .init()) { probe in
            _ = try await probe.expect(Status.topic)
            try probe.publish(.from(1, .normal), on: .bleSighted)
            _ = try await probe.expect(Status.topic)
            for tenth in 1...40 {
                await probe.advance(.milliseconds(100))
                try probe.publish(.from(1, .normal), on: .bleSighted)
                await probe.settle()
                if tenth % 10 == 0 { _ = try await probe.expect(Status.topic) }
                await probe.expectNone(Status.topic)
            }
        }
    }

    // MARK: - The history

    @Test func theHistoryHasPagesAndAnEnd() async throws {
        try await withFeature(Track.self, settings: .init(keep: 100)) { probe in
            for number in 0..<60 {
                let mode = number % 2 == 0 ? Mode.redFlag : .yellow
                _ = try await probe.call(
                    TrackBoard.sayRoute, .init(mode: mode, zone: 4, reason: "\(number)"), as: ada)
                await probe.advance(.milliseconds(200))
            }
            #expect(try await probe.store.collection(HistoryEntry.documents).count() == 100)
            var (found, after) = ([HistoryEntry](), PageCursor?.none)
            repeat {
                let page = try await probe.call(TrackBoard.historyRoute, .init(limit: 7, after: after), as: bob)
                found += page.items
                after = page.next
            } while after != nil
            #expect(found.count == 100 && found.map(\.number) == found.map(\.number).sorted(by: >))
            #expect(
                found.first.map { [$0.what.rawValue, $0.mode.rawValue, $0.by, $0.reason] } == [
                    "status", "yellow", "ada", "59",
                ])
            #expect(found.first?.zones == [.init(zone: 4, mode: .yellow, stale: false)])
        }
    }

    @Test func blankTextsAreToldAtOnce() async throws {
        try await withFeature(Track.self, settings: .init()) { probe in
            let refusal = try await probe.refusal {
                try await probe.call(TrackBoard.evacuateRoute, .init(message: " ", reason: "\t "), as: ada)
            }
            #expect(
                refusal
                    == TrackRefusal.blank(fields: "message, reason").answer
            )
            #expect(try await probe.call(TrackBoard.wholeStatusRoute, Nothing()).evacuation == nil)
        }
    }
}
