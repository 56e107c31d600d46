import FeatureKit
import Testing

@Suite struct BoundedCacheTests {
    @Test func `Where it is full, what was used longest ago goes and is counted`() {
        var cache = BoundedCache<String, Int>(limit: 2)
        cache["a"] = 1
        cache["b"] = 2
        #expect(cache.use("a") == 1)
        cache["c"] = 3
        #expect(cache["b"] == nil)
        #expect(cache.newestFirst.map(\.key) == ["c", "a"])
        #expect(cache.evicted == 1)
        // Looking is no use of it.
        #expect(cache["a"] == 1)
        cache["d"] = 4
        #expect(cache.newestFirst.map(\.key) == ["d", "c"])
        #expect(cache.evicted == 2)
    }

    @Test func `What is taken away is not counted as evicted`() {
        var cache = BoundedCache<String, Int>(limit: 0)
        #expect(cache.limit == 1)
        cache["a"] = 1
        cache["a"] = nil
        #expect(cache.remove("a") == nil)
        #expect(cache.use("a") == nil)
        cache["b"] = 1
        #expect(
            cache.update("b", default: 9) {
                $0 += 1; return $0
            } == 2)
        #expect(
            cache.update("c", default: 9) {
                $0 += 1; return $0
            } == 10)
        #expect(cache.evicted == 1)
    }

    /// Against a list in the order of use.
    @Test(arguments: 0..<10) func `It does as a list would`(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var cache = BoundedCache<Int, Int>(limit: 8)
        var list: [(key: Int, value: Int)] = []
        var evicted: UInt64 = 0
        for step in 0..<2_000 {
            let key = Int.random(in: 0..<16, using: &random)
            let known = list.first { $0.key == key }?.value
            switch Int.random(in: 0..<4, using: &random) {
            case 0:
                cache[key] = step
                list.removeAll { $0.key == key }
                list.insert((key, step), at: 0)
            case 1:
                cache.update(key, default: 0) { $0 += 1 }
                list.removeAll { $0.key == key }
                list.insert((key, (known ?? 0) + 1), at: 0)
            case 2:
                #expect(cache.use(key) == known, "seed \(seed), step \(step)")
                list.removeAll { $0.key == key }
                if let known { list.insert((key, known), at: 0) }
            default:
                #expect(cache.remove(key) == known, "seed \(seed), step \(step)")
                list.removeAll { $0.key == key }
            }
            if list.count > 8 {
                list.removeLast()
                evicted += 1
            }
            #expect(cache.newestFirst.map(\.key) == list.map(\.key), "seed \(seed), step \(step)")
            #expect(cache.newestFirst.map(\.value) == list.map(\.value), "seed \(seed), step \(step)")
            #expect(cache.evicted == evicted)
        }
    }
}
