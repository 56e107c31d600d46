import FeatureKit
import Foundation
import Glibc
import JSON
import TestKeys
import TestSupport
import Testing

@testable import HostRuntime

/// An evacuation outlasts whatever becomes of the host, of the process that `track` runs in, and of the configuration; and
/// nothing but staff's two steps ends it.
// One after the other: the machine has other tests to run at the same time.
@Suite(.serialized, .timeLimit(.minutes(3)))
struct EvacuationHoldsTests {
    private static let api = "/api/v1/track"

    private let folder: TestFolder
    private let key = TestKey(.ed25519)

    init() throws {
        folder = try TestFolder()
        try folder.write("jwks.json", "{\"keys\":[\(key.jwk)]}")
        try save()
    }

    private func document(runs: String = "host", settings: String = "{}") -> String {
        """
        access:
          issuers:
            test:
              issuer: https://issuer.example
              audience: circuit
              keys: { file: jwks.json }
              roles: { claim: roles }
        features:
          ble:
            settings: { captures: [{ file: \(Built.tree)/samples/lap.btsnoop, repeat: true }], trust: anyone }
          track: { runs: \(runs), settings: \(settings) }

        """
    }

    private func save(runs: String = "host") throws {
        try folder.write("plugins.yaml", document(runs: runs))
    }

    private func running(_ body: (HostProcess, Way) async throws -> Void) async throws {
        try await HostProcess.run(folder.run("--listen", "127.0.0.1:0")) { host in
            try await body(host, try await host.expectListening())
        }
    }

    private func kill(_ host: HostProcess) async throws {
        host.send(SIGKILL)
        try await host.expectExit(.signal(SIGKILL))
    }

    /// Asks as one of the staff.
    private func ask(_ tcp: Way, _ path: String, as person: String, _ body: Value) async throws -> Way.Answer {
        let token = key.token(IssuerAddress.claims(for: 600, ["sub": .text(person), "roles": ["staff"]]))
        return try await tcp.ask("POST", "\(Self.api)/\(path)", fields: IssuerAddress.bearer(token), json: body)
    }

    private func raise(_ tcp: Way) async throws {
        let answer = try await ask(tcp, "evacuation", as: "ada", ["message": "Leave by gate 3", "reason": "fire"])
        let evacuation = try answer.json()["evacuation"]
        #expect(answer.status == 200 && evacuation?["kept"] == true, "\(answer.text)")
    }

    /// What a host says once `track` is there.
    private func status(_ host: HostProcess, _ tcp: Way) async throws -> Value {
        try await host.expectState("active", of: "track")
        return try await tcp.get("\(Self.api)/status").json()
    }

    /// Waits until track runs and has read what it kept, which a busy disk can hold up.
    @discardableResult
    private func expectHolds(
        _ host: HostProcess, _ tcp: Way, after seen: Int = 0, at place: SourceLocation = #_sourceLocation
    ) async throws -> Value {
        try await host.expectState("active", of: "track", after: seen, at: place)
        try await host.expectRecord("an evacuation holds", from: "track", after: seen, at: place)
        let status = try await tcp.get("\(Self.api)/status").json()
        let evacuation = status["evacuation"]
        #expect(status["mode"] == "evacuation" && status["stale"] == false, "\(status.json)", sourceLocation: place)
        #expect(
            evacuation?["kept"] == true && evacuation?["message"] == "Leave by gate 3", "\(status.json)",
            sourceLocation: place)
        return status
    }

    private func revision(_ status: Value) -> Int64 {
        if case .integer(let revision)? = status["revision"] { revision } else { -1 }
    }

    // MARK: - Whatever ends

    @Test(arguments: ["host", "worker"])
    func `it holds when the host is killed`(runs: String) async throws {
        try save(runs: runs)
        var last: Int64 = 0
        try await running { host, tcp in
            try await host.expectState("active", of: "track")
            try await raise(tcp)
            last = revision(try await tcp.get("\(Self.api)/status").json())
            try await kill(host)
        }
        for _ in 1...2 {
            try await running { host, tcp in
                let now = revision(try await expectHolds(host, tcp))
                #expect(now > last)
                last = now
                try await kill(host)
            }
        }
    }

    /// Follows what is told while something is done: nobody is ever told that there is no evacuation.
    private func watching(_ tcp: Way, _ body: () async throws -> Void) async throws {
        try await tcp.follow("\(Self.api)/stream/track.status") { events in
            try await events.expectEvent("\"evacuation\"")
            try await body()
            let told = events.lines.filter { $0.contains("\"revision\"") }
            #expect(
                told.allSatisfy { $0.contains("\"mode\":\"evacuation\"") && $0.contains("Leave by gate 3") }, "\(told)")
        }
    }

    @Test func `it holds when its worker is killed`() async throws {
        try save(runs: "worker")
        try await running { host, tcp in
            try await host.expectState("active", of: "track")
            try await raise(tcp)
            try await watching(tcp) {
                let feature = try await folder.localSocket.get("/ops/v1/features/track").json()
                guard case .integer(let process)? = feature["worker"]?["process"] else {
                    Issue.record("\(feature.json)")
                    return
                }
                let seen = host.errors.lines.count
                Glibc.kill(pid_t(process), SIGKILL)
                try await host.expectState("failed", of: "track", after: seen)
                try await expectHolds(host, tcp, after: seen)
            }
        }
    }

    @Test func `it holds when the configuration is rolled back, and when track is restarted or switched off and on`()
        async throws
    {
        try await running { host, tcp in
            try await host.expectState("active", of: "track")
            try await raise(tcp)
            try await watching(tcp) {
                // Another network is a restart.
                var seen = host.errors.lines.count
                try folder.write("new.yaml", document(settings: "{ network: { url: 'http://127.0.0.1:9/' } }"))
                #expect(try await folder.flagstand("apply", "new.yaml").exit == .code(0))
                try await expectHolds(host, tcp, after: seen)
                seen = host.errors.lines.count
                #expect(try await folder.flagstand("rollback", "1").exit == .code(0))
                try await expectHolds(host, tcp, after: seen)

                seen = host.errors.lines.count
                let off = try await folder.flagstand("toggle", "track", "off", "--force", "--reason", "maintenance")
                #expect(off.exit == .code(0), "\(off)")
                try await host.expectState("off", of: "track", after: seen)
                #expect(try await folder.flagstand("toggle", "track", "on").exit == .code(0))
                try await expectHolds(host, tcp, after: seen)
            }
        }
    }

    // MARK: - Without a store

    @Test(arguments: [false, true])
    func `where what was kept can't be opened track runs, says that nobody knows, and takes what is raised`(
        isFolder: Bool
    ) async throws {
        let file = "state/stores/track.db"
        let noise = String(decoding: (0..<4_096).map { _ in UInt8.random(in: 0...127) }, as: UTF8.self)
        try folder.makeFolder("state/stores")
        if isFolder { try folder.makeFolder(file) } else { try folder.write(file, noise) }
        try await running { host, tcp in
            let now = try await status(host, tcp)
            #expect(now["stale"] == true && now["evacuation"] == nil, "\(now.json)")
            let answer = try await ask(tcp, "evacuation", as: "ada", ["message": "Leave by gate 3", "reason": "fire"])
            #expect(try answer.status == 200 && answer.json()["evacuation"]?["kept"] == false, "\(answer.text)")
            let told = try await tcp.get("\(Self.api)/status").json()
            #expect(told["mode"] == "evacuation" && told["evacuation"]?["message"] == "Leave by gate 3", "\(told.json)")
            let ready = try await folder.localSocket.get("/readyz")
            #expect(try ready.status == 503 && ready.json()["checks"]?["store/track"]?["ok"] == false, "\(ready.text)")
            let why = try await folder.flagstand("features", "--why", "track")
            #expect(why.output.contains("track: its store is damaged: "), "\(why)")
        }
        // It was not touched.
        if !isFolder { #expect(try String(contentsOfFile: folder[file], encoding: .utf8) == noise) }
    }

    // MARK: - Clearing

    @Test func `it takes two people, and a host that is killed between the steps clears nothing`() async throws {
        var word = ""
        try await running { host, tcp in
            try await host.expectState("active", of: "track")
            #expect(try await tcp.ask("POST", "\(Self.api)/evacuation", json: ["reason": "fun"]).status == 401)
            try await raise(tcp)
            let begun = try await ask(tcp, "evacuation/clear", as: "ada", ["reason": "all out"])
            word = try #require(try begun.json().text("word"), "\(begun.text)")
            try await kill(host)
        }
        try await running { host, tcp in
            try await expectHolds(host, tcp)
            let late = try await ask(tcp, "evacuation/cleared", as: "bob", ["word": .text(word), "reason": "all out"])
            #expect(try late.status == 409 && late.json()["code"] == "no-clearing", "\(late.text)")

            let begun = try await ask(tcp, "evacuation/clear", as: "ada", ["reason": "all out"])
            let body: Value = ["word": .text(try begun.json().text("word") ?? ""), "reason": "all out"]
            let alone = try await ask(tcp, "evacuation/cleared", as: "ada", body)
            #expect(try alone.status == 403 && alone.json()["code"] == "another-person", "\(alone.text)")
            try await expectHolds(host, tcp)
            let cleared = try await ask(tcp, "evacuation/cleared", as: "bob", body)
            #expect(try cleared.status == 200 && cleared.json()["evacuation"] == nil, "\(cleared.text)")
            try await kill(host)
        }
        try await running { host, tcp in
            #expect(try await status(host, tcp)["evacuation"] == nil)
            let history = try await tcp.get(
                "\(Self.api)/history",
                fields: IssuerAddress.bearer(key.token(IssuerAddress.claims(for: 600, ["roles": ["staff"]]))))
            #expect(try history.json().list("items").contains { $0["what"] == "cleared" && $0["by"] == "test:bob" })
            #expect(try await tcp.get("\(Self.api)/history").status == 401)
        }
    }
}
