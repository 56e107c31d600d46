import FeatureKit
import Testing

@testable import TrackStatusFeature

/// What is written next, and who waits for it.
struct KeepingTests {
    private let clearing = Write.Clearing(
        ended: .init(by: "ada", word: "piano-delta", began: at(0), until: at(300)), by: "bob", entry: entry("cleared"))

    private static func entry(_ reason: String) -> HistoryEntry {
        HistoryEntry(at: at(0).wall, what: .said, revision: 1, mode: .normal, stale: false, reason: reason)
    }

    private func next(_ keeping: inout Keeping) -> Write? {
        keeping.next({ _ in Kept() }, last: { LastSaid(mode: .normal, zones: []) }, reserved: nil)
    }

    @Test func whatPeopleSeeWaitsUntilItLiesThere() throws {
        var keeping = Keeping(at: .zero)
        keeping.change(isSeen: true, at: at(0).uptime)
        #expect(keeping.held == at(0).uptime && !keeping.isKept)
        let write = try #require(next(&keeping))
        #expect(write.kept != nil && write.version == 1)
        #expect(keeping.wrote(write, isDone: true) == .goesOn)
        #expect(keeping.isKept && keeping.held == nil)
        #expect(next(&keeping) == nil)
    }

    @Test func nobodyWaitsLongerThanASecond() {
        var keeping = Keeping(at: .zero)
        keeping.change(isSeen: true, at: at(0).uptime)
        keeping.change(isSeen: true, at: at(0.9).uptime)
        #expect(keeping.nextEnd == at(1).uptime)
        #expect(keeping.look(at: at(0.99).uptime) == false)
        #expect(keeping.look(at: at(1).uptime) == true)
        #expect(keeping.held == nil && !keeping.isKept)
    }

    @Test func aStoreThatFailsIsTriedAgainWithPauses() throws {
        var keeping = Keeping(at: .zero)
        keeping.change(isSeen: true, at: at(0).uptime)
        var write = try #require(next(&keeping))
        #expect(keeping.wrote(write, isDone: false) == .fails)
        #expect(keeping.held == nil && keeping.pause == .milliseconds(100))
        // Nobody waits for a store that fails.
        keeping.change(isSeen: true, at: at(1).uptime)
        #expect(keeping.held == nil)
        for pause in [Duration.milliseconds(300), .seconds(1), .seconds(3), .seconds(5), .seconds(5)] {
            write = try #require(next(&keeping))
            #expect(keeping.wrote(write, isDone: false) == .goesOn)
            #expect(keeping.pause == pause)
        }
        write = try #require(next(&keeping))
        #expect(keeping.wrote(write, isDone: true) == .worksAgain)
        #expect(keeping.isKept && keeping.pause == nil)
    }

    @Test func whatChangesWhileItIsWrittenIsWrittenAgain() throws {
        var keeping = Keeping(at: .zero)
        keeping.change(isSeen: true, at: at(0).uptime)
        let write = try #require(next(&keeping))
        keeping.change(isSeen: true, at: at(0.1).uptime)
        _ = keeping.wrote(write, isDone: true)
        #expect(!keeping.isKept && keeping.held != nil)
        let second = try #require(next(&keeping))
        _ = keeping.wrote(second, isDone: true)
        #expect(keeping.isKept)
    }

    @Test func theSecondStepIsTriedOnce() throws {
        var keeping = Keeping(at: .zero)
        keeping.clear(clearing)
        let write = try #require(next(&keeping))
        #expect(write.clearing == clearing && write.entries.last?.reason == "cleared")
        _ = keeping.wrote(write, isDone: false)
        // What holds is written over what may lie there by halves.
        let again = try #require(next(&keeping))
        #expect(again.clearing == nil && again.kept != nil && again.entries.isEmpty)
        _ = keeping.wrote(again, isDone: true)
        #expect(next(&keeping) == nil)
    }

    @Test func whatIsClearedIsKeptUnlessSomethingElseChangedMeanwhile() throws {
        for hasChanged in [false, true] {
            var keeping = Keeping(at: .zero)
            keeping.clear(clearing)
            let write = try #require(next(&keeping))
            if hasChanged { keeping.change(isSeen: true, at: at(1).uptime) }
            _ = keeping.wrote(write, isDone: true)
            keeping.cleared(with: write)
            #expect(keeping.isKept == !hasChanged)
            #expect((next(&keeping) != nil) == hasChanged)
        }
    }

    @Test func entriesStayInOrderAndTheOldestAreLost() {
        var backlog = Backlog()
        for number in 0..<Backlog.most { backlog.add(Self.entry("\(number)")) }
        let (first, end) = backlog.next
        #expect(first.map(\.reason) == (0..<Backlog.mostAtOnce).map { "\($0)" })
        // Some are lost while they are written: they are not forgotten twice.
        for number in 0..<50 { backlog.add(Self.entry("more \(number)")) }
        #expect(backlog.lost == 50)
        backlog.wrote(until: end)
        #expect(backlog.next.entries.first?.reason == "\(Backlog.mostAtOnce)")
        while !backlog.isEmpty { backlog.wrote(until: backlog.next.end) }
        #expect(backlog.lost == 50)
    }
}
