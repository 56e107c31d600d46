@_spi(Hosting) package import FeatureKit
internal import HostSystem

/// Takes exposures from every loop and feature, publishes them on `flags.exposure` and writes them down.
///
/// Whoever makes it runs it. Nobody waits for it: what finds no room is dropped and counted.
package final class Exposures: Sendable {
    /// How many wait at most.
    static let mostWaiting = 16_384
    /// How long the first one waits for others, so that the disk is asked for many at a time.
    static let pause = Duration.milliseconds(100)

    /// What became of exposures so far.
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
    }

    private let state = Lock(State())
    /// Where they are written down.
    package let files: ExposureFiles
    private let publisher: Publisher<FlagExposure>
    private let clock: any ClockSource
    private let log: Log

    /// - Parameters:
    ///   - folder: The host's state folder.
    ///   - bus: Where they are published.
    package init(folder: String, bus: BusCore, clock: any ClockSource, log: Log) throws {
        files = ExposureFiles(folder: folder)
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

    /// Publishes and writes until it is cancelled; then what waits is still written.
    package func run() async {
        var isTold = false
        while !Task.isCancelled {
            await state.withLock { $0.arrived }.wait()
            try? await clock.sleep(until: clock.uptime + Self.pause)
            let batch = takeAll()
            guard !batch.isEmpty else { continue }
            for exposure in batch { publisher(exposure) }
            let problem = await write(batch)
            state.withLock { state in
                state.counts.told &+= UInt64(batch.count)
                if problem != nil { state.counts.unwritten &+= UInt64(batch.count) }
            }
            if let problem, !isTold {
                log.warning("exposures can't be written", [("file", files.path), ("error", "\(problem)")])
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

    /// Waits for the disk, which may take long, on a thread of its own.
    private func write(_ batch: [FlagExposure]) async -> SystemError? {
        do throws(SystemError) {
            let outcome = try await OwnedThread.run("exposures") { [files] in
                Result { () throws(SystemError) in try files.append(batch) }
            }
            try outcome.get()
            return nil
        } catch { return error }
    }
}
