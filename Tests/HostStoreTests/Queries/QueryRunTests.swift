@_spi(Hosting) import FeatureKit
import HostStore
import TestSupport
import Testing

@Suite struct QueryRunTests {
    @Test(arguments: Seeds.forThisRun(count: 4))
    func findsWhatLookingAtEachDocumentFinds(seed: UInt64) throws {
        var places = RandomPlaces(random: SeededGenerator(seed: seed))
        let stand = try QueryStand()
        for number in 0..<60 { try stand.put("\(number)", places.document(number: number)) }
        var count = 0
        while count < 60 {
            // Also what was written over and deleted meanwhile.
            let number = Int.random(in: 0..<60, using: &places.random)
            if places.chance(5) {
                try stand.delete("\(number)")
            } else {
                try stand.put("\(number)", places.document(number: number))
            }
            let conditions = (0..<Int.random(in: 0...3, using: &places.random)).map { _ in places.condition() }
            let order = places.order()
            // Most of what is drawn makes no sense, which is what the tests of CheckedQuery are about.
            guard (try? stand.query(conditions, order)) != nil else { continue }
            count += 1
            let limit = places.one([1, 2, 7, 1000])
            try stand.check(
                conditions, order, limit: limit, "seed \(seed): \(conditions) by \(String(describing: order))")
        }
    }
}
