import BluetoothCaptures
import Testing

@testable import CircuitBeacons

@Suite struct SequenceMemoryTests {
    private let beacon = SequenceMemory.Sender.beacon(.init(kind: 1, number: 1), zone: 1001)
    private let ttl = Duration.seconds(10)

    private func judge(_ steps: [(UInt16, at: Double)], from sender: SequenceMemory.Sender) -> [SequenceMemory.Problem?]
    {
        var memory = SequenceMemory()
        return steps.map { sequence, time in
            do throws(SequenceMemory.Problem) {
                try memory.accept(sequence, from: sender, for: ttl, at: .seconds(time))
                return nil
            } catch { return error }
        }
    }

    @Test func serialNumbers() {
        #expect(SequenceMemory.isAhead(1, of: 0))
        #expect(SequenceMemory.isAhead(0, of: 65_535))
        #expect(SequenceMemory.isAhead(0x7FFF, of: 0))
        #expect(!SequenceMemory.isAhead(0, of: 0))
        #expect(!SequenceMemory.isAhead(0x8000, of: 0))
        #expect(!SequenceMemory.isAhead(0, of: 0x8000))
        #expect(!SequenceMemory.isAhead(65_535, of: 0))
    }

    @Test func aWrapIsNewsAndAnOvertakenOneIsNot() {
        let steps: [(UInt16, at: Double)] = [
            (65_534, 0), (65_534, 1), (65_535, 2), (0, 3), (65_535, 4), (2, 5), (1, 6),
        ]
        #expect(judge(steps, from: beacon) == [nil, .repeated, nil, nil, .overtaken, nil, .overtaken])
    }

    @Test func aRestartIsBelievedOnceTheOldWordHasRunOut() {
        let steps: [(UInt16, at: Double)] = [(500, 0), (1, 9.999), (1, 10), (500, 10.5), (2, 11)]
        #expect(judge(steps, from: beacon) == [nil, .overtaken, nil, nil, .overtaken])
    }

    @Test func repetitionsDoNotExtendTheWord() {
        let steps: [(UInt16, at: Double)] = [(500, 0), (500, 9), (1, 10)]
        #expect(judge(steps, from: beacon) == [nil, .repeated, nil])
    }

    @Test func staffSequencesOrderNothing() {
        let steps: [(UInt16, at: Double)] = [(500, 0), (3, 1), (3, 2), (60_000, 3), (500, 4)]
        #expect(judge(steps, from: .staff(7, zone: 1001)) == [nil, nil, .repeated, nil, nil])
    }

    @Test func sourcesDoNotDisturbEachOther() throws {
        var memory = SequenceMemory()
        let address = Advertisement.Address(kind: 1, number: 1)
        try memory.accept(9, from: beacon, for: ttl, at: .zero)
        try memory.accept(9, from: .beacon(address, zone: 1002), for: ttl, at: .zero)
        try memory.accept(9, from: .beacon(.init(kind: 0, number: 1), zone: 1001), for: ttl, at: .zero)
        try memory.accept(9, from: .staff(1, zone: 1001), for: ttl, at: .zero)
        #expect(memory.count == 4)
    }

    @Test func isBounded() throws {
        var memory = SequenceMemory()
        let most = SequenceMemory.mostSenders
        for id in 0..<most {
            try memory.accept(1, from: .staff(UInt32(id), zone: 1001), for: ttl, at: .milliseconds(id))
        }
        #expect(memory.count == most && memory.forgotten == 0)
        // Nobody's word has run out: the first to do so are forgotten, some at a time, and counted.
        let gone = SequenceMemory.forgottenAtOnce
        try memory.accept(1, from: .staff(90_000, zone: 1001), for: ttl, at: .milliseconds(5000))
        #expect(memory.count == most - gone + 1 && memory.forgotten == UInt64(gone))
        #expect(throws: SequenceMemory.Problem.repeated) {
            try memory.accept(1, from: .staff(UInt32(gone), zone: 1001), for: ttl, at: .milliseconds(5000))
        }
        try memory.accept(1, from: .staff(UInt32(gone - 1), zone: 1001), for: ttl, at: .milliseconds(5000))
        for id in 0..<gone {
            try memory.accept(1, from: .staff(UInt32(91_000 + id), zone: 1001), for: ttl, at: .seconds(5))
        }
        #expect(memory.count <= most && memory.forgotten == UInt64(gone * 2))
        // Those whose word has run out go without being counted.
        for id in 0..<gone {
            try memory.accept(1, from: .staff(UInt32(92_000 + id), zone: 1001), for: ttl, at: .seconds(60))
        }
        #expect(memory.count <= gone && memory.forgotten == UInt64(gone * 2))
    }

    @Test func whatWasHeardLongBeforeIsOlderWhateverItsNumber() {
        // A beacon was switched off and on, and a slow gateway tells what it said before that.
        #expect(judge([(500, 0), (1, 10), (501, 5)], from: beacon) == [nil, nil, .overtaken])
        #expect(judge([(9, 10), (8, 5)], from: .staff(7, zone: 1001)) == [nil, .overtaken])
        // Two gateways that do not agree on when it was.
        #expect(judge([(5, 10), (6, 9)], from: beacon) == [nil, nil])
    }
}
