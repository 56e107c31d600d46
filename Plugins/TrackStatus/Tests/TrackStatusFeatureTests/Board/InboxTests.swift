import BLEContracts
import FeatureKit
import Testing

@testable import TrackStatusFeature

/// What is sighted and waits to be looked at.
struct InboxTests {
    @Test func theLastWordOfEachSender() {
        var inbox = Inbox()
        #expect(inbox.put(.from(1, .normal)) == true)
        for said in [Sighting.Mode.redFlag, .safetyCar, .normal] { #expect(inbox.put(.from(1, said)) == false) }
        _ = inbox.put(.from(2, .normal))
        _ = inbox.put(.from(2, .unknown))
        #expect(inbox.take(10).map(\.mode) == [.normal, .unknown])
        #expect(inbox.take(10) == [])
        #expect(inbox.isEmpty)
    }

    @Test func anEvacuationComesFirstAndWakes() {
        var inbox = Inbox()
        _ = inbox.put(.from(1, .normal))
        for sender in 2..<1_000 { #expect(inbox.put(.from(sender, .redFlag)) == false) }
        #expect(inbox.put(.from(7, zone: 9, .evacuation)) == true)
        #expect(inbox.put(.from(7, zone: 9, .normal)) == false)
        #expect(inbox.take(2).map(\.mode) == [.evacuation, .normal, .normal])
        #expect(inbox.count == 998)
    }

    /// In a crowd that never ends each sender has its turn.
    @Test func whoWaitsLongestComesFirst() {
        var inbox = Inbox()
        for sender in 0..<1_000 { _ = inbox.put(.from(sender, .normal)) }
        var taken: [Int] = []
        for round in 0..<4 {
            taken += inbox.take(250).map { Int($0.address.filter { $0 != ":" }, radix: 16) ?? -1 }
            for sender in 0..<500 { _ = inbox.put(.from(2_000 + 500 * round + sender, .normal)) }
        }
        #expect(taken == Array(0..<1_000))
    }

    /// Whatever comes, nobody's evacuation is left out for somebody's lesser word.
    @Test func aFloodDisplacesTheLeast() {
        var inbox = Inbox()
        _ = inbox.put(.from(0, zone: 77, .evacuation))
        for sender in 1...20_000 {
            _ = inbox.put(.from(sender, zone: sender % 64, sender % 2 == 0 ? .normal : .redFlag))
        }
        #expect(inbox.count == Inbox.most)
        #expect(inbox.displaced == 20_001 - UInt64(Inbox.most))
        _ = inbox.put(.from(200_000, zone: 78, .evacuation))
        #expect(inbox.count == Inbox.most)
        #expect(inbox.take(2).map(\.zone) == [77, 78])
        var rest: [Sighting] = []
        while case let some = inbox.take(256), !some.isEmpty { rest += some }
        #expect(rest.allSatisfy { $0.mode == .redFlag } && rest.count == Inbox.most - 2)
    }

    /// Nothing of the counting is off after any mixture.
    @Test func itEmptiesAfterAnything() {
        var random = SeededRandom(seed: 5)
        var inbox = Inbox()
        for _ in 0..<4_000 {
            if Int.random(in: 0..<50, using: &random) == 0 { _ = inbox.take(Int.random(in: 1...300, using: &random)) }
            let said = Sighting.Mode.allCases.randomElement(using: &random) ?? .normal
            _ = inbox.put(.from(Int.random(in: 0..<10_000, using: &random), zone: 1, said))
        }
        while !inbox.take(256).isEmpty {}
        for sender in 0..<Inbox.most { _ = inbox.put(.from(sender, .normal)) }
        let displaced = inbox.displaced
        #expect(inbox.put(.from(99_999, .evacuation)) == true)
        #expect(inbox.displaced == displaced + 1 && inbox.count == Inbox.most)
    }
}
