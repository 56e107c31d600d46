import Testing

@_spi(Hosting) @testable import FeatureKit

@Suite struct LatestByKeyTests {
    @Test func agreesWithASimplerOne() {
        var random = SeededRandom.announced()
        for _ in 0..<200 {
            let most = Int.random(in: 0...6, using: &random)
            var latest = LatestByKey<Int, Int>(most: most)
            var model: [(key: Int, content: Int)] = []
            var forgotten: UInt64 = 0
            var limit = most
            for content in 0..<300 {
                let key = Int.random(in: 0...9, using: &random)
                switch Int.random(in: 0...9, using: &random) {
                case 0:
                    latest.remove(key)
                    model.removeAll { $0.key == key }
                case 1:
                    limit = Int.random(in: 0...6, using: &random)
                    latest.most = limit
                default:
                    latest.put(content, for: key)
                    model.removeAll { $0.key == key }
                    model.append((key, content))
                }
                while model.count > limit {
                    model.removeFirst()
                    forgotten += 1
                }
                #expect(latest.all == model.map(\.content) && latest.forgotten == forgotten)
            }
        }
    }
}
