import FeatureKit
import Testing

@testable import BLEFeature

@Suite struct StandingTests {
    private let now = Timestamp(nanoseconds: 0)

    @Test func pausesGrowUpToALimit() {
        var standing = Standing(.waiting)
        let pauses = (0..<12).map { _ in standing.fail("gone", at: now).pause }
        #expect(pauses == [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300].map { Duration.seconds($0) })
        #expect(standing.state == .waiting && standing.tries == 12 && standing.why == "gone")
        #expect(standing.next == now.advanced(by: .seconds(300)))
        let recovered = standing.recover()
        let pause = standing.fail("gone", at: now).pause
        #expect(recovered && pause == .seconds(1))
    }

    @Test func onlyChangesAreNews() {
        var standing = Standing(.waiting)
        let news = ["a", "a", "b", "a"].map { standing.fail($0, at: now).isNews }
        #expect(news == [true, false, true, true])
        let recovered = [standing.recover(), standing.recover()]
        #expect(recovered == [true, false])
        let isNews = standing.fail("a", at: now).isNews
        #expect(isNews)
    }

    @Test func roundsAreCounted() {
        var standing = Standing(.waiting)
        standing.begin()
        #expect(standing.state == .reading)
        standing.finish(again: .seconds(1), at: now)
        #expect(standing.state == .waiting && standing.next == now.advanced(by: .seconds(1)) && standing.rounds == 1)
        standing.begin()
        #expect(standing.next == nil)
        standing.finish(again: nil, at: now)
        #expect(standing.state == .ended && standing.next == nil && standing.rounds == 2)
    }
}
