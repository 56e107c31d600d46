import Replay
import Testing

@Suite struct RecordedTimeTests {
    private func times(_ stamps: [Int64]) -> [Duration] {
        var time = RecordedTime(longestSilence: .seconds(300))
        return stamps.map { time.advance(to: $0) }
    }

    @Test func countsFromTheFirstRecord() {
        #expect(
            times([63_000_000_000_000_000, 63_000_000_000_250_000, 63_000_000_000_250_000])
                == [.zero, .milliseconds(250), .milliseconds(250)])
    }

    @Test func standsStillWhereTheClockWasSetBack() {
        #expect(times([5_000_000, 1_000_000, 2_000_000]) == [.zero, .zero, .seconds(1)])
    }

    @Test func cutsALongSilence() {
        #expect(times([0, 300_000_000, 50 * 365 * 86_400_000_000]) == [.zero, .seconds(300), .seconds(600)])
    }

    @Test func takesEveryStep() { #expect(times([.min, .max, .min]) == [.zero, .seconds(300), .seconds(300)]) }
}
