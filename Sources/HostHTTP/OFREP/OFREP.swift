@_spi(Hosting) package import FeatureKit
import HTTPServer
package import HostRuntime

/// The flags for apps, by OpenFeature's remote evaluation protocol 0.3.
package final class OFREP: Sendable {
    let sheets: FlagSheets
    private let exposures: Exposures
    private let news: FlagNews
    private let gate: RateGate<ClientNetwork>
    private let errands: Errands
    private let clock: any ClockSource

    /// - Parameters:
    ///   - board: The current flags.
    ///   - exposures: Takes a record of each variant that was given.
    ///   - errands: Runs the tasks that wait for flags a client was already notified of.
    package init(_ board: FlagBoard, exposures: Exposures, clock: any ClockSource, errands: Errands) {
        sheets = FlagSheets(board)
        news = FlagNews(board, clock: clock)
        gate = RateGate(clock: clock)
        self.exposures = exposures
        self.errands = errands
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
        let desks = FlagDesks(loops: loops) { FlagDesk(sheets, ExposureDesk(exposures, clock: clock)) }
        return [
            Fixture(
                .post, SingleEndpoint.path + "*", SingleEndpoint(desks: desks, gate: gate, clock: clock)),
            Fixture(
                .post, BulkEndpoint.path,
                BulkEndpoint(desks: desks, gate: gate, news: news, errands: errands, clock: clock)),
            Fixture(.get, FlagStreamEndpoint.path, FlagStreamEndpoint(board: sheets.board, news: news)),
        ]
    }
}
