internal import FeatureKit
internal import TransitContracts
internal import TransitEngine

@Routes("transit", as: "feedRoutes") extension TransitService {
    /// Reads the timetables again; where one can't be read, the one before stays.
    @Post("/api/v1/gtfs/feeds/reload", .role("staff"))
    func reload() async throws -> LoadingReport {
        let report = try await load()
        if let problem = report.problem { throw TransitRefusal.badFeed(why: problem) }
        return report
    }

    /// What came of reading the timetables: how much there is, what is wrong with the files, what is live.
    @Get("/api/v1/gtfs/feeds/report", .role("staff"))
    func report() throws -> LoadingReport {
        current.withLock { current in
            var report = current.report
            report.ignored = current.board?.timetable.ignoredUpdates ?? 0
            report.live = current.live.sources.sorted { $0.key < $1.key }.map { LoadingReport.Live($0, $1) }
            return report
        }
    }

    /// Takes live changes that somebody hands in: the bytes of a GTFS-realtime message.
    ///
    /// They hold as long as those of a server do, and replace what came under the same name before.
    /// - Parameter source: The name of what they come from.
    /// - Parameter prefix: What the ids of the timetable that they are about begin with.
    /// - Parameter message: The message.
    @Put("/api/v1/gtfs/realtime/{source}", .role("staff"))
    func post(
        @Text(1...100) source: String, @Text(0...40) prefix: String = "", message: Media
    ) async throws -> LoadingReport.Live {
        try await take(message.bytes, from: source, prefix: prefix)
    }

    /// What is announced now, for all lines or for one, the worst first; 1,000 alerts at most.
    /// - Parameter route: Which line.
    /// - Parameter language: In which language: es or en.
    @Get("/api/v1/gtfs/alerts", .everyone)
    func alerts(@Text(1...300) route: String?, @Text(2...10) language: String = "es") async throws -> [ServiceAlert] {
        let board = try board()
        let number = try route.map { route in
            guard let number = board.snapshot.index.line(route) else { throw TransitRefusal.noLine }
            return number
        }
        let now = Int(clock.now.seconds)
        let holding = board.alerts.filter { alert in
            alert.holds(now...now) && (number.map { alert.lines.contains($0) } ?? true)
        }
        return holding.prefix(1_000).map { $0.announcement(board.snapshot, in: language) }
    }
}
