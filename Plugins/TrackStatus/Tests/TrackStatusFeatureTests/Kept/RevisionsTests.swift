import Testing

@testable import TrackStatusFeature

/// Revisions only grow, whatever ends a run.
struct RevisionsTests {
    /// Runs that are killed at any moment, with a store that takes some reservations and loses others.
    @Test func theyGrowAcrossKills() {
        var random = SeededRandom(seed: 3)
        var (stored, last) = (0, 0)
        for _ in 0..<200 {
            var revisions = Revisions(after: 0)
            revisions.recall(stored)
            for _ in 0..<Int.random(in: 0..<30_000, using: &random) {
                // It is asked for as soon as it is wanted, and may come late.
                if let wanted = revisions.wanted,
                    revisions.reserved <= revisions.last || Int.random(in: 0..<100, using: &random) == 0
                {
                    stored = wanted
                    revisions.wasReserved(until: wanted)
                }
                let next = revisions.next()
                #expect(next == last + 1 || next > last)
                last = next
            }
        }
    }

    @Test func aRangeIsWantedBeforeItIsUsedUp() {
        var revisions = Revisions(after: 0)
        #expect(revisions.wanted == Revisions.range)
        revisions.wasReserved(until: Revisions.range)
        #expect(revisions.wanted == nil)
        for _ in 0...Revisions.range / 2 { _ = revisions.next() }
        #expect(revisions.wanted == Revisions.range / 2 + 1 + Revisions.range)
    }
}
