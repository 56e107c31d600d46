import FeatureKit
import FeatureTestKit
import Foundation
import Testing

@testable import TrackStatusFeature

private let ada = Caller.user("ada", roles: ["staff"])
private let bob = Caller.user("bob", roles: ["staff"])

/// What holds whatever ends: evacuations, staff's words, revisions.
@Suite(.timeLimit(.minutes(1))) struct BoardTests {
    private static let fire = RaiseEvacuation(message: "Leave", route: "gate-3", reason: "fire")

    /// A beacon whose word raises an evacuation.
    private func listed(_ mode: Sighted.Said, zone: Int = 3, ttl: Int = 10, trust: Sighted.Trust = .listed) -> Sighted {
        var sighted = Sighted.from(1, zone: zone, mode, ttl: ttl)
        (sighted.trust, sighted.beacon) = (trust, "north")
        return sighted
    }

    private func clear(_ probe: Probe) async throws -> Status {
        let begun = try await probe.call(.trackEvacuationClear, .init(reason: "out"), as: ada)
        return try await probe.call(.trackEvacuationCleared, .init(word: begun.word, reason: "all out"), as: bob)
    }

    // MARK: - Kept before it is told

    @Test func itLiesInTheStoreWhenItIsTold() async throws {
        try await withFeature(Track.self, settings: .init()) { probe in
            _ = try await probe.expect(.trackStatus)
            try probe.publish(listed(.evacuation), on: .bleSighted)
            let told = try await probe.expect(.trackStatus)
            #expect(told.mode == .evacuation && told.evacuation?.kept == true && told.evacuation?.confirmed == false)
            #expect(told.evacuation?.zones == [3])
            let kept = try await probe.store.collection(.standing).get("now")
            #expect(kept?.document.evacuation?.zones == [3] && kept?.document.evacuation?.by == "beacon north")
            await probe.expectNone(.trackStatus)
        }
    }

    @Test func aStoreThatFailsKeepsNobodyWaiting() async throws {
        let store = MemoryStore()
        try await withFeature(Track.self, settings: .init(), store: store) { probe in
            _ = try await probe.expect(.trackStatus)
            store.fail()
            let said = try await probe.call(.trackEvacuate, Self.fire, as: ada)
            #expect(said.mode == .evacuation && said.evacuation?.kept == false && said.evacuation?.confirmed == true)
            let told = try await probe.expect(.trackStatus) { $0.evacuation != nil }
            #expect(told == said)
            #expect(
                probe.log.messages(.error) == ["can't keep what has to outlast this run; trying again"])
            await probe.advance(.seconds(60))
            await probe.expectNone(.trackStatus)
            store.mend()
            let kept = try await probe.expect(.trackStatus, within: .seconds(6))
            #expect(kept.evacuation?.kept == true && kept.revision > said.revision)
            #expect(try await probe.store.collection(.standing).get("now")?.document.evacuation?.by == "ada")
            #expect(probe.log.messages(.error).count == 1)
        }
    }

    // MARK: - Whatever ends

    @Test func itIsThereAgainAfterARestart() async throws {
        let store = MemoryStore()
        var revision = 0
        try await withFeature(Track.self, settings: .init(), store: store) { probe in
            _ = try await probe.expect(.trackStatus)
            revision = try await probe.call(.trackEvacuate, Self.fire, as: ada).revision
        }
        for _ in 1...3 {
            try await withFeature(Track.self, settings: .init(), store: store) { probe in
                // The very first word: nobody sees that it was gone.
                let first = try await probe.expect(.trackStatus)
                #expect(
                    first.mode == .evacuation && first.evacuation?.kept == true && first.evacuation?.message == "Leave")
                #expect(first.revision > revision)
                revision = first.revision
            }
        }
    }

    @Test func theLastWordHoldsIt() async throws {
        try await withFeature(Track.self, settings: .init()) { probe in
            _ = try await probe.call(.trackEvacuate, Self.fire, as: ada)
            _ = try await probe.expect(.trackStatus)
            _ = try await probe.expect(.trackStatus)
            try await probe.restart(Track.self, .init(hold: .seconds(1)))
            let last = try await probe.expect(.trackStatus)
            #expect(last.mode == .evacuation && last.stale && last.evacuation?.message == "Leave")
            let first = try await probe.expect(.trackStatus)
            #expect(first.mode == .evacuation && !first.stale && first.revision > last.revision)
        }
    }

    @Test func staffsWordsOutlastARestartAsLongAsTheyCount() async throws {
        let (store, clock) = (MemoryStore(), TestClock())
        try await withFeature(Track.self, settings: .init(), store: store, clock: clock) { probe in
            _ = try await probe.call(.trackState, .init(mode: .redFlag, message: "oil", reason: "debris"), as: ada)
            _ = try await probe.call(
                .trackState, .init(mode: .yellow, zone: 5, duration: .seconds(100), reason: "debris"), as: ada)
            _ = try await probe.call(
                .trackState, .init(mode: .vsc, zone: 6, duration: .seconds(10), reason: "debris"), as: ada)
        }
        clock.advance(by: .seconds(20))
        try await withFeature(Track.self, settings: .init(), store: store, clock: clock) { probe in
            let first = try await probe.expect(.trackStatus)
            #expect(first.mode == .redFlag && !first.stale && first.message == "oil")
            // Of what is over a stale warning is left.
            #expect(first.zones.map(\.zone) == [5, 6])
            #expect(try await probe.call(.trackStateWithdraw, .init(reason: "clean"), as: bob).mode == .yellow)
            await probe.advance(.seconds(81))
            #expect(try await probe.call(.trackStatus, Nothing()).stale)
        }
    }

    @Test func aWarningThatStoodIsStaleAfterwards() async throws {
        let store = MemoryStore()
        try await withFeature(Track.self, settings: .init(), store: store) { probe in
            for (zone, mode) in [(1, Sighted.Said.redFlag), (2, .normal), (3, .safetyCar)] {
                try probe.publish(.from(zone, zone: zone, mode), on: .bleSighted)
            }
            await probe.settle()
        }
        try await withFeature(Track.self, settings: .init(), store: store) { probe in
            let first = try await probe.expect(.trackStatus)
            #expect(first.mode == .redFlag && first.stale)
            #expect(first.zones.map { "\($0.zone) \($0.mode) \($0.stale)" } == ["1 redFlag true", "3 safetyCar true"])
            // Whoever says otherwise there is believed.
            try probe.publish(.from(1, zone: 1, .normal), on: .bleSighted)
            #expect(try await probe.expect(.trackStatus).mode == .safetyCar)
            try probe.publish(.from(3, zone: 3, .normal), on: .bleSighted)
            #expect(try await probe.expect(.trackStatus).mode == .normal)
        }
    }

    // MARK: - What can't be read

    @Test func withoutWhatWasKeptNobodyClears() async throws {
        let store = MemoryStore()
        var revision = 0
        try await withFeature(Track.self, settings: .init(), store: store) { probe in
            revision = try await probe.call(.trackEvacuate, Self.fire, as: ada).revision
        }
        try await withFeature(Track.self, settings: .init(), store: store, prepare: { _, _ in store.failOnceOpen() }) {
            probe in
            let first = try await probe.expect(.trackStatus)
            #expect(first.stale && first.mode == .unknown && first.revision > revision)
            #expect(probe.log.messages(.error).count == 1)
            // What is heard counts, but nothing is well.
            try probe.publish(.from(1, .normal), on: .bleSighted)
            await probe.settle()
            #expect(try await probe.call(.trackStatus, Nothing()).mode == .unknown)
            let refusal = try await probe.refusal {
                try await probe.call(.trackEvacuationClear, .init(reason: "out"), as: ada)
            }
            #expect(refusal == .unread)
            _ = try await probe.call(
                .trackEvacuate, .init(message: "Now", zones: [9], reason: "smoke"), as: ada)
            store.mend()
            await probe.advance(.seconds(5))
            let now = try await probe.call(.trackStatus, Nothing())
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
            await clock.sleepers(atLeast: 1)
            clock.advance(by: Keeping.patience)
        }()
        try await withFeature(
            Track.self, settings: .init(), store: store, clock: clock, prepare: { _, _ in store.hang() }, body)
        await patience
    }

    @Test(.enabled(if: seesSlowStores)) func aSlowStoreTakesNothingBack() async throws {
        let store = MemoryStore()
        try await withFeature(Track.self, settings: .init(), store: store) { probe in
            _ = try await probe.call(.trackEvacuate, Self.fire, as: ada)
        }
        try await withSlowStore(store) { probe in
            // Who asks is told that nobody knows; what people were told last stays.
            let unread = try await probe.call(.trackStatus, Nothing())
            #expect(unread.mode == .unknown && unread.stale)
            try probe.publish(.from(1, .normal), on: .bleSighted)
            await probe.advance(Keeping.silence - Keeping.patience - .milliseconds(1))
            await probe.expectNone(.trackStatus)
            store.mend()
            let first = try await probe.expect(.trackStatus)
            #expect(first.mode == .evacuation && !first.stale && first.evacuation?.kept == true)
        }
    }

    @Test(.enabled(if: seesSlowStores)) func aSlowStoreHoldsNoEvacuationUpNorPeopleForEver() async throws {
        let store = MemoryStore()
        try await withSlowStore(store) { probe in
            await probe.advance(Keeping.silence)
            let first = try await probe.expect(.trackStatus)
            #expect(first.mode == .unknown && first.stale)
        }
        try await withSlowStore(store) { probe in
            try probe.publish(listed(.evacuation), on: .bleSighted)
            let told = try await probe.expect(.trackStatus, within: Keeping.patience)
            #expect(told.mode == .evacuation && told.evacuation?.kept == false)
        }
    }

    // MARK: - Clearing

    @Test func clearingTakesTwoStepsAndIsKept() async throws {
        let store = MemoryStore()
        try await withFeature(Track.self, settings: .init(), store: store) { probe in
            try probe.publish(listed(.evacuation), on: .bleSighted)
            await probe.settle()
            let begun = try await probe.call(.trackEvacuationClear, .init(reason: "out"), as: ada)
            #expect(begun.twoPeople && begun.by == "ada")
            #expect(try await probe.call(.trackStatus, Nothing()).evacuation?.clearingUntil == begun.until)
            let alone = try await probe.refusal {
                try await probe.call(.trackEvacuationCleared, .init(word: begun.word, reason: "out"), as: ada)
            }
            #expect(alone == .anotherPerson)
            let wrong = try await probe.refusal {
                try await probe.call(.trackEvacuationCleared, .init(word: "no", reason: "out"), as: bob)
            }
            #expect(wrong == .wrongWord(left: 4))
            let cleared = try await probe.call(
                .trackEvacuationCleared, .init(word: begun.word, reason: "all out"), as: bob)
            #expect(cleared.evacuation == nil && cleared.mode == .unknown)
            // Asked again it is answered as before.
            #expect(
                try await probe.call(.trackEvacuationCleared, .init(word: begun.word, reason: "all out"), as: bob)
                    == cleared)
            // The same beacon goes on, and raises nothing.
            try probe.publish(listed(.evacuation), on: .bleSighted)
            await probe.settle()
            #expect(try await probe.call(.trackStatus, Nothing()).evacuation == nil)
        }
        try await withFeature(Track.self, settings: .init(), store: store) { probe in
            // Nor does it after a restart, until it has said something else.
            try probe.publish(listed(.evacuation), on: .bleSighted)
            await probe.settle()
            #expect(try await probe.call(.trackStatus, Nothing()).evacuation == nil)
            try probe.publish(listed(.normal), on: .bleSighted)
            await probe.settle()
        }
        try await withFeature(Track.self, settings: .init(), store: store) { probe in
            // That is known after another restart, too.
            try probe.publish(listed(.evacuation), on: .bleSighted)
            await probe.settle()
            #expect(try await probe.call(.trackStatus, Nothing()).evacuation != nil)
            let items = try await probe.call(.trackHistory, .init(limit: 100), as: ada).items
            let acts = items.filter { $0.what != .status }.reversed().map { "\($0.what) \($0.by ?? "-")" }
            #expect(
                acts == [
                    "raised beacon north", "clearingBegan ada", "clearingRefused ada", "clearingRefused bob",
                    "cleared bob", "raised beacon north",
                ])
            #expect(items.map(\.number) == (1...items.count).reversed())
        }
    }

    @Test func whatCantBeWrittenIsNotCleared() async throws {
        let store = MemoryStore()
        try await withFeature(Track.self, settings: .init(), store: store) { probe in
            _ = try await probe.call(.trackEvacuate, Self.fire, as: ada)
            let begun = try await probe.call(.trackEvacuationClear, .init(reason: "out"), as: ada)
            await probe.settle()
            store.fail()
            let refusal = try await probe.refusal {
                try await probe.call(.trackEvacuationCleared, .init(word: begun.word, reason: "out"), as: bob)
            }
            #expect(refusal == .notCleared)
            #expect(try await probe.call(.trackStatus, Nothing()).mode == .evacuation)
            store.mend()
            await probe.advance(.seconds(10))
            // It was not cleared behind anybody's back.
            #expect(try await probe.call(.trackStatus, Nothing()).evacuation?.kept == true)
            #expect(try await probe.store.collection(.standing).get("now")?.document.evacuation != nil)
            let cleared = try await probe.call(
                .trackEvacuationCleared, .init(word: begun.word, reason: "out"), as: bob)
            #expect(cleared.evacuation == nil)
        }
    }

    @Test func ofTwoWhoBeginOneDoes() async throws {
        try await withFeature(Track.self, settings: .init()) { probe in
            _ = try await probe.call(.trackEvacuate, Self.fire, as: ada)
            let codes = try await withThrowingTaskGroup(of: String.self) { group in
                for person in [ada, bob] {
                    group.addTask {
                        let refusal = try await probe.refusal {
                            try await probe.call(.trackEvacuationClear, .init(reason: "out"), as: person)
                        }
                        return refusal?.code ?? "done"
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(codes.sorted() == ["clearing-already", "done"])
            // Raised anew in between it holds.
            _ = try await probe.call(.trackEvacuate, Self.fire, as: bob)
            #expect(try await probe.call(.trackStatus, Nothing()).evacuation?.clearingUntil == nil)
        }
    }

    // MARK: - How often

    @Test func refreshesAreToldOnceASecond() async throws {
        try await withFeature(Track.self, settings: .init()) { probe in
            _ = try await probe.expect(.trackStatus)
            try probe.publish(.from(1, .normal), on: .bleSighted)
            _ = try await probe.expect(.trackStatus)
            for tenth in 1...40 {
                await probe.advance(.milliseconds(100))
                try probe.publish(.from(1, .normal), on: .bleSighted)
                await probe.settle()
                if tenth % 10 == 0 { _ = try await probe.expect(.trackStatus) }
                await probe.expectNone(.trackStatus)
            }
        }
    }

    // MARK: - The history

    @Test func theHistoryHasPagesAndAnEnd() async throws {
        try await withFeature(Track.self, settings: .init(keep: 100)) { probe in
            for number in 0..<60 {
                let mode = number % 2 == 0 ? Mode.redFlag : .yellow
                _ = try await probe.call(.trackState, .init(mode: mode, zone: 4, reason: "\(number)"), as: ada)
                await probe.advance(.milliseconds(200))
            }
            #expect(try await probe.store.collection(.history).count() == 100)
            var (found, after) = ([HistoryEntry](), String?.none)
            repeat {
                let page = try await probe.call(.trackHistory, .init(limit: 7, after: after), as: bob)
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
                try await probe.call(.trackEvacuate, .init(message: " ", reason: "\t "), as: ada)
            }
            #expect(
                refusal
                    == .invalid("message: there is nothing in it but spaces; reason: there is nothing in it but spaces")
            )
            #expect(try await probe.call(.trackStatus, Nothing()).evacuation == nil)
        }
    }
}
