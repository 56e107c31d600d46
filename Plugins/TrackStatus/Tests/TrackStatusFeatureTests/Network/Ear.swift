@_spi(Hosting) import FeatureKit
@_spi(Hosting) import FeatureTestKit
import LiveTiming

@testable import TrackStatusFeature

/// Listens to a source of the network with a clock that stands still, and keeps what is told.
struct Ear {
    let clock = TestClock()
    let log = CapturedLog()
    private let told: AsyncStream<NetworkNews>

    private init(_ told: AsyncStream<NetworkNews>) { self.told = told }

    /// Runs a source as long as the body runs; then its task is cancelled, as that of a feature that stops.
    static func with(
        _ make: (FeatureClock, Log) async throws -> NetworkFeed, _ body: (Ear) async throws -> Void
    ) async throws {
        let (told, tell) = AsyncStream.makeStream(of: NetworkNews.self)
        let ear = Ear(told)
        let feed = try await make(
            FeatureClock(source: ear.clock.source, stop: Signal()), Log(feature: "track", sink: ear.log.sink))
        try await withThrowingTaskGroup { group in
            group.addTask {
                await feed.run { tell.yield($0) }
                tell.finish()
            }
            defer { group.cancelAll() }
            try await body(ear)
        }
    }

    /// The next news, in short; nil where there will be none.
    func next() async -> String? {
        for await news in told { return Self.short(news) }
        return nil
    }

    /// Moves the time on once the source waits for it.
    func advance(_ duration: Duration) async {
        await clock.sleepers(atLeast: 1)
        clock.advance(by: duration)
    }

    static func clock() -> FeatureClock { FeatureClock(source: TestClock().source, stop: Signal()) }

    static func log() -> Log { Log(feature: "track", sink: CapturedLog().sink) }

    static func short(_ news: NetworkNews) -> String {
        switch news {
        case .lost(let why): return "lost: \(why)"
        case .report(let report): return report.short
        case .session(let session): return "lap \(session.lap ?? 0)"
        }
    }
}

extension NetworkReport {
    /// What matters of it: `safetyCar ending, sectors 5 yellow: message`.
    var short: String {
        let sectors = sectors.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.rawValue)" }
        return mode.rawValue + (isEnding ? " ending" : "")
            + (sectors.isEmpty ? "" : ", sectors " + sectors.joined(separator: " ")) + (message.map { ": \($0)" } ?? "")
    }
}
