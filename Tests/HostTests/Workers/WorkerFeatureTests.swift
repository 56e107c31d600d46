@_spi(Hosting) import FeatureKit
import Foundation
import Glibc
import JSON
import TestSupport
import Testing

@testable import HostRuntime

/// Features in processes of their own, in the real host.
@Suite(.timeLimit(.minutes(2))) struct WorkerFeatureTests {
    private let brittle: Brittle

    init() throws {
        brittle = try Brittle()
        try brittle.save()
    }

    @Test func `a worker runs in a process of its own, as the host reports`() async throws {
        try await brittle.running { host, tcp in
            let process = try await Brittle.process(tcp)
            #expect(process != host.id && ProcessTable.children(of: host.id).contains(process))
            // The mood's is open in the host, the other one is not.
            // Read to its end: its size is said to be zero, and a page of it comes at a time.
            let file = try FileHandle(forReadingFrom: URL(filePath: "/proc/\(host.id)/maps"))
            let maps = String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
            let copies = try FileManager.default.contentsOfDirectory(atPath: brittle.folder["state/libraries"])
            #expect(copies.count == 2)
            #expect(copies.filter { maps.contains($0) }.count == 1, "\(copies)\n\(maps)")
            let feature = try await brittle.folder.localSocket.get("/ops/v1/features/brittle").json()
            #expect(feature["runsIn"] == "worker" && feature["worker"]?["process"] == .integer(Int64(process)))
            #expect(feature["worker"]?["memory"] == .integer(512 << 20) && feature["worker"]?["hang"] == "10s")
            guard case .integer(let resident)? = feature["worker"]?["resident"] else {
                Issue.record("\(feature.json)")
                return
            }
            #expect((1 << 20...512 << 20).contains(resident))
            let why = try await brittle.folder.flagstand("features", "--why", "brittle").output
            let words =
                /brittle is on: the document says so\n  runs in process \d+, which holds [0-9.]+MiB of at most 512MiB\n/
            #expect(why.wholeMatch(of: words) != nil, "\(why)")
            #expect(try await brittle.folder.metric("flagstand_worker_resident_bytes").count == 1)
        }
    }

    @Test func `open requests are answered at once after a crash, and the worker is back with its store`() async throws
    {
        try brittle.save("{ settings: { size: 7 } }")
        try await brittle.running { host, tcp in
            let first = try await Brittle.process(tcp)
            async let held = tcp.ask("POST", "\(Brittle.mount)/hold")
            try await host.expectRecord("holding", from: "brittle")
            let clock = SystemClock()
            let start = clock.uptime
            let told = try await Brittle.tell(tcp, "trap")
            let answer = try await held
            let took = clock.uptime - start
            for answer in [told, answer] {
                #expect(answer.status == 503, "\(answer.text)")
                #expect(try answer.json()["code"] == "unavailable")
            }
            // With the handler's own way there and a machine that is busy with other tests.
            #expect(took < .seconds(2), "\(took)")
            try await host.expectState("failed", of: "brittle")
            let second = try await back(tcp, not: first)
            #expect(second["size"] == .integer(7) && second["mood"] == "sunny", "\(second.json)")
            #expect(!ProcessTable.holds(first))
            let feature = try await brittle.folder.localSocket.get("/ops/v1/features/brittle").json()
            let run = try #require(feature.list("runs").first)
            #expect(run.text("reason")?.wholeMatch(of: /it trapped \(signal \d, SIG(ILL|TRAP)\)/) != nil)
            let evidence = try #require(run["evidence"])
            #expect(evidence["process"] == .integer(Int64(first)) && evidence["because"] == .null)
            #expect(evidence.texts("lastLines").contains { $0.contains("told to trap") }, "\(evidence.json)")
            #expect(evidence.texts("backtrace").contains { $0.contains("Brittle") }, "\(evidence.json)")
            let why = try await brittle.folder.flagstand("features", "--why", "brittle").output
            #expect(why.contains("  that was process \(first), from ") && why.contains("told to trap"), "\(why)")
            let ends = try await brittle.folder.metric("flagstand_worker_ends_total")
            #expect(ends == [#"{feature="brittle",end="trap"} 1"#])
        }
    }

    @Test func `streams of a crashed worker end, and new ones begin`() async throws {
        try await brittle.running { host, tcp in
            try await tcp.follow("\(Brittle.mount)/ticks") { events in
                try await events.expectEvent("process")
                _ = try await Brittle.tell(tcp, "exit")
                let more: Bool? = try await events.first(within: HostProcess.limit) { _ in nil }
                #expect(more == nil && events.lines.count == 2, "\(events.lines)")
            }
            try await host.expectState("failed", of: "brittle")
            try await tcp.follow("\(Brittle.mount)/stream/brittle.lives") { events in
                _ = try await events.expectEvent("process")
            }
        }
    }

    @Test func `a block inside a transaction counts as a hang, too`() async throws {
        try brittle.save("{ worker: { hang: 1s } }")
        try await brittle.running { host, tcp in
            let first = try await Brittle.process(tcp)
            let told = try await Brittle.tell(tcp, "stall")
            #expect(told.status == 503, "\(told.text)")
            try await host.expectRecord(
                "feature ended", ["id": "brittle", "reason": "one of its threads was at the same piece of work for 1s"])
            _ = try await back(tcp, not: first)
        }
    }

    @Test func `a plan names a change of where a feature runs, and the document makes it`() async throws {
        try await brittle.running { host, tcp in
            let first = try await Brittle.process(tcp)
            let seen = host.errors.lines.count
            try brittle.save("{ runs: host }")
            try await host.expectState("active", of: "brittle", after: seen)
            #expect(try await Brittle.process(tcp) == host.id)
            #expect(!ProcessTable.isAlive(first))
            try brittle.folder.write(
                "next.yaml",
                "features:\n  mood: {}\n  brittle: { runs: worker, worker: { memory: 128MiB } }\nplugins: [units]\n")
            try brittle.folder.write(
                "larger.yaml",
                "features:\n  mood: {}\n  brittle: { runs: worker, worker: { memory: 256MiB } }\nplugins: [units]\n")
            let plan = try await brittle.folder.flagstand("plan", "next.yaml").output
            #expect(plan.contains("it runs in a process of its own now"), "\(plan)")
            let then = host.errors.lines.count
            try brittle.save("{ runs: worker, worker: { memory: 128MiB } }")
            try await host.expectState("active", of: "brittle", after: then)
            let second = try await Brittle.process(tcp)
            #expect(second != host.id && second != first)
            // What its process may take is changed while it runs.
            let applied = try await brittle.folder.flagstand("apply", "larger.yaml")
            #expect(applied.exit == .code(0), "\(applied)")
            #expect(try await Brittle.process(tcp) == second)
            let feature = try await brittle.folder.localSocket.get("/ops/v1/features/brittle").json()
            #expect(feature["worker"]?["memory"] == .integer(256 << 20))
        }
    }

    @Test func `a worker that does not stop is killed, and the feature is off, never stuck`() async throws {
        try await brittle.running { host, tcp in
            let process = try await Brittle.process(tcp)
            async let hanging = Brittle.tell(tcp, "hang")
            // Its threads are busy for ever, one after the other; off it goes all the same.
            let seen = host.errors.lines.count
            try brittle.save("{ enabled: false }")
            try await host.expectState("off", of: "brittle", after: seen)
            #expect(!ProcessTable.isAlive(process))
            _ = try? await hanging
        }
    }

    @Test func `a killed host leaves no worker`() async throws {
        try await HostProcess.run(brittle.folder.run("--listen", "127.0.0.1:0")) { host in
            let tcp = try await host.expectListening()
            let process = try await Brittle.process(tcp)
            host.send(SIGKILL)
            let end = ContinuousClock.now + HostProcess.limit
            while ProcessTable.isAlive(process), ContinuousClock.now < end { await Task.yield() }
            #expect(!ProcessTable.isAlive(process))
        }
    }

    @Test func `a library that crashes when it is opened is not packed, and no host opens it`() async throws {
        let library = "units/brittle/libBrittleFeature.so"
        let deadly = try LibraryBytes.built("Brittle")
            .replacing("opens as it should, quietly", by: "crashes as it is opened now")
        try brittle.folder.write(library, deadly)
        let told = try await HostProcess.end(of: HostCommand(["pack", brittle.folder["units/brittle"]]))
        #expect(told.exit == .code(1))
        let complaint = "/\(library): error: can't be packed: when it was opened, it trapped (signal "
        #expect(told.errors.contains(complaint) && told.errors.contains("crashes as it is opened now"), "\(told)")
        try await HostProcess.run(brittle.folder.run()) { host in
            try await host.expectReady("brittle failed, mood active")
            // Once the library is repaired, the feature starts when the host reads the configuration again.
            try brittle.folder.copy(Built.library(of: "Brittle"), to: library)
            host.send(SIGHUP)
            try await host.expectState("active", of: "brittle")
        }
    }

    /// Waits until it answers from another process.
    private func back(_ tcp: Way, not previous: pid_t) async throws -> Value {
        let end = ContinuousClock.now + HostProcess.limit
        while ContinuousClock.now < end {
            // What is kept for it may come a moment after it is there.
            if let state = try await Brittle.state(tcp), case .integer(let process)? = state["process"],
                process != Int64(previous), state["mood"] != ""
            {
                return state
            }
            await Task.yield()
        }
        throw CocoaError(.fileReadUnknown)
    }
}
