internal import FeatureKit

/// Lets a source listen, and again after growing pauses where something is in its way; what befalls one is no other's matter.
final class Watch: Sendable {
    private let source: any Source
    private let clock: FeatureClock
    private let log: Log
    private let standing = Lock(Standing(.waiting))

    init(_ source: any Source, _ clock: FeatureClock, _ log: Log) {
        self.source = source
        self.clock = clock
        self.log = log
    }

    var report: SourceReport {
        SourceReport(source.name, source.kind, standing.withLock { $0 }, source.heard)
    }

    /// Returns when the source has ended; throws `CancellationError` alone.
    func run() async throws {
        while true {
            standing.withLock { $0.begin() }
            do {
                let pause = try await source.listen()
                let wasInTheWay = standing.withLock { standing in
                    defer { standing.finish(again: pause, at: clock.now) }
                    return standing.recover()
                }
                if wasInTheWay { log.info("nothing is in the way any more", [("source", source.name)]) }
                guard let pause else { return }
                try await clock.sleep(for: pause)
            } catch let error as CancellationError {
                throw error
            } catch {
                let (pause, isNews) = standing.withLock { $0.fail("\(error)", at: clock.now) }
                if isNews {
                    log.warning(
                        "something is in the way of a source; it is tried again",
                        [("source", source.name), ("reason", "\(error)")])
                }
                try await clock.sleep(for: pause)
            }
        }
    }
}
