import Testing

@testable import FeatureKit

@Suite struct AttemptCounterTests {
    @Test func `an attempt counts by all of its keys or by none`() {
        var counter = AttemptCounter<String>(in: .seconds(10))
        #expect(counter.begin([("a", 2), ("all", 3)], at: .seconds(1)) == nil)
        #expect(counter.begin([("a", 2), ("all", 3)], at: .seconds(5)) == nil)
        // What is refused by one key counts by none, and the longest wait is told.
        #expect(counter.begin([("a", 2), ("all", 3)], at: .seconds(6)) == .seconds(5))
        #expect(counter.begin([("b", 2), ("all", 3)], at: .seconds(6)) == nil)
        #expect(counter.begin([("c", 2), ("all", 3)], at: .seconds(7)) == .seconds(4))
        #expect(counter.begin([("a", 2), ("all", 3)], at: .seconds(11)) == nil)
    }

    @Test func `what is taken back does not count, and what is forgotten starts again`() {
        var counter = AttemptCounter<String>(in: .seconds(10))
        for _ in 1...5 {
            #expect(counter.begin([("a", 1)], at: .zero) == nil)
            counter.takeBack(["a", "never counted"])
        }
        #expect(counter.begin([("a", 1)], at: .zero) == nil)
        #expect(counter.begin([("a", 1)], at: .zero) == .seconds(10))
        counter.forget("a")
        #expect(counter.begin([("a", 1)], at: .zero) == nil)
    }

    @Test func `only so many keys are counted`() {
        var counter = AttemptCounter<Int>(in: .seconds(10), capacity: 2)
        for key in 1...5 { #expect(counter.begin([(key, 1)], at: .zero) == nil) }
        #expect(counter.count == 2 && counter.evicted == 3)
    }
}
