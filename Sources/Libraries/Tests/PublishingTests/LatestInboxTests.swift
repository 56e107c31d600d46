import LibraryTestSupport
import Publishing
import Testing

/// What senders said and nobody has looked at; an item is its sender and a severity from 0 to 3, of which 3 is urgent.
struct LatestInboxTests {
    private struct Said: Equatable {
        let sender: Int
        let severity: Int
    }

    private static let limit = 8_192
    private var inbox = LatestInbox<Int, Said>(limit: limit)

    private mutating func put(_ sender: Int, _ severity: Int) -> Bool {
        inbox.put(Said(sender: sender, severity: severity), from: sender, severity: severity, isUrgent: severity == 3)
    }

    @Test mutating func `Of each sender the last item waits`() {
        #expect(put(1, 0) == true)
        for severity in [2, 1, 0] { #expect(put(1, severity) == false) }
        _ = put(2, 0)
        _ = put(2, 1)
        #expect(inbox.take(10).map(\.severity) == [0, 1])
        #expect(inbox.take(10) == [] && inbox.isEmpty)
    }

    @Test mutating func `An urgent item comes first and wakes, and nothing takes its place`() {
        _ = put(1, 0)
        for sender in 2..<1_000 { #expect(put(sender, 2) == false) }
        #expect(put(7_777, 3) == true)
        #expect(put(7_777, 0) == false)
        #expect(inbox.take(2).map(\.severity) == [3, 0, 0])
        #expect(inbox.count == 998)
    }

    @Test mutating func `In a crowd that never ends each sender has its turn`() {
        for sender in 0..<1_000 { _ = put(sender, 0) }
        var taken: [Int] = []
        for round in 0..<4 {
            taken += inbox.take(250).map(\.sender)
            for sender in 0..<500 { _ = put(2_000 + 500 * round + sender, 0) }
        }
        #expect(taken == Array(0..<1_000))
    }

    @Test mutating func `A flood displaces the least severe, and nobody's urgent item`() {
        _ = put(0, 3)
        for sender in 1...20_000 { _ = put(sender, sender % 2 == 0 ? 0 : 2) }
        #expect(inbox.count == Self.limit)
        #expect(inbox.displaced == 20_001 - UInt64(Self.limit))
        _ = put(200_000, 3)
        #expect(inbox.count == Self.limit)
        #expect(inbox.take(2).map(\.sender) == [0, 200_000])
        var rest: [Said] = []
        while case let some = inbox.take(256), !some.isEmpty { rest += some }
        #expect(rest.allSatisfy { $0.severity == 2 } && rest.count == Self.limit - 2)
    }

    @Test mutating func `Nothing of the counting is off after any mixture`() {
        var random = SeededRandom(seed: 5)
        for _ in 0..<4_000 {
            if Int.random(in: 0..<50, using: &random) == 0 { _ = inbox.take(Int.random(in: 1...300, using: &random)) }
            _ = put(Int.random(in: 0..<10_000, using: &random), .random(in: 0...3, using: &random))
        }
        while !inbox.take(256).isEmpty {}
        for sender in 0..<Self.limit { _ = put(sender, 0) }
        let displaced = inbox.displaced
        #expect(put(99_999, 3) == true)
        #expect(inbox.displaced == displaced + 1 && inbox.count == Self.limit)
    }
}
