@_spi(Hosting) import FeatureKit
@_spi(Hosting) import FeatureTestKit
import RudeServer
import Testing
import WebEvents

@Suite(.timeLimit(.minutes(1))) struct WebFeedTests {
    /// News are not missed for longer than the last ones count, however long the server was down or wants to be.
    @Test(arguments: [false, true], [5, 25])
    func `no pause is longer than the last news count`(wantsMore: Bool, every: Int) async throws {
        try await RudeServer.serve { _ in
            [.answer("503 Later", wantsMore ? ["Retry-After: 86400"] : [])]
        } _: { server in
            let clock = TestClock()
            let feed = WebFeed(
                server.address, isStream: false, every: .seconds(every), timeout: .seconds(60), stale: .seconds(30),
                clock: FeatureClock(source: clock.source, stop: Signal()))
            await withTaskGroup { group in
                group.addTask { await feed.follow { _ in false } }
                for index in 1...8 {
                    await clock.sleepers(atLeast: 1)
                    #expect(server.requests.count >= index)
                    clock.advance(by: .seconds(30))
                }
                group.cancelAll()
            }
        }
    }
}
