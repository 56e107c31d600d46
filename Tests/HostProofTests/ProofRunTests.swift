import Glibc
import HostConfig
import HostSystem
import Testing

@testable import HostProof

/// How a proof reacts to what its process does.
@Suite struct ProofRunTests {
    private static let cases = ["a", "b", "c"].map { ProofCase(id: $0, group: "g.yaml", name: "case \($0)") }
    private static let plan = ProofPlan(version: "1.0.0", cases: cases)
    private static let job = ProofJob(feature: "bars", folder: "/bars")

    private var run = ProofRun(job, hiding: Redaction(["swordfish"]), now: .zero)

    init() { #expect(run.begin(now: .zero) == [.start(Self.job)]) }

    private mutating func hear(_ event: ProofEvent, at seconds: Int = 1) -> [ProofRun.Action] {
        run.heard(Array(event.line.dropLast()), now: .seconds(seconds))
    }

    /// All actions except those that report something.
    private static func steps(_ actions: [ProofRun.Action]) -> [ProofRun.Action] {
        actions.filter { if case .tell = $0 { false } else { true } }
    }

    private static func job(done: Set<String>) -> ProofJob {
        var job = job
        job.done = done
        return job
    }

    @Test mutating func `all cases pass`() {
        #expect(hear(.planned(Self.plan)) == [.tell(.planned(Self.plan))])
        for about in Self.cases {
            #expect(hear(.begins(about.id)) == [.tell(.begins(about))])
            let result = ProofResult(about, .passed, took: .milliseconds(2))
            #expect(hear(.ends(about.id, .passed, .milliseconds(2))) == [.tell(.ended(result))])
        }
        #expect(hear(.done) == [.kill])
        #expect(run.deadline == nil)
        #expect(run.ended(.signal(SIGKILL), now: .seconds(3)) == [.finish])
        let report = run.report(now: .seconds(3))
        #expect(report.hasPassed && report.version == "1.0.0" && report.took == .seconds(3))
        #expect(report.results.map(\.about) == Self.cases)
    }

    @Test mutating func `a case that ends its process fails, and the others run in a new process`() {
        _ = hear(.planned(Self.plan))
        _ = hear(.begins("a"))
        _ = hear(.ends("a", .passed, .zero))
        _ = hear(.begins("b"), at: 2)
        run.wrote(Array("Fatal error: swordfish\n".utf8))
        let actions = run.ended(.signal(SIGILL), now: .seconds(5))
        let text =
            "its process was ended by SIGILL, as a trap of Swift does\nit wrote last:\n  Fatal error: <redacted>"
        let result = ProofResult(Self.cases[1], .failed(text), took: .seconds(3))
        #expect(actions == [.tell(.ended(result)), .start(Self.job(done: ["a", "b"]))])
        // The new process plans the same cases.
        #expect(hear(.planned(Self.plan), at: 6) == [])
        _ = hear(.begins("c"), at: 6)
        _ = hear(.ends("c", .passed, .zero), at: 6)
        #expect(hear(.done, at: 6) == [.kill])
        _ = run.ended(.signal(SIGKILL), now: .seconds(6))
        let report = run.report(now: .seconds(6))
        #expect(report.failures == [result] && !report.hasPassed && report.problems == [])
    }

    @Test mutating func `a case whose process exits by itself fails, whatever the code`() {
        _ = hear(.planned(Self.plan))
        _ = hear(.begins("a"))
        _ = run.ended(.code(0), now: .seconds(2))
        let report = run.report(now: .seconds(2))
        #expect(report.results.first?.failure == "its process ended by itself, with exit code 0")
    }

    @Test mutating func `a silent process is ended, and output is no sign of life`() {
        _ = hear(.planned(Self.plan), at: 0)
        _ = hear(.begins("a"), at: 10)
        #expect(run.deadline == .seconds(10) + ProofLimits.silence)
        run.wrote(Array("still here\n".utf8))
        #expect(run.passed(now: .seconds(29)) == [])
        #expect(run.passed(now: .seconds(30)) == [.kill])
        #expect(run.deadline == nil && run.passed(now: .seconds(31)) == [])
        let actions = run.ended(.signal(SIGKILL), now: .seconds(31))
        let text = "it said nothing for 20s, and its process was ended\nit wrote last:\n  still here"
        #expect(
            actions == [
                .tell(.ended(ProofResult(Self.cases[0], .failed(text), took: .seconds(21)))),
                .start(Self.job(done: ["a"])),
            ])
    }

    @Test mutating func `a process that ends between cases is reported, and the other cases run`() {
        _ = hear(.planned(Self.plan))
        _ = hear(.begins("a"))
        _ = hear(.ends("a", .passed, .zero))
        #expect(run.ended(.signal(SIGSEGV), now: .seconds(2)) == [.start(Self.job(done: ["a"]))])
        #expect(
            run.report(now: .seconds(2)).problems == [
                "its process was ended by SIGSEGV, an access to memory that is not there"
            ])
    }

    @Test mutating func `a process that ends after its last case without saying so fails`() {
        _ = hear(.planned(Self.plan))
        for about in Self.cases {
            _ = hear(.begins(about.id))
            _ = hear(.ends(about.id, .passed, .zero))
        }
        #expect(run.ended(.signal(SIGABRT), now: .seconds(2)) == [.finish])
        #expect(!run.report(now: .seconds(2)).hasPassed)
    }

    @Test mutating func `a process that ends before it names its cases is not started again`() {
        run.wrote(Array("Fatal error: in an initialiser\n".utf8))
        #expect(run.ended(.signal(SIGTRAP), now: .seconds(1)) == [.finish])
        let report = run.report(now: .seconds(1))
        #expect(
            report.problems == [
                "its process was ended by SIGTRAP, as a trap of Swift does\nit wrote last:\n"
                    + "  Fatal error: in an initialiser"
            ])
        #expect(report.results == [] && !report.hasPassed)
    }

    @Test mutating func `if the new process fails at its start, the remaining cases are untried and fail`() {
        _ = hear(.planned(Self.plan))
        _ = hear(.begins("a"))
        _ = run.ended(.signal(SIGILL), now: .seconds(1))
        let actions = run.ended(.code(1), now: .seconds(2))
        #expect(Self.steps(actions) == [.finish])
        let report = run.report(now: .seconds(2))
        #expect(
            report.results.map(\.failure) == [
                "its process was ended by SIGILL, as a trap of Swift does",
                "not tried: its process ended by itself, with exit code 1",
                "not tried: its process ended by itself, with exit code 1",
            ])
    }

    @Test mutating func `the number of processes is limited`() {
        let many = (0..<100).map { ProofCase(id: "\($0)", group: "g", name: "\($0)") }
        _ = hear(.planned(ProofPlan(version: nil, cases: many)))
        var starts = 1
        for about in many {
            _ = hear(.begins(about.id))
            let steps = Self.steps(run.ended(.signal(SIGILL), now: .seconds(1)))
            guard case .start? = steps.first else { break }
            starts += 1
            _ = hear(.planned(ProofPlan(version: nil, cases: many)))
        }
        #expect(starts == ProofLimits.mostProcesses)
        let report = run.report(now: .seconds(1))
        #expect(report.results.count == 100 && report.failures.count == 100)
        #expect(report.results.last?.failure == "not tried: its process was ended by SIGILL, as a trap of Swift does")
    }

    @Test mutating func `a process that sends nonsense is ended and reported`() {
        _ = hear(.planned(Self.plan))
        _ = hear(.begins("a"))
        #expect(run.heard(Array("told to \u{1B}swordfish".utf8), now: .seconds(1)) == [.kill])
        // Events after the nonsense are ignored.
        #expect(hear(.ends("a", .passed, .zero)) == [])
        _ = run.ended(.signal(SIGKILL), now: .seconds(1))
        #expect(
            run.report(now: .seconds(1)).results.first?.failure
                == "its process said what can't be understood, \"told to \\u{001B}<redacted>\"; does the feature write "
                + "to descriptors that are not its own?")
    }

    @Test(arguments: [
        [ProofEvent.begins("a")], [.done], [.planned(plan), .planned(plan)], [.planned(plan), .begins("x")],
        [.planned(plan), .ends("a", .passed, .zero)], [.planned(plan), .begins("a"), .begins("b")],
        [.planned(plan), .begins("a"), .ends("b", .passed, .zero)], [.planned(plan), .begins("a"), .done],
        [.planned(plan), .begins("a"), .ends("a", .passed, .zero), .begins("a")],
        // Otherwise it would pass with untried cases.
        [.planned(plan), .begins("a"), .ends("a", .passed, .zero), .done],
        [.planned(ProofPlan(version: nil, cases: [cases[0], cases[0]]))],
    ])
    mutating func `an event that can't come now is nonsense`(events: [ProofEvent]) {
        var actions: [ProofRun.Action] = []
        for event in events { actions = hear(event) }
        #expect(actions == [.kill])
        _ = run.ended(.signal(SIGKILL), now: .seconds(1))
        #expect(!run.report(now: .seconds(1)).hasPassed)
    }

    @Test mutating func `a unit that changes during the run fails`() {
        _ = hear(.planned(Self.plan))
        _ = hear(.begins("a"))
        _ = run.ended(.signal(SIGILL), now: .seconds(1))
        let other = ProofPlan(version: "2.0.0", cases: Array(Self.cases.reversed()))
        #expect(hear(.planned(other)) == [.kill])
        #expect(Self.steps(run.ended(.signal(SIGKILL), now: .seconds(1))) == [.finish])
        let report = run.report(now: .seconds(1))
        #expect(report.problems == ["the unit has changed since the first process read it; try again"])
        #expect(report.failures.count == 3)
    }

    @Test mutating func `a process that closed its connection has a moment to end by itself`() {
        _ = hear(.planned(Self.plan))
        _ = hear(.begins("a"), at: 1)
        run.closed(now: .seconds(1))
        #expect(run.deadline == .seconds(1) + ProofLimits.lastMoment)
        var other = run
        #expect(run.passed(now: .seconds(3)) == [.kill])
        _ = run.ended(.signal(SIGKILL), now: .seconds(3))
        let closed = "its process closed descriptors that are not the feature's own, and was ended"
        #expect(run.report(now: .seconds(3)).results.first?.failure == closed)
        // A process that ends by itself has a reason.
        _ = other.ended(.signal(SIGILL), now: .seconds(1))
        #expect(
            other.report(now: .seconds(3)).results.first?.failure
                == "its process was ended by SIGILL, as a trap of Swift does")
    }

    @Test func `the whole run has a time limit`() {
        var run = ProofRun(Self.job, within: .seconds(5), now: .seconds(100))
        _ = run.begin(now: .seconds(100))
        _ = run.heard(Array(ProofEvent.planned(Self.plan).line.dropLast()), now: .seconds(104))
        #expect(run.deadline == .seconds(105))
        #expect(run.passed(now: .seconds(105)) == [.kill])
        #expect(Self.steps(run.ended(.signal(SIGKILL), now: .seconds(105))) == [.finish])
        let report = run.report(now: .seconds(105))
        #expect(report.problems == ["all of it took longer than 5s, and was ended"])
        #expect(
            report.results.map(\.failure)
                == Array(
                    repeating: "not tried: all of it took longer than 5s, and was ended", count: 3))
    }

    @Test mutating func `a run whose caller gave up is ended without waiting`() {
        _ = hear(.planned(Self.plan))
        _ = hear(.begins("a"))
        #expect(run.stop() == [.kill])
        #expect(run.stop() == [])
        #expect(Self.steps(run.ended(.signal(SIGKILL), now: .seconds(1))) == [.finish])
        #expect(
            run.report(now: .seconds(1)).results.map(\.failure) == [
                "it was stopped", "not tried: it was stopped", "not tried: it was stopped",
            ])
        #expect(run.stop() == [] && run.heard([], now: .zero) == [] && run.ended(.code(0), now: .zero) == [])
    }

    @Test mutating func `a program that can't be started is reported with a remedy`() {
        #expect(run.failed(.notStarted(program: "/x/flagstand-test", .init(code: ENOENT))) == [.finish])
        #expect(
            run.report(now: .zero).problems == [
                "/x/flagstand-test is not there; build it with \"make build\", or take the whole of what \"make dist\" "
                    + "made"
            ])
        #expect(
            "\(ProofFault.notStarted(program: "/x", .init(code: EACCES)))" == "/x can't be started: Permission denied")
    }

    @Test mutating func `too many cases are refused`() {
        let many = (0...ProofLimits.mostCases).map { ProofCase(id: "\($0)", group: "g", name: "n") }
        #expect(hear(.planned(ProofPlan(version: nil, cases: many))) == [.kill])
        #expect(Self.steps(run.ended(.signal(SIGKILL), now: .zero)) == [.finish])
        #expect(run.report(now: .zero).problems == ["it has 10001 cases; the most is 10000"])
    }
}
