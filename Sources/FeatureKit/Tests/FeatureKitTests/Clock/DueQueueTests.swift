import FeatureKit
import Testing

@Suite struct DueQueueTests {
    @Test func `The earliest comes first, and of equal ones the one that was set first`() {
        var queue = DueQueue<String, Int>()
        for (id, time) in [("c", 5), ("a", 3), ("d", 5), ("b", 4)] { queue.set(id, at: time) }
        #expect(queue.earliest == 3)
        #expect(queue.popDue(at: 2) == nil)
        #expect(
            [queue.popDue(at: 5), queue.popDue(at: 5), queue.popDue(at: 5), queue.popDue(at: 5)] == [
                "a", "b", "c", "d",
            ])
        #expect(queue.popDue(at: 99) == nil)
        #expect(queue.earliest == nil)
    }

    @Test func `Setting again moves a deadline, also behind others`() {
        var queue = DueQueue<String, Int>()
        queue.set("a", at: 1)
        queue.set("b", at: 2)
        queue.set("a", at: 3)
        #expect(queue["a"] == 3)
        #expect(queue.count == 2)
        #expect(queue.popDue(at: 9) == "b")
        #expect(queue.remove("a") == 3)
        #expect(queue.remove("a") == nil)
        #expect(queue.count == 0)
    }

    /// Against a list that is searched from end to end.
    @Test(arguments: 0..<20 as Range<UInt64>) func `It does as a sorted list would`(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var queue = DueQueue<Int, Int>()
        var list: [(id: Int, time: Int)] = []
        for step in 0..<2_000 {
            let id = Int.random(in: 0..<50, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0, 1:
                let time = Int.random(in: 0..<100, using: &random)
                queue.set(id, at: time)
                list.removeAll { $0.id == id }
                list.append((id, time))
            case 2:
                let expected = list.first { $0.id == id }?.time
                #expect(queue.remove(id) == expected, "seed \(seed), step \(step)")
                list.removeAll { $0.id == id }
            default:
                let now = Int.random(in: 0..<100, using: &random)
                let first = list.map(\.time).min().flatMap { least in list.first { $0.time == least } }
                let expected = first.flatMap { $0.time <= now ? $0.id : nil }
                #expect(queue.popDue(at: now) == expected, "seed \(seed), step \(step)")
                if let expected { list.removeAll { $0.id == expected } }
            }
            #expect(queue.count == list.count)
            #expect(queue.earliest == list.map(\.time).min(), "seed \(seed), step \(step)")
        }
    }
}
