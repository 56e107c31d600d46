import Testing
import WebClient

/// When an address is asked again.
@Suite struct PollPlanTests {
    @Test func `after success the interval counts, a little shorter or longer`() {
        var plan = PollPlan(every: .seconds(30))
        #expect(plan.pause(afterSuccess: true, chance: 0.5) == .seconds(30))
        #expect(plan.pause(afterSuccess: true, chance: 0) == .seconds(27))
        #expect(plan.pause(afterSuccess: true, chance: 1) == .seconds(33))
    }

    @Test func `failures make the pauses longer, up to a limit, until it goes well again`() {
        var plan = PollPlan(every: .seconds(30))
        let pauses = (0..<7).map { _ in plan.pause(afterSuccess: false, chance: 0.5) }
        #expect(pauses == [30, 60, 120, 240, 300, 300, 300].map { Duration.seconds($0) })
        #expect(plan.pause(afterSuccess: true, chance: 0.5) == .seconds(30))
        #expect(plan.pause(afterSuccess: false, chance: 0.5) == .seconds(30))
    }

    @Test func `an interval beyond the limit stays as it is`() {
        var plan = PollPlan(every: .seconds(3600))
        #expect(
            (0..<4).map { _ in plan.pause(afterSuccess: false, chance: 0.5) }
                == Array(repeating: .seconds(3600), count: 4))
    }

    @Test func `what the server asks for counts up to the longest pause`() {
        var plan = PollPlan(every: .seconds(30))
        #expect(plan.pause(afterSuccess: false, chance: 0, least: .seconds(120)) == .seconds(120))
        #expect(plan.pause(afterSuccess: false, chance: 0.5, least: .seconds(5)) == .seconds(60))
        #expect(plan.pause(afterSuccess: false, chance: 0, least: .seconds(86_400)) == .seconds(300))
        var rare = PollPlan(every: .seconds(3600))
        #expect(rare.pause(afterSuccess: false, chance: 0.5, least: .seconds(86_400)) == .seconds(3600))
        var short = PollPlan(every: .seconds(5), longest: .seconds(60))
        #expect(short.pause(afterSuccess: false, chance: 0.5, least: .seconds(86_400)) == .seconds(60))
    }
}
