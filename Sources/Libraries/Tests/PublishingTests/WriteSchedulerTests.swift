import Publishing
import Testing

/// What is written next, and who waits for it.
struct WriteSchedulerTests {
    private typealias Scheduler = WriteScheduler<String, Int>

    private func at(_ second: Double) -> Duration { .seconds(1_000) + .milliseconds(Int64(second * 1_000)) }

    private func next(_ scheduler: inout Scheduler) throws -> Scheduler.Write {
        let write = scheduler.next()
        return try #require(write)
    }

    @Test func whatPeopleSeeWaitsUntilItLiesThere() throws {
        var scheduler = Scheduler()
        scheduler.change(isSeen: true, at: at(0))
        #expect(scheduler.held == at(0) && !scheduler.isStored)
        let write = try next(&scheduler)
        #expect(write.version != nil && write.version == 1)
        #expect(scheduler.wrote(write, isDone: true) == .goesOn)
        #expect(scheduler.isStored && scheduler.held == nil)
        #expect(scheduler.next() == nil)
    }

    @Test func nobodyWaitsLongerThanASecond() {
        var scheduler = Scheduler()
        scheduler.change(isSeen: true, at: at(0))
        scheduler.change(isSeen: true, at: at(0.9))
        #expect(scheduler.nextEnd == at(1))
        #expect(scheduler.look(at: at(0.99)) == false)
        #expect(scheduler.look(at: at(1)) == true)
        #expect(scheduler.held == nil && !scheduler.isStored)
    }

    @Test func aStoreThatFailsIsTriedAgainWithPauses() throws {
        var scheduler = Scheduler()
        scheduler.change(isSeen: true, at: at(0))
        var write = try next(&scheduler)
        #expect(scheduler.wrote(write, isDone: false) == .fails)
        #expect(scheduler.held == nil && scheduler.pause == .milliseconds(100))
        // Nobody waits for a store that fails.
        scheduler.change(isSeen: true, at: at(1))
        #expect(scheduler.held == nil)
        for pause in [Duration.milliseconds(300), .seconds(1), .seconds(3), .seconds(5), .seconds(5)] {
            write = try next(&scheduler)
            #expect(scheduler.wrote(write, isDone: false) == .goesOn)
            #expect(scheduler.pause == pause)
        }
        write = try next(&scheduler)
        #expect(scheduler.wrote(write, isDone: true) == .worksAgain)
        #expect(scheduler.isStored && scheduler.pause == nil)
    }

    @Test func whatChangesWhileItIsWrittenIsWrittenAgain() throws {
        var scheduler = Scheduler()
        scheduler.change(isSeen: true, at: at(0))
        let write = try next(&scheduler)
        scheduler.change(isSeen: true, at: at(0.1))
        _ = scheduler.wrote(write, isDone: true)
        #expect(!scheduler.isStored && scheduler.held != nil)
        let second = try next(&scheduler)
        _ = scheduler.wrote(second, isDone: true)
        #expect(scheduler.isStored)
    }

    @Test func theSecondStepIsTriedOnce() throws {
        var scheduler = Scheduler()
        scheduler.act(7, "cleared")
        let write = try next(&scheduler)
        #expect(write.action == 7 && write.entries == ["cleared"])
        _ = scheduler.wrote(write, isDone: false)
        // What holds is written over what may lie there by halves.
        let again = try next(&scheduler)
        #expect(again.action == nil && again.version != nil && again.entries.isEmpty)
        _ = scheduler.wrote(again, isDone: true)
        #expect(scheduler.next() == nil)
    }

    @Test func whatIsClearedIsKeptUnlessSomethingElseChangedMeanwhile() throws {
        for hasChanged in [false, true] {
            var scheduler = Scheduler()
            scheduler.act(7, "cleared")
            let write = try next(&scheduler)
            if hasChanged { scheduler.change(isSeen: true, at: at(1)) }
            _ = scheduler.wrote(write, isDone: true)
            scheduler.did(with: write)
            #expect(scheduler.isStored == !hasChanged)
            #expect((scheduler.next() != nil) == hasChanged)
        }
    }

    @Test func entriesStayInOrderAndTheOldestAreLost() throws {
        var scheduler = Scheduler()
        for number in 0..<Scheduler.mostEntries { scheduler.add("\(number)") }
        let first = try next(&scheduler)
        #expect(first.entries == (0..<Scheduler.mostEntriesAtOnce).map { "\($0)" })
        // Some are lost while they are written: they are not forgotten twice.
        for number in 0..<50 { scheduler.add("more \(number)") }
        #expect(scheduler.lost == 50)
        _ = scheduler.wrote(first, isDone: true)
        #expect(scheduler.next()?.entries.first == "\(Scheduler.mostEntriesAtOnce)")
        while let write = scheduler.next() { _ = scheduler.wrote(write, isDone: true) }
        #expect(scheduler.lost == 50)
    }
}
