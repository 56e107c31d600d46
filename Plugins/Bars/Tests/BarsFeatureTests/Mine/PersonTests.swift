import FeatureKit
import Testing

@testable import BarsFeature

struct PersonTests {
    private func moment(_ second: Int) -> Timestamp { Timestamp(second: second) }

    @Test func whoDidNotComeIsCounted() {
        var ada = Person(key: "a:ada")
        for second in [100, 200, 300] { ada.missed(moment(second)) }
        #expect(ada.noShows(within: .seconds(100), at: moment(300)) == 1)
        #expect(ada.noShows(within: .seconds(101), at: moment(300)) == 2)
        #expect(ada.noShows(within: .seconds(1_000), at: moment(300)) == 3)
        // Not before it was.
        #expect(ada.noShows(within: .seconds(1_000), at: moment(299)) == 2)
        ada.came(moment(200))
        #expect(ada.noShows == [moment(100), moment(300)])
        ada.came(moment(200))
        #expect(ada.noShows.count == 2)
    }

    @Test func theOldestAreForgotten() {
        var ada = Person(key: "a:ada")
        for second in 1...Person.mostNoShows + 5 { ada.missed(moment(second)) }
        #expect(ada.noShows.count == Person.mostNoShows && ada.noShows.first == moment(6))
    }
}
