import Breakers
import Testing

@Suite struct BreakerTests {
    @Test func aServerThatFailsThriceIsLeftAloneAndThenAskedOnce() {
        var breaker = Breaker()
        func at(_ seconds: Int) -> Duration { .seconds(seconds) }
        for second in 0..<2 {
            #expect(breaker.admits(at: at(second)) && !breaker.note(success: false, at: at(second)))
        }
        #expect(breaker.admits(at: at(2)) && breaker.note(success: false, at: at(2)))
        #expect(!breaker.admits(at: at(31)) && breaker.isResting(at: at(31)))
        // One asks; the others do not until it is known what came of it.
        #expect(breaker.admits(at: at(32)) && !breaker.admits(at: at(32)))
        #expect(breaker.note(success: false, at: at(35)) == false)
        #expect(!breaker.admits(at: at(64)) && breaker.admits(at: at(65)))
        #expect(breaker.note(success: true, at: at(65)) == false)
        #expect(breaker.admits(at: at(65)) && !breaker.isResting(at: at(65)))
    }

    @Test func aSuccessEndsTheRow() {
        var breaker = Breaker(after: 2, for: .seconds(5))
        for _ in 0..<3 {
            let began = breaker.note(success: false, at: .zero) || breaker.note(success: true, at: .zero)
            let asks = breaker.admits(at: .zero)
            #expect(!began && asks)
        }
        let news = [breaker.note(success: false, at: .zero), breaker.note(success: false, at: .seconds(1))]
        #expect(news == [false, true])
        let asks = [breaker.admits(at: .milliseconds(5_999)), breaker.admits(at: .seconds(6))]
        #expect(asks == [false, true])
    }
}
