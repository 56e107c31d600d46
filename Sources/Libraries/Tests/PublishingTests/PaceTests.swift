import Publishing
import Testing

/// How often something is told.
struct PaceTests {
    private func time(_ milliseconds: Int) -> Duration { .seconds(50) + .milliseconds(milliseconds) }

    @Test func refreshesComeOnceASecond() {
        var pace = Pace(at: time(0))
        #expect(pace.takes(.refresh, at: time(0)) == true)
        #expect(pace.takes(.refresh, at: time(999)) == false)
        #expect(pace.due == time(1_000))
        #expect(pace.takes(.refresh, at: time(1_000)) == true)
        #expect(pace.due == nil)
        // A change is news of everything.
        #expect(pace.takes(.change, at: time(1_500)) == true)
        #expect(pace.takes(.refresh, at: time(2_000)) == false)
        #expect(pace.due == time(2_500))
    }

    @Test func tooManyChangesWaitForEachOther() {
        var pace = Pace(at: time(0))
        let taken = (0..<1_000).filter { pace.takes(.change, at: time($0)) }
        // Twenty at once, and then ten a second.
        #expect(taken.count == 29 && Array(taken.prefix(20)) == Array(0..<20))
        #expect(pace.due.map { $0 <= time(1_000) } == true)
        let urgent = (0..<100).count { _ in pace.takes(.urgent, at: time(1_001)) }
        #expect(urgent == 100)
        // After a rest there is room for as many again.
        let rested = (0..<30).count { _ in pace.takes(.change, at: time(60_000)) }
        #expect(rested == Pace.burst)
    }
}
