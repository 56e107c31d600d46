@_spi(Hosting) import FeatureKit
import Replay
import Testing

@Suite struct ReplayTests {
    @Test func stepsAreDueInTheRecordingsRhythm() async throws {
        let clock = FeatureClock(source: JumpingClock(), stop: Signal())
        let replay = Replay(speed: 10, on: clock)
        #expect(replay.due(.seconds(20)) == clock.uptime + .seconds(2))
        #expect(replay.isDue(.zero) && !replay.isDue(.seconds(1)))
        try await replay.wait(for: .seconds(20))
        #expect(clock.uptime == .seconds(102) && replay.isDue(.seconds(20)))
        // What is late is not waited for.
        try await replay.wait(for: .seconds(1))
        #expect(clock.uptime == .seconds(102))
    }

    @Test func withoutSpeedEverythingIsDueAtOnce() async throws {
        let clock = FeatureClock(source: JumpingClock(), stop: Signal())
        let replay = Replay(speed: 0, on: clock)
        try await replay.wait(for: .seconds(86_400))
        #expect(clock.uptime == .seconds(100))
    }

    @Test func aLongWaitIsInterrupted() async throws {
        let clock = FeatureClock(source: JumpingClock(), stop: Signal())
        var interrupted: [Duration] = []
        try await Replay(speed: 1, on: clock).wait(for: .seconds(12), every: .seconds(5)) {
            interrupted.append(clock.uptime)
        }
        #expect(interrupted == [.seconds(105), .seconds(110)] && clock.uptime == .seconds(112))
    }

    @Test func aStopEndsTheRoundWhereNothingIsWaitedFor() async throws {
        let stop = Signal()
        let replay = Replay(speed: 0, on: FeatureClock(source: JumpingClock(), stop: stop))
        try await replay.wait(for: .zero)
        stop.raise()
        await #expect(throws: CancellationError.self) { try await replay.wait(for: .zero) }
    }
}

/// A clock whose sleepers find at once that their time has come.
private final class JumpingClock: ClockSource {
    private let time = Lock(Duration.seconds(100))

    var now: Timestamp { Timestamp(nanoseconds: 0) }
    var uptime: Duration { time.withLock { $0 } }
    func sleep(until uptime: Duration) async throws { time.withLock { $0 = max($0, uptime) } }
}
