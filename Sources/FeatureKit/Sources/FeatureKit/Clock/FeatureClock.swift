/// The time as a feature sees it: the host's, or that of a test, which only moves when the test says so.
public struct FeatureClock: Sendable {
    package let source: any ClockSource
    let stop: Signal

    /// Makes a clock that ends every sleep once `stop` is raised.
    @_spi(Hosting) public init(source: any ClockSource, stop: Signal) {
        self.source = source
        self.stop = stop
    }

    /// The wall clock's time, which an administrator may set back.
    public var now: Timestamp { source.now }

    /// The time since some moment before the start, which never goes back; measure durations with it.
    public var uptime: Duration { source.uptime }

    /// Waits for a duration.
    ///
    /// - Throws: `CancellationError` as soon as the feature is asked to stop or the task is cancelled.
    public func sleep(for duration: Duration) async throws { try await sleep(until: uptime + duration) }

    /// Waits until the uptime has reached a value.
    ///
    /// - Throws: `CancellationError` as soon as the feature is asked to stop or the task is cancelled.
    public func sleep(until uptime: Duration) async throws {
        try await self.sleep { source in try await source.sleep(until: uptime) }
    }

    /// Waits until the uptime has reached a value, or for a while at most, after which a wall clock that was set is seen.
    func sleep(until uptime: Duration, lookingEvery look: Duration) async throws {
        try await self.sleep { source in try await source.sleep(until: uptime, lookingEvery: look) }
    }

    private func sleep(_ sleep: @escaping @Sendable (any ClockSource) async throws -> Void) async throws {
        guard !stop.isRaised else { throw CancellationError() }
        let source = source
        let stop = stop
        let slept = await withTaskGroup(of: Bool.self) { group in
            group.addTask { (try? await sleep(source)) != nil }
            group.addTask {
                await stop.wait()
                return false
            }
            let first = await group.next() ?? false
            group.cancelAll()
            return first
        }
        guard slept, !Task.isCancelled else { throw CancellationError() }
    }
}
