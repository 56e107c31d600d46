import Testing

@testable import FeatureKit

@Suite struct RingTests {
    /// Against an array that does the same.
    @Test func isAQueue() {
        var random = SeededRandom.announced()
        var ring = Ring<Int>()
        var model: [Int] = []
        var next = 0
        for _ in 0..<20_000 {
            // Longer and shorter by turns, so that it wraps around and grows at every position.
            if Int.random(in: 0..<1_000, using: &random) < (next % 2_000 < 1_000 ? 600 : 450) {
                ring.append(next)
                model.append(next)
                next += 1
            } else if Bool.random(using: &random) {
                #expect(ring.popFirst() == (model.isEmpty ? nil : model.removeFirst()))
            } else {
                let count = Int.random(in: 0...min(3, model.count), using: &random)
                var moved = [-1]
                ring.moveFirst(count, reversedInto: &moved)
                #expect(moved == [-1] + model.prefix(count).reversed())
                model.removeFirst(count)
            }
            #expect(ring.count == model.count)
            #expect(ring.isEmpty == model.isEmpty)
        }
        while let expected = model.first {
            #expect(ring.popFirst() == expected)
            model.removeFirst()
        }
        #expect(ring.popFirst() == nil)
    }

    @Test func letsGoOfWhatCameOut() {
        final class Thing: Sendable {}
        var ring = Ring<Thing>()
        weak let gone: Thing? = {
            let thing = Thing()
            ring.append(thing)
            return thing
        }()
        #expect(gone != nil)
        _ = ring.popFirst()
        #expect(gone == nil)
    }

    @Test func letsGoOfWhatWasMoved() {
        final class Thing: Sendable {}
        var ring = Ring<Thing>()
        weak let gone: Thing? = {
            let thing = Thing()
            ring.append(thing)
            return thing
        }()
        var hand: [Thing] = []
        ring.moveFirst(1, reversedInto: &hand)
        #expect(gone != nil)
        hand.removeAll()
        #expect(gone == nil)
    }

    @Test(
        arguments: [
            (.dropOldest(), 64, true), (.dropNewest(), 64, false), (.dropOldest(0), 1, true),
            (.dropNewest(-5), 1, false),
            (.dropOldest(1), 1, true), (.dropNewest(.max), Overflow.largestCapacity, false),
            (.dropOldest(.min), 1, true), (.dropOldest(65_536), 65_536, true),
        ] as [(Overflow, Int, Bool)])
    func buffersAreBounded(_ overflow: Overflow, _ capacity: Int, _ dropsOldest: Bool) {
        #expect(overflow.capacity == capacity)
        #expect(overflow.dropsOldest == dropsOldest)
    }
}
