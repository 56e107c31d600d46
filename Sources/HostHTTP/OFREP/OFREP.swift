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
    ///   - board: The flags that count.
    ///   - exposures: Told who was given a variant.
    ///   - errands: Where those wait who were told of flags that are not here yet.
    package init(_ board: FlagBoard, exposures: Exposures, clock: any ClockSource, errands: Errands) {
        sheets = FlagSheets(board)
        news = FlagNews(board, clock: clock)
        gate = RateGate(clock: clock)
        self.exposures = exposures
        self.errands = errands
        self.clock = clock
    }

    /// Whether a request is one of the protocol's.
    static func isAsked(by request: Request) -> Bool { Probes.begins(request, "/ofrep/") }

    /// What clients follow.
    var feed: EventFeed { news.feed }

    /// Tells of changes until it is cancelled.
    package func run() async { await news.run() }

    /// Lets each address ask so often from now on; nil lets everyone ask as they like.
    func limit(_ rate: TokenRate?) { gate.update(rate) }

    /// Where a server with so many loops can be asked.
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
