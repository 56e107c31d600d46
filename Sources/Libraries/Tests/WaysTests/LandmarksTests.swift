import Columns
import LibraryTestSupport
import Testing
import Ways

@Suite struct LandmarksTests {
    private typealias Links = [(group: UInt32, value: Link)]

    /// Random links between places, of which not all are reached from all.
    private func random(_ seed: UInt64, places: Int) -> Links {
        var random = SeededRandom(seed: seed)
        return (0..<places * 2).map { _ in
            let (from, to) = (Int.random(in: 0..<places, using: &random), Int.random(in: 0..<places, using: &random))
            return (UInt32(from), Link(to: UInt32(to), length: Int32.random(in: 0...90, using: &random)))
        }
    }

    /// The shortest ways between all places, by trying each place in between.
    private func all(_ links: Links, places: Int) -> [[Int]] {
        var best = (0..<places).map { from in (0..<places).map { from == $0 ? 0 : Int.max / 4 } }
        for link in links {
            best[Int(link.group)][Int(link.value.to)] = min(
                best[Int(link.group)][Int(link.value.to)], Int(link.value.length))
        }
        for middle in 0..<places {
            for from in 0..<places {
                for to in 0..<places {
                    best[from][to] = min(best[from][to], best[from][middle] + best[middle][to])
                }
            }
        }
        return best
    }

    @Test(arguments: SeededRandom.seeds(40)) func lengthsAreThoseOfTheShortestWays(seed: UInt64) {
        let links = random(seed, places: 14)
        let wanted = all(links, places: 14)
        let arena = Arena()
        let groups = arena.groups(links, count: 14)
        for from in 0..<14 {
            for most in [Int32(60), 10_000] {
                let found = groups.lengths(from: from, places: 14, most: most)
                #expect(found == wanted[from].map { $0 <= Int(most) ? Int32($0) : .max }, "seed \(seed)")
            }
        }
        withExtendedLifetime(arena) {}
    }

    @Test(arguments: SeededRandom.seeds(40)) func boundsAreNeverAboveTheShortestWay(seed: UInt64) {
        let links = random(seed, places: 14)
        let wanted = all(links, places: 14)
        let arena = Arena()
        let landmarks = Landmarks(links, places: 14, in: arena)
        let bounds = arena.column(14, of: UInt16.max)
        var useful = 0
        for isForward in [true, false] {
            for place in 0..<14 {
                var goal = Landmarks.Goal(landmarks, isForward: isForward)
                goal.fill(bounds)
                #expect(bounds.values.allSatisfy { $0 == 0 })
                goal.add(UInt32(place), rest: 7)
                goal.add(UInt32((place + 5) % 14), rest: 0)
                goal.fill(bounds)
                for other in 0..<14 {
                    func length(_ to: Int) -> Int { isForward ? wanted[other][to] : wanted[to][other] }
                    let least = min(length(place) + 7, length((place + 5) % 14))
                    #expect(Int(bounds[other]) <= least, "seed \(seed)")
                    if bounds[other] >= 8 { useful += 1 }
                }
            }
        }
        #expect(useful > 0, "seed \(seed)")
        withExtendedLifetime(arena) {}
    }

    @Test func aShorterWayBreaksTheBounds() {
        let arena = Arena()
        let links: Links = [(0, Link(to: 1, length: 50)), (1, Link(to: 2, length: 50))]
        let landmarks = Landmarks(links, places: 3, in: arena)
        #expect(landmarks.hold(with: links))
        func hold(_ from: UInt32, _ to: UInt32, _ length: Int32) -> Bool {
            landmarks.hold(with: [(from, Link(to: to, length: length))])
        }
        #expect(hold(0, 2, 100) && !hold(0, 2, 99) && !hold(2, 0, 5))
        withExtendedLifetime(arena) {}
    }
}
