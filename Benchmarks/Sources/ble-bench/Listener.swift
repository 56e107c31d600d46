internal import BLEContracts
@_spi(Hosting) internal import FeatureKit
internal import Measures

@testable import BLEFeature

/// A neighbour that notes when it gets each word of a beacon.
struct Listener: Feature {
    static let contracts: [Contract] = [.reads(.bleSighted)]

    private static let heard = Lock<(times: [Duration], wanted: Int)>(([], 0))
    private static let longest = Duration.seconds(60)

    let context: FeatureContext

    init(settings: NoSettings, context: FeatureContext) throws { self.context = context }

    func run() async throws {
        let words = try context.bus.messages(on: .bleSighted, overflow: .dropOldest(Overflow.largestCapacity))
        context.ready()
        for await _ in words {
            let now = context.clock.uptime
            Self.heard.withLock { $0.times.append(now) }
        }
    }

    static func begin(expecting count: Int) {
        heard.withLock { heard in
            heard = ([], count)
            heard.times.reserveCapacity(count)
        }
    }

    /// Waits until all have come.
    static func everything() async throws -> [Duration] {
        let clock = SystemClock()
        let end = clock.uptime + longest
        while clock.uptime < end {
            let (times, wanted) = heard.withLock { ($0.times, $0.wanted) }
            if times.count >= wanted { return times }
            try await clock.sleep(until: clock.uptime + .milliseconds(50))
        }
        throw BenchError("of so many words only \(heard.withLock { $0.times.count }) came")
    }
}

/// A post as a gateway sends it, in JSON, and nobody who waits for what came of it.
final class Poster: RouteAsker {
    let question: [UInt8]

    init(_ question: [UInt8]) { self.question = question }

    func request<Request: Shaped>(as type: Request.Type) throws -> Request { try Request(json: question) }
    func answered<Reply: Shaped>(_ reply: Reply) {}
    func refused(_ error: RouteError) {}
    func next<Reply: Shaped>(_ reply: Reply) async throws {}
    func untilGone() async {}
    func ended() {}
}
