internal import BeaconRanging
internal import BluetoothCaptures
internal import FeatureKit

@Record struct Post {
    /// How many advertisements a gateway may post at once.
    static let most = 500

    /// Which gateway.
    @Text(1...64) var gateway: String
    /// What it heard, in order.
    @Count(0...Post.most) var advertisements: [PostedAdvertisement]
}

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

@Record struct Heartbeat {
    /// How many beacons a gateway may report at once.
    static let most = 500

    /// Which gateway.
    @Text(1...64) var gateway: String
    /// What it knows of beacons.
    @Count(0...Heartbeat.most) var beacons: [BeaconReport] = []
}

@Record struct HeartbeatReply {
    /// The beacons that are not known.
    @Text(1...64) @Count(0...Heartbeat.most) var unknown: [String]
}

@Record struct SourceReports {
    /// Captures, brokers and gateways, as the settings name them.
    var sources: [SourceReport]
}

@Record struct NearestRequest {
    /// Only this listener's.
    @Text(1...64) var listener: String?
}

@Routes("ble") struct SourceRoutes: RouteGroup {
    let service: BeaconService
    let runners: [SourceRunner]

    /// How each source is, and what came of what it heard.
    @Get("/sources", .role("staff"))
    func sources() -> SourceReports {
        SourceReports(sources: runners.map(\.report) + service.pipeline.change { $0.gateways.reports })
    }

    /// Takes what a gateway heard.
    @Post("/gateways/{gateway}/advertisements", .role("gateway"))
    func post(_ request: Post, _ call: Call) async throws -> PostOutcome {
        try service.greet(request.gateway, call)
        return service.pipeline.take(request.advertisements, by: request.gateway).outcome
    }

    /// Takes that a gateway lives, and what it knows of beacons.
    @Post("/gateways/{gateway}/heartbeat", .role("gateway"))
    func heartbeat(_ request: Heartbeat, _ call: Call) throws -> HeartbeatReply {
        try service.greet(request.gateway, call)
        return HeartbeatReply(
            unknown: service.pipeline.change { state in
                let now = state.reception.now.uptime
                return request.beacons.filter {
                    !state.reception.beacons.take($0, by: request.gateway, now: now)
                }.map(\.beacon)
            })
    }

    /// Which beacon each listener has nearest.
    @Get("/nearest", .everyone)
    func nearestNow(_ request: NearestRequest) throws -> Page<Nearest> {
        let all = service.pipeline.change { $0.reception.allNearest }
        guard let listener = request.listener else { return Page(items: all) }
        guard let found = all.first(where: { $0.listener == listener }) else {
            throw BLERefusal.noListener(listener, all.map(\.listener))
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
        let outcome = PostOutcome(
            taken: read.count, published: Int64(clamping: tally.published), refused: tally.words,
            problems: problems)
        return (outcome, tally)
    }
}
