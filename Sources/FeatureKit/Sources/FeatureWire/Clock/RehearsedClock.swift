@_spi(Hosting) internal import FeatureKit

/// A worker's clock in a rehearsal: it stands still until the host says what time it is.
final class RehearsedClock: ClockSource {
    private struct Times {
        var now = Timestamp(nanoseconds: 0)
        var uptime = Duration.zero
    }

    private let calls: WireCalls
    private let times = Lock(Times())

    init(_ calls: WireCalls) { self.calls = calls }

    var now: Timestamp { times.withLock { $0.now } }
    var uptime: Duration { times.withLock { $0.uptime } }

    /// Takes what time it is.
    func set(_ message: WireMessage) throws(WireError) {
        let (now, uptime) = try message.read { (reader) throws(WireError) in
            (try reader.timestamp(), try reader.duration())
        }
        times.withLock { $0 = Times(now: now, uptime: uptime) }
    }

    /// The host wakes it: among all that sleep, on both sides, the earliest comes first.
    func sleep(until uptime: Duration) async throws { try await sleep(until: uptime, lookingEvery: .zero) }

    func sleep(until uptime: Duration, lookingEvery look: Duration) async throws {
        try Task.checkCancellation()
        guard uptime > self.uptime else { return }
        _ = try await calls.ask(.sleep) { writer in
            writer.duration(uptime)
            // Zero where nobody minds that the wall clock is set.
            writer.duration(look)
        }
        try Task.checkCancellation()
    }
}

extension WireMessage {
    /// What time it is.
    static func time(_ now: Timestamp, _ uptime: Duration) -> WireMessage {
        WireMessage(.time) { writer in
            writer.timestamp(now)
            writer.duration(uptime)
        }
    }
}
