@_spi(Hosting) import FeatureKit
import Foundation
import Glibc
import HostSystem
import JSON
import TestSupport
import Testing

@testable import HostRuntime

/// A feature in real processes is replaced while apps ask it and others follow it.
@Suite(.timeLimit(.minutes(10))) struct ReplaceTests {
    /// A folder with the courier, in a version that runs, another one, and one that does not come up.
    private struct Depot {
        let venue: Venue

        init() throws {
            venue = try Venue()
            for name in ["Courier", "CourierNext", "CourierBroken"] {
                let folder = name == "Courier" ? "\(Venue.units)/courier" : "versions/\(name)"
                try venue.folder.addLibrary(of: name, to: folder)
                try venue.folder.copy(
                    "\(Built.tree)/Tests/HostTests/Fixtures/Courier/Sources/\(name)Feature/feature.yaml",
                    to: "\(folder)/feature.yaml")
            }
            try venue.folder.write(
                "plugins.yaml", "features:\n  courier: {}\nplugins: [\(Venue.units)]\n")
        }

        func running(_ body: (HostProcess, Way) async throws -> Void) async throws {
            try await HostProcess.run(venue.folder.run("--listen", "127.0.0.1:0")) { host in
                let way = try await host.expectListening()
                try await body(host, way)
                host.send(SIGTERM)
                try await host.expectExit(.code(0))
            }
        }

        var localSocket: Way { venue.folder.localSocket }

        func replace(by name: String) async throws -> Way.Answer {
            try await localSocket.ask(
                "POST", "/ops/v1/features/courier/replace",
                json: ["folder": .text(venue.folder["versions/\(name)"]), "reason": "a test"])
        }

        /// The same from the command line.
        func command(_ arguments: String...) async throws -> (exit: HostProcess.Exit, output: String, errors: String) {
            var command = HostCommand(["replace", "courier", "--state", venue.folder["state"]] + arguments)
            command.folder = venue.folder.path
            return try await HostProcess.end(of: command)
        }

        /// What carries parcels now.
        func carrier(_ way: Way, _ number: Int) async throws -> String? {
            try await Self.send(number, way).json().text("by")
        }

        static func send(_ number: Int, _ way: Way) async throws -> Way.Answer {
            try await way.ask("POST", "/api/v1/courier/parcels", json: ["number": .integer(Int64(number))])
        }
    }

    @Test func `Twenty replacements under load lose no question and no message`() async throws {
        let depot = try Depot()
        try await depot.running { host, way in
            let done = Signal()
            let refusals = Lock<[String]>([])
            let trace = "/ops/v1/trace?topic=courier.tick"
            try await depot.localSocket.follow(trace) { ticks in
                try await ticks.expectEvent("courier.tick")
                async let asked = withTaskGroup(of: Int.self) { group in
                    for lane in 1...4 {
                        group.addTask {
                            var count = 0
                            while !done.isRaised {
                                count += 1
                                let number = lane * 1_000_000 + count
                                do {
                                    let answer = try await Depot.send(number, way)
                                    // One that was asked of both would be told that its parcel is there already.
                                    if answer.status != 200 {
                                        refusals.withLock { $0.append("\(number): \(answer.status) \(answer.text)") }
                                    }
                                } catch { refusals.withLock { $0.append("\(number): \(error)") } }
                            }
                            return count
                        }
                    }
                    return await group.reduce(0, +)
                }
                var version = "1.0.0"
                for round in 1...20 {
                    let answer: Way.Answer
                    switch round % 4 {
                    case 0:
                        answer = try await depot.replace(by: "CourierBroken")
                        #expect(answer.status == 409 && answer.text.contains("not-active"), "\(answer.text)")
                    case 1, 3:
                        let back = version == "2.0.0"
                        answer =
                            back
                            ? try await depot.localSocket.ask("DELETE", "/ops/v1/features/courier/replace")
                            : try await depot.replace(by: "CourierNext")
                        version = back ? "1.0.0" : "2.0.0"
                        #expect(answer.status == 200, "\(answer.text)")
                    default:
                        answer = try await depot.replace(by: "CourierNext")
                        version = "2.0.0"
                        #expect(answer.status == 200, "\(answer.text)")
                    }
                    let carrier = try await depot.carrier(way, -round)
                    #expect(carrier == version)
                }
                done.raise()
                let count = await asked
                #expect(refusals.withLock { $0 } == [])
                #expect(count > 100)
                // Every number of the topic came, in its order, whichever life published it.
                let sequences = ticks.lines.compactMap { line -> Int64? in
                    guard let value = line.split(separator: " ", maxSplits: 1).last.map(String.init),
                        case .integer(let sequence)? = (try? Value(json: value))?["sequence"]
                    else { return nil }
                    return sequence
                }
                #expect(sequences.count > 100)
                let gaps = zip(sequences, sequences.dropFirst()).filter { $0 + 1 != $1 }
                #expect(gaps.allSatisfy { $0 < $1 }, "of \(sequences.count): \(gaps)")
                // A trace on a busy machine may be behind by more than it holds, and says by how much.
                let missing = gaps.reduce(0) { $0 + $1.1 - $1.0 - 1 }
                let dropped = ticks.lines.filter { $0.hasPrefix("dropped ") }.compactMap { line -> Int64? in
                    guard case .integer(let count)? = (try? Value(json: String(line.dropFirst(8))))?["messages"]
                    else { return nil }
                    return count
                }
                #expect(missing == dropped.reduce(0, +), "of \(sequences.count): \(gaps), told \(dropped)")
            }
        }
    }

    @Test func `The command prints the outcome, and the replacement survives a restart`() async throws {
        let depot = try Depot()
        try await depot.running { host, way in
            #expect(try await depot.carrier(way, 1) == "1.0.0")
            let next = try await depot.command("versions/CourierNext", "--reason", "a test")
            #expect(next.exit == .code(0), "\(next.errors)")
            #expect(
                next.output.wholeMatch(
                    of: #/courier 2.0.0 is active since \S+; 1.0.0 has ended after its last answers\n/#) != nil,
                "\(next.output)")
            #expect(try await depot.carrier(way, 2) == "2.0.0")
            let broken = try await depot.command("versions/CourierBroken")
            #expect(broken.exit == .code(1))
            #expect(
                broken.errors.contains("courier stays as it was: 3.0.0 did not become active: "), "\(broken.errors)")
            #expect(try await depot.carrier(way, 3) == "2.0.0")
        }
        // The unit is the host's own by now.
        try FileManager.default.removeItem(atPath: depot.venue.folder["versions"])
        try await depot.running { host, way in
            #expect(try await depot.carrier(way, 4) == "2.0.0")
            let back = try await depot.command("--back")
            #expect(back.exit == .code(0) && back.output.contains("courier 1.0.0 is active"), "\(back)")
            #expect(try await depot.carrier(way, 5) == "1.0.0")
            // All versions find the documents that earlier ones stored.
            #expect(try await Depot.send(2, way).status == 409)
        }
    }

    @Test func `A replacement is ignored when the feature runs in the host, and can be taken back`() async throws {
        let depot = try Depot()
        try await depot.running { host, way in
            #expect(try await depot.replace(by: "CourierNext").status == 200)
            #expect(try await depot.carrier(way, 1) == "2.0.0")
            let seen = host.errors.lines.count
            try depot.venue.folder.write(
                "plugins.yaml", "features:\n  courier: { runs: host }\nplugins: [\(Venue.units)]\n")
            try await host.expectState("active", of: "courier", after: seen)
            #expect(try await depot.carrier(way, 2) == "1.0.0")
            let overrides = try await depot.localSocket.get("/ops/v1/overrides").text
            #expect(overrides.contains("the feature runs in the host, where code can't be replaced"), "\(overrides)")
            #expect(try await depot.localSocket.ask("DELETE", "/ops/v1/features/courier/replace").status == 200)
            #expect(try await depot.localSocket.get("/ops/v1/overrides").text.contains("unit") == false)
            #expect(try await depot.carrier(way, 3) == "1.0.0")
        }
    }

    @Test func `A follower of the old version's stream is told to connect again`() async throws {
        let depot = try Depot()
        try await depot.running { host, way in
            try await way.follow("/api/v1/courier/follow") { events in
                try await events.expectEvent("1.0.0")
                let answer = try await depot.replace(by: "CourierNext")
                #expect(answer.status == 200, "\(answer.text)")
                try await events.expectEvent(#"end {"reason":"replaced"}"#)
            }
            _ = try await way.follow("/api/v1/courier/follow") { events in try await events.expectEvent("2.0.0") }
        }
    }

    @Test func `A host that is killed during a replacement keeps the old unit or the new one`() async throws {
        let depot = try Depot()
        for (number, isKept) in [(1, false), (2, false), (3, true)] {
            try await HostProcess.run(depot.venue.folder.run("--listen", "127.0.0.1:0")) { host in
                _ = try await host.expectListening()
                async let answer = depot.replace(by: "CourierNext")
                if isKept { try await host.expectLine(containing: "unit replaced") }
                host.send(SIGKILL)
                _ = try? await answer
            }
            try await depot.running { host, way in
                let carrier = try await depot.carrier(way, number)
                #expect(carrier == "2.0.0" || !isKept && carrier == "1.0.0")
                guard carrier == "2.0.0" else { return }
                #expect(try await depot.localSocket.ask("DELETE", "/ops/v1/features/courier/replace").status == 200)
            }
        }
    }
}
