internal import BeaconRanging
internal import BluetoothCaptures
internal import FeatureKit

/// What came of a post.
@Record struct PostOutcome: Equatable {
    @Record struct Problem: Equatable {
        /// Which advertisement, from 0.
        var index: Int
        /// What is wrong with it.
        var why: String
    }

    /// How many advertisements could be read.
    var taken: Int
    /// How many words of beacons were published.
    var published: Int64
    /// How many were not, by the reason.
    var refused: [String: Int64]
    /// Those that could not be read.
    var problems: [Problem]
}

@Record struct HeartbeatReply {
    /// The beacons that are not known.
    @Text(1...64) @Count(0...BeaconService.mostReports) var unknown: [String]
}

@Record struct SourceReports {
    /// Captures, brokers and gateways, as the settings name them.
    var sources: [SourceReport]
}

@Routes("ble", as: "sourceRoutes") extension BeaconService {
    /// How many advertisements a gateway may post at once.
    static let mostPosted = 500
    /// How many beacons a gateway may report at once.
    static let mostReports = 500

    /// How each source is, and what came of what it heard.
    @Get("/sources", .role("staff"))
    func sources() -> SourceReports {
        SourceReports(sources: runners.map(\.report) + pipeline.change { $0.gateways.reports })
    }

    /// Takes what a gateway heard.
    /// - Parameter gateway: Which gateway.
    /// - Parameter advertisements: What it heard, in order.
    @Post("/gateways/{gateway}/advertisements", .role("gateway"))
    func post(
        @Text(1...64) gateway: String,
        @Count(0...BeaconService.mostPosted) advertisements: [PostedAdvertisement], _ call: Call
    ) async throws -> PostOutcome {
        try greet(gateway, call)
        return pipeline.take(advertisements, by: gateway).outcome
    }

    /// Takes that a gateway lives, and what it knows of beacons.
    /// - Parameter gateway: Which gateway.
    /// - Parameter beacons: What it knows of beacons.
    @Post("/gateways/{gateway}/heartbeat", .role("gateway"))
    func heartbeat(
        @Text(1...64) gateway: String, @Count(0...BeaconService.mostReports) beacons: [BeaconReport] = [],
        _ call: Call
    ) throws -> HeartbeatReply {
        try greet(gateway, call)
        return HeartbeatReply(
            unknown: pipeline.change { state in
                let now = state.reception.now.uptime
                return beacons.filter { !state.reception.beacons.take($0, by: gateway, now: now) }.map(\.beacon)
            })
    }

    /// Which beacon each listener has nearest.
    /// - Parameter listener: Only this listener's.
    @Get("/nearest", .everyone)
    func nearestNow(@Text(1...64) listener: String?) throws -> Page<Nearest> {
        let all = pipeline.change { $0.reception.allNearest }
        guard let listener else { return Page(items: all) }
        guard let found = all.first(where: { $0.listener == listener }) else {
            throw BLERefusal.noListener(
                listener: listener, meant: BLERefusal.meant(listener, all.map(\.listener)))
        }
        return Page(items: [found])
    }
}

extension ReceivePipeline {
    /// How many advertisements of a post are taken before what they say is published.
    private static let batch = 50

    /// Takes what a gateway posted, as far as it can be read.
    func take(_ posted: [PostedAdvertisement], by gateway: String) -> (outcome: PostOutcome, tally: Tally) {
        useFlag(for: gateway)
        var problems: [PostOutcome.Problem] = []
        var read: [PostedAdvertisement.Read] = []
        read.reserveCapacity(posted.count)
        for (index, advertisement) in posted.enumerated() {
            do throws(Advertisement.TextProblem) { read.append(try advertisement.read()) } catch {
                problems.append(.init(index: index, why: error.description))
            }
        }
        var tally = Tally()
        for start in stride(from: 0, to: read.count, by: Self.batch) {
            let some = read[start..<min(start + Self.batch, read.count)]
            tally.add(change { $0.gateways.hear(some, by: gateway, in: &$0.reception) })
        }
        let published = Int64(clamping: tally.published)
        return (.init(taken: read.count, published: published, refused: tally.words, problems: problems), tally)
    }
}
