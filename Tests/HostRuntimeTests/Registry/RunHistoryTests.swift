import FeatureKit
import Glibc
import HostWorker
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

    @Test func `How processes ended is kept and counted, but not of those that had been asked to`() {
        func evidence(_ end: WorkerEvidence.End?, because: String? = nil) -> WorkerEvidence {
            WorkerEvidence(process: 7, began: time(0), ended: time(1), end: end, because: because)
        }
        var history = RunHistory()
        let ends = [
            evidence(.signal(SIGILL)), evidence(.signal(SIGTRAP)), evidence(.signal(SIGSEGV)), evidence(.code(3)),
            evidence(.signal(SIGKILL), because: "it said nothing for 10s"), evidence(.signal(SIGTERM)), evidence(nil),
        ]
        for (number, end) in ends.enumerated() {
            history.begin(number, at: time(number))
            history.end(number, at: time(number + 1), because: "it ended", end)
        }
        history.begin(99, at: time(99))
        history.end(99, at: time(99), because: nil, evidence(.signal(SIGKILL)))
        #expect(history.runs.map(\.evidence) == ends + [evidence(.signal(SIGKILL))])
        #expect(history.endings == [.trap: 2, .crash: 1, .exit: 1, .ended: 1, .killed: 1, .unknown: 1])
        #expect(history.failures == 7)
    }

    @Test func `Only the last ones stay`() {
        var history = RunHistory()
        for number in 1...40 { history.begin(number, at: time(number)) }
        #expect(history.runs.map(\.number) == Array(25...40))
    }
}
