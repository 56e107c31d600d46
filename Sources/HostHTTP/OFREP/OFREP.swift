@_spi(Hosting) package import FeatureKit
import HTTPServer
package import HostRuntime

/// The flags for apps, by OpenFeature's remote evaluation protocol 0.3.
package final class OFREP: Sendable {
    let sheets: FlagSheets
    private let exposures: Exposures
    private let news: FlagChangeNotifier
    private let gate: RateGate<ClientNetwork>
    private let background: BackgroundWork
    private let clock: any ClockSource

    /// - Parameters:
    ///   - board: The current flags.
    ///   - exposures: Takes a record of each variant that was given.
    ///   - background: Runs the tasks that wait for flags a client was already notified of.
    package init(_ board: FlagBoard, exposures: Exposures, clock: any ClockSource, background: BackgroundWork) {
        sheets = FlagSheets(board)
        news = FlagChangeNotifier(board, clock: clock)
        gate = RateGate(clock: clock)
        self.exposures = exposures
        self.background = background
        self.clock = clock
    }

    /// Whether a request is part of the protocol.
    static func isAsked(by request: Request) -> Bool { Probes.begins(request, "/ofrep/") }

    /// The feed that clients follow.
    var feed: EventFeed { news.feed }

    /// Announces changes until the task is cancelled.
    package func run() async { await news.run() }

    /// Sets the rate limit of each address; nil for none.
    func limit(_ rate: TokenRate?) { gate.update(rate) }

    /// The endpoints for a server with so many loops.
    package func fixtures(loops: Int) -> [Fixture] {
        let perLoop = FlagsPerLoop(loops: loops) { LoopFlags(sheets, ExposureReporter(exposures, clock: clock)) }
        return [
            Fixture(
                .post, SingleEndpoint.path + "*", SingleEndpoint(perLoop: perLoop, gate: gate, clock: clock)),
            Fixture(
                .post, BulkEndpoint.path,
                BulkEndpoint(perLoop: perLoop, gate: gate, news: news, background: background, clock: clock)),
            Fixture(.get, FlagStreamEndpoint.path, FlagStreamEndpoint(board: sheets.board, news: news)),
        ]
    }
}
