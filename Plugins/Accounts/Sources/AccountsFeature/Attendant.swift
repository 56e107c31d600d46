internal import FeatureKit

/// Does what the lot decides: answers, publishes, and frees spaces in time.
actor Attendant {
    private var lot: Lot
    private let out: Publisher<Spaces>
    private let clock: FeatureClock
    /// When stays end, in the order in which they began: all are equally long.
    private let ends: AsyncStream<Duration>
    private let begun: AsyncStream<Duration>.Continuation

    init(_ settings: Accounts.Settings, out: Publisher<Spaces>, clock: FeatureClock) {
        lot = Lot(size: settings.spaces, length: settings.stay)
        self.out = out
        self.clock = clock
        (ends, begun) = AsyncStream.makeStream()
    }

    func open() { tell() }

    /// Gives a space to somebody; who has one already keeps it.
    func take(for caller: Caller) throws -> Ticket {
        if let stay = lot.stay(of: caller.key) { return stay.ticket }
        guard let stay = lot.take(for: caller.key, at: clock.now, uptime: clock.uptime) else {
            throw RouteError(code: "full", status: 409, "no space is free")
        }
        begun.yield(stay.end)
        tell()
        return stay.ticket
    }

    /// Frees each space when its time is over, until the feature is asked to stop.
    func keepTime() async {
        for await end in ends {
            do { try await clock.sleep(until: end) } catch { return }
            if lot.clear(at: clock.uptime) { tell() }
        }
    }

    /// The last word stays on the topic while the feature is off: nobody shall count on a space.
    func close() { out(Spaces(free: 0, of: lot.size)) }

    private func tell() { out(Spaces(free: lot.free, of: lot.size)) }
}
