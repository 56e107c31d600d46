internal import FeatureKit

/// What gateways post comes in here.
///
/// They share the host's clock, so they share what was said: a word is news once, whichever of them hears it first.
final class Gateways: Sendable {
    private struct Gateway {
        var receiver: Receiver
        var heard = Heard()
        /// When it asked or said anything last.
        var seen: Timestamp?
    }

    private struct State {
        var memory = SequenceMemory()
        var gateways: [String: Gateway]
    }

    /// Of a post so many are looked at before what was found is told, and others have a turn.
    private static let batch = 50

    private let names: [String]
    private let station: Station
    private let clock: FeatureClock
    private let state: Lock<State>

    init(_ station: Station, _ clock: FeatureClock) {
        names = station.settings.gateways
        self.station = station
        self.clock = clock
        let gateways = names.map { ($0, Gateway(receiver: Receiver($0, station.settings))) }
        state = Lock(State(gateways: Dictionary(gateways) { first, _ in first }))
    }

    var reports: [SourceReport] {
        let gateways = state.withLock { $0.gateways }
        return names.compactMap { name in
            gateways[name].map { SourceReport(name, .gateway, Standing(.listening), $0.heard, seen: $0.seen) }
        }
    }

    /// Notes that a gateway lives; refuses who is none of the settings.
    func greet(_ name: String) throws(RouteError) {
        let now = clock.now
        let isKnown = state.withLock { state in
            state.gateways[name]?.seen = now
            return state.gateways[name] != nil
        }
        guard isKnown else { throw .noGateway(name, among: names) }
    }

    /// Takes what a gateway heard.
    func take(_ post: Post) throws(RouteError) -> PostOutcome {
        try greet(post.gateway)
        var problems: [PostOutcome.Problem] = []
        var advertisements: [(Advertisement, ago: Duration)] = []
        advertisements.reserveCapacity(post.advertisements.count)
        for (index, posted) in post.advertisements.enumerated() {
            do throws(PostProblem) {
                advertisements.append((try Advertisement(posted), posted.ago))
            } catch { problems.append(.init(index: index, why: error.description)) }
        }
        var tally = Tally()
        var rest = advertisements[...]
        while !rest.isEmpty {
            tally.add(hear(rest.prefix(Self.batch), by: post.gateway))
            rest = rest.dropFirst(Self.batch)
        }
        return PostOutcome(
            taken: advertisements.count, published: Int64(clamping: tally.published),
            refused: tally.words.mapValues { Int64(clamping: $0) }, problems: problems)
    }

    private func hear(_ advertisements: ArraySlice<(Advertisement, ago: Duration)>, by name: String) -> Tally {
        let (uptime, wall) = (clock.uptime, clock.now)
        var tally = Tally()
        station.hear { knowledge, publish in
            // Always in this order: the station's lock, and then this one.
            state.withLock { state in
                guard var gateway = state.gateways.removeValue(forKey: name) else { return }
                let before = gateway.receiver.tally
                for (advertisement, ago) in advertisements {
                    let moment = Moment(uptime: uptime - ago, wall: wall.advanced(by: .zero - ago))
                    gateway.receiver.hear(
                        advertisement, at: moment, ago: ago, after: &state.memory, with: &knowledge, publish: publish)
                }
                tally = gateway.receiver.tally.since(before)
                gateway.heard.records += UInt64(advertisements.count)
                gateway.heard.tally = gateway.receiver.tally
                gateway.heard.last = wall
                state.gateways[name] = gateway
            }
        }
        return tally
    }
}
