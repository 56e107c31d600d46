@_spi(Hosting) import FeatureWire
import Testing

@testable import HostWorker

/// When a worker is asked, and when it is ended; all times are told.
struct WorkerWatchTests {
    private let limits: WorkerLimits = {
        var limits = WorkerLimits()
        limits.hang = .seconds(10)
        limits.memory = 100 << 20
        return limits
    }()

    /// A watch over a worker that said who it is at zero.
    private func watch(measures: Bool = false) -> WorkerWatch {
        var watch = WorkerWatch(limits, at: .zero, measures: measures)
        watch.greeted(at: .zero)
        return watch
    }

    /// Looks whenever the watch wants to, up to a moment; what it does and when.
    private func run(
        _ watch: inout WorkerWatch, from start: Duration, to end: Duration,
        answer: (inout WorkerWatch, Duration) -> Void = { _, _ in }
    ) -> [(Duration, WorkerWatch.Action)] {
        var found: [(Duration, WorkerWatch.Action)] = []
        var now = start
        while now <= end {
            for action in watch.look(at: now, limits) {
                found.append((now, action))
                if action == .ping { answer(&watch, now) }
            }
            now = max(watch.next, now + .milliseconds(1))
        }
        return found
    }

    @Test func `Whoever answers is asked every second, and left alone`() {
        var watch = watch()
        let seen = run(&watch, from: .zero, to: .seconds(60)) { watch, now in _ = watch.answered(0, at: now) }
        #expect(seen.allSatisfy { $0.1 == .ping })
        #expect(seen.map { $0.0 } == (1...60).map { .seconds($0) })
    }

    @Test func `Whoever does not answer is ended after its hang, and asked once`() throws {
        var watch = watch()
        let seen = run(&watch, from: .zero, to: .seconds(60))
        #expect(seen.map { $0.1 } == [.ping, .end(.silent(.seconds(10)))])
        #expect(seen.map { $0.0 } == [.seconds(1), .seconds(11)])
    }

    @Test func `A short hang is asked for more often`() {
        var limits = limits
        limits.hang = .milliseconds(400)
        var watch = WorkerWatch(limits, at: .zero, measures: false)
        watch.greeted(at: .zero)
        #expect(watch.next == .milliseconds(100))
        #expect(watch.look(at: .milliseconds(100), limits) == [.ping])
        #expect(watch.next == .milliseconds(500))
        #expect(watch.look(at: .milliseconds(500), limits) == [.end(.silent(.milliseconds(400)))])
    }

    @Test func `One thread that is at the same thing for so long is a hang, too`() {
        var watch = watch()
        var beats: UInt32 = 0
        var end: (Duration, WorkerWatch.Action)?
        _ = run(&watch, from: .zero, to: .seconds(60)) { watch, now in
            if let action = watch.answered(beats, at: now) { end = (now, action) }
            beats += 1
        }
        // What it is at may have begun just before the first of these beats.
        #expect(end?.0 == .seconds(12))
        #expect(end?.1 == .end(.held(.seconds(10))))
    }

    @Test func `A host that was stopped itself forgives`() {
        var watch = watch()
        #expect(watch.look(at: .seconds(1), limits) == [.ping])
        // An hour in which nobody could look; then its threads get the rest of their time.
        #expect(watch.look(at: .seconds(3_601), limits).isEmpty)
        #expect(watch.look(at: .seconds(3_602), limits).isEmpty)
        let seen = run(&watch, from: .seconds(3_603), to: .seconds(3_620))
        #expect(seen.map { $0.1 } == [.end(.silent(.seconds(10)))])
        #expect(seen[0].0 >= .seconds(3_609) && seen[0].0 <= .seconds(3_611), "\(seen[0].0)")
    }

    @Test func `Being late now and then by less than that is no excuse`() {
        var watch = watch()
        #expect(watch.look(at: .seconds(1), limits) == [.ping])
        var now = Duration.seconds(1)
        var ends = 0
        while ends == 0, now < .seconds(30) {
            now = watch.next + .milliseconds(900)
            ends += watch.look(at: now, limits).count
        }
        #expect(now < .seconds(13), "\(now)")
    }

    @Test func `Whoever is asked before it has said who it is has its start for that`() {
        var watch = WorkerWatch(limits, at: .zero, measures: false)
        let seen = run(&watch, from: .zero, to: .seconds(60))
        #expect(seen.map { $0.1 } == [.end(.slowStart(.seconds(10)))])
        #expect(seen.map { $0.0 } == [.seconds(10)])
    }

    @Test func `What it holds is looked at four times a second, where the kernel does not`() {
        var watch = watch(measures: true)
        let seen = run(&watch, from: .zero, to: .seconds(2)) { watch, now in _ = watch.answered(0, at: now) }
        #expect(seen.filter { $0.1 == .measure }.map { $0.0 } == (1...8).map { .milliseconds(250 * $0) })
        #expect(watch.holds(100 << 20) == nil)
        #expect(watch.holds(100 << 20 + 1) == .end(.memory(100 << 20 + 1, limit: 100 << 20)))
        #expect(watch.holds(200 << 20) == nil, "it is ended once")
        #expect(watch.look(at: .seconds(3), limits).isEmpty)
    }

    @Test func `New limits count at the next look`() {
        var watch = watch()
        var shorter = limits
        #expect(watch.look(at: .seconds(1), limits) == [.ping])
        shorter.hang = .seconds(2)
        #expect(watch.look(at: .seconds(2), shorter).isEmpty)
        #expect(watch.look(at: .seconds(3), shorter) == [.end(.silent(.seconds(2)))])
    }

    @Test func `Whoever has ended its feature goes, or is ended`() {
        var watch = watch()
        watch.left(at: .seconds(1))
        #expect(run(&watch, from: .seconds(1), to: .seconds(9)).map { $0.1 } == [.end(.stayed(.seconds(2)))])
        var other = self.watch()
        other.unlinked(at: .seconds(1))
        #expect(run(&other, from: .seconds(1), to: .seconds(9)).map { $0.1 } == [.end(.unlinked)])
    }

    @Test func `Why it was ended reads well`() {
        let faults: [WorkerFault] = [
            .slowStart(.seconds(10)), .silent(.seconds(10)), .held(.milliseconds(1_500)),
            .memory(600 << 20, limit: 512 << 20),
            .memoryOfGroup(limit: 512 << 20), .protocolBroken(.malformed("a frame's length has odd bits")),
            .library(.notOpened("undefined symbol: zip_open")), .library(.noEntry), .unlinked, .stayed(.seconds(2)),
        ]
        #expect(
            faults.map { "\($0)" } == [
                "its library was not open within 10s",
                "it said nothing for 10s",
                "one of its threads was at the same piece of work for 1s500ms",
                "it held 600 MiB of 512 MiB",
                "it wanted more than its 512 MiB",
                "what it says is not the protocol: a frame's length has odd bits",
                "its library can't be opened: undefined symbol: zip_open",
                "its library does not export flagstand_feature",
                "it closed its link to the host",
                "its feature had ended, but it stayed for 2s",
            ])
    }
}
