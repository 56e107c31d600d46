import LibraryTestSupport
import Testing

@testable import TransitFeature

@Suite struct SelectionTests {
    private func random(_ seed: UInt64, count: Int) -> [JourneyFigures] {
        var random = SeededRandom(seed: seed)
        return (0..<count).map { _ in
            let departure = Int.random(in: 0...20, using: &random)
            return JourneyFigures(
                departure: departure, arrival: departure + Int.random(in: 1...20, using: &random),
                transfers: Int.random(in: 0...3, using: &random), walking: Int.random(in: 0...3, using: &random))
        }
    }

    @Test(arguments: SeededRandom.seeds(200)) func whatIsLeftIsWhatNothingElseBeats(seed: UInt64) {
        for countsWalking in [false, true] {
            let all = random(seed, count: 12)
            let kept = Selection.worthwhile(all, countsWalking: countsWalking)
            for place in all.indices {
                // Each one that is left out is no better than one that is kept, and no kept one beats another.
                let betters = kept.filter {
                    $0 != place && all[$0].isBetter(than: all[place], countsWalking: countsWalking)
                }
                #expect(betters.isEmpty == kept.contains(place), "seed \(seed)")
            }
        }
    }

    @Test(arguments: SeededRandom.seeds(200)) func theFirstAndTheFewestChangesAreAlwaysShown(seed: UInt64) throws {
        let all = random(seed, count: 9)
        for most in 1...5 {
            let shown = Selection.places(of: all, most: most)
            #expect(shown.count == min(most, all.count) && Set(shown).count == shown.count, "seed \(seed)")
            let first = try #require(shown.first)
            #expect(all[first].arrival == all.map(\.arrival).min(), "seed \(seed)")
            if most > 1 {
                #expect(
                    shown.map { all[$0].transfers }.min() == all.map(\.transfers).min(), "seed \(seed), most \(most)")
            }
            let rest = shown.dropFirst().map { all[$0].departure }
            #expect(rest == rest.sorted(), "seed \(seed)")
            let last = try #require(Selection.places(of: all, most: most, byDeparture: true).first)
            #expect(all[last].departure == all.map(\.departure).max(), "seed \(seed)")
        }
    }

    @Test func ofNothingNothingIsShown() {
        #expect(Selection.places(of: [], most: 3) == [])
        #expect(Selection.worthwhile([], countsWalking: true) == [])
    }
}
