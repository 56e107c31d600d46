import Testing

@testable import BLEFeature

@Suite struct RecentTests {
    /// Against a list that is searched through each time.
    @Test(arguments: [1, 2, 7, 64])
    func forgetsWhatWasNotTouchedForLongest(_ most: Int) {
        var random = SeededRandom(seed: UInt64(most))
        var recent = Recent<Int, Int>(most: most)
        var list: [(key: Int, count: Int)] = []
        var forgotten: UInt64 = 0
        for _ in 0..<600 {
            let key = Int.random(in: 0..<most * 2, using: &random)
            var entry = (key: key, count: 0)
            if let place = list.firstIndex(where: { $0.key == key }) {
                entry = list.remove(at: place)
            } else if list.count == most {
                list.removeFirst()
                forgotten += 1
            }
            entry.count += 1
            list.append(entry)
            let count = recent.touch(key, else: { 0 }) { count in
                count += 1
                return count
            }
            #expect(count == entry.count)
            #expect(recent.count == list.count && recent.forgotten == forgotten)
            let other = Int.random(in: 0..<most * 2, using: &random)
            #expect(recent[other] == list.first { $0.key == other }?.count)
        }
    }
}
