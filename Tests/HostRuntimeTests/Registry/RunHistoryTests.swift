import FeatureKit
import Testing

@testable import HostRuntime

/// The last runs are remembered, and no more than that.
@Suite struct RunHistoryTests {
    private func time(_ seconds: Int) -> Timestamp { Timestamp(nanoseconds: Int64(seconds) * 1_000_000_000) }

    @Test func `Runs begin and end with their reasons`() {
        var history = RunHistory()
        history.begin(1, at: time(1))
        history.end(1, at: time(2), because: "no radio")
        history.begin(2, at: time(3))
        #expect(history.runs.map(\.ended) == [time(2), nil])
        history.end(2, at: time(4), because: nil)
        #expect(history.runs.map(\.reason) == ["no radio", nil])
        #expect(history.runs.map(\.ended) == [time(2), time(4)])
        history.end(9, at: time(5), because: "never began")
        #expect(history.runs.count == 2)
    }

    @Test func `Only the last ones stay`() {
        var history = RunHistory()
        for number in 1...40 { history.begin(number, at: time(number)) }
        #expect(history.runs.map(\.number) == Array(25...40))
    }
}
