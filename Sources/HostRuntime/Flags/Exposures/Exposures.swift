@_spi(Hosting) package import FeatureKit

/// Takes exposures from every loop and feature, publishes them on `flags.exposure` and stores them.
///
/// Its creator runs and stops it. Nobody waits for it: exposures that find no room are dropped and counted.
package final class Exposures: Sendable {
    /// How many wait at most.
    static let mostWaiting = 16_384
    /// How long the first one waits for others, so that many are written at once.
    static let pause = Duration.milliseconds(100)

    /// The numbers of exposures so far, by what happened to them.
    package struct Counts: Sendable, Equatable {
        package var told: UInt64 = 0
        /// Those that found no room.
        package var dropped: UInt64 = 0
        /// Those that were published but could not be written down.
        package var unwritten: UInt64 = 0
    }

    private struct State {
        var waiting: [FlagExposure] = []
        var counts = Counts()
        var arrived = Signal()
        var records: ExposureRecords?
    }

    private let state = Lock(State())
    private let stores: any StoreSource
    private let stopping = Signal()
    private let publisher: Publisher<FlagExposure>
    private let clock: any ClockSource
    private let log: Log

    /// - Parameters:
    ///   - stores: Where they are written down.
    ///   - bus: Where they are published.
    package init(stores: any StoreSource, bus: BusCore, clock: any ClockSource, log: Log) throws {
        self.stores = stores
        let member = bus.join("host", wiring: Wiring(publishes: [Topic.flagExposure.name]), log: log)
        publisher = try Bus(member: member).publisher(on: .flagExposure)
        self.clock = clock
        self.log = log
    }

    package var counts: Counts { state.withLock { $0.counts } }

    /// Takes an exposure if there is room for it; called from anywhere, and never waits.
    package func take(_ exposure: FlagExposure) {
        let arrived = state.withLock { state -> Signal? in
            guard state.waiting.count < Self.mostWaiting else {
                state.counts.dropped &+= 1
                return nil
            }
            state.waiting.append(exposure)
            return state.waiting.count == 1 ? state.arrived : nil
        }
        arrived?.raise()
    }

    /// What was written down, the oldest first.
    ///
    /// - Parameters:
    ///   - flag: Only those of this flag.
    ///   - most: How many at most, the newest.
    package func written(flag: String?, most: Int) async throws -> [FlagExposure] {
        try await records().read(flag: flag, most: most)
    }

    /// Has what waits written, and ends `run()`.
    package func stop() {
        stopping.raise()
        state.withLock { $0.arrived }.raise()
    }

    /// Publishes and writes until it is told to stop; then what waits is still written.
    package func run() async {
        let pauses = FeatureClock(source: clock, stop: stopping)
        var isTold = false
        while !(stopping.isRaised && state.withLock { $0.waiting.isEmpty }) {
            await state.withLock { $0.arrived }.wait()
            try? await pauses.sleep(for: Self.pause)
            let batch = takeAll()
            guard !batch.isEmpty else { continue }
            for exposure in batch { publisher(exposure) }
            let problem = await write(batch)
            state.withLock { state in
                state.counts.told &+= UInt64(batch.count)
                if problem != nil { state.counts.unwritten &+= UInt64(batch.count) }
            }
            if let problem, !isTold {
                log.warning("exposures can't be written", [("error", "\(problem)")])
            }
            isTold = problem != nil
        }
    }

    private func takeAll() -> [FlagExposure] {
        state.withLock { state in
            defer {
                state.waiting = []
                state.arrived = Signal()
            }
            return state.waiting
        }
    }

    private func write(_ batch: [FlagExposure]) async -> (any Error)? {
        do { try await records().append(batch) } catch { return error }
        return nil
    }

    /// Opened when first needed, so that a store that can't be opened keeps nobody from starting; and tried again.
    private func records() async throws -> ExposureRecords {
        if let records = state.withLock({ $0.records }) { return records }
        let records = try await ExposureRecords(in: stores)
        return state.withLock { state in
            if state.records == nil { state.records = records }
            return state.records ?? records
        }
    }
}
