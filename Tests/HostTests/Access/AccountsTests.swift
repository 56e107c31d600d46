@_spi(Hosting) import FeatureKit
import Foundation
import Glibc
import JSON
import TestSupport
import Testing

@testable import HostRuntime

/// People register and sign in at the real host, by the document that stands in the samples.
// One after the other: the machine has other tests to run at the same time.
@Suite(.serialized, .timeLimit(.minutes(2)))
struct AccountsTests {
    private static let accounts = "/api/v1/accounts"
    /// Where the host itself looks at a token, and no feature.
    private static let flags = "/ofrep/v1/evaluate/flags"
    private static let sample = "\(Built.tree)/samples/access/accounts.yaml"

    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    /// Runs a host with the sample, and waits until it knows the feature's keys.
    private func running(_ body: (HostProcess, Way) async throws -> Void) async throws {
        try await HostProcess.run(folder.run("--listen", "127.0.0.1:0")) { host in
            let tcp = try await host.expectListening()
            try await body(host, tcp)
            let workers = ProcessTable.children(of: host.id)
            // Not even time to say goodbye.
            host.send(SIGKILL)
            try await host.expectExit(.signal(SIGKILL))
            for worker in workers { #expect(await ProcessTable.isGone(worker), "process \(worker) is left") }
        }
    }

    private func post(_ tcp: Way, _ path: String, _ body: Value) async throws -> Way.Answer {
        try await tcp.ask("POST", "\(Self.accounts)/\(path)", json: body)
    }

    /// What a session has.
    private struct Session {
        let access: String
        let refresh: String

        init(_ value: Value) throws {
            access = try #require(value.text("accessToken"))
            refresh = try #require(value.text("refreshToken"))
        }

        var bearer: [(String, String)] { IssuerAddress.bearer(access) }
    }

    /// What the host says to a token once it can tell.
    private func verdict(_ tcp: Way, _ session: Session) async throws -> Int {
        let end = ContinuousClock.now + HostProcess.limit
        while ContinuousClock.now < end {
            let answer = try await tcp.ask("POST", Self.flags, fields: session.bearer, json: [:])
            if answer.status != 503 { return answer.status }
            #expect(answer.head["retry-after"] == "1")
        }
        return 503
    }

    /// Waits until the host itself refuses a session that the feature told it of.
    private func expectEnded(_ tcp: Way, _ session: Session) async throws {
        let end = ContinuousClock.now + .seconds(5)
        var last = 0
        while last != 401, ContinuousClock.now < end { last = try await verdict(tcp, session) }
        #expect(last == 401)
        let answer = try await tcp.get("\(Self.accounts)/me", fields: session.bearer)
        #expect(answer.status == 401 && answer.head["www-authenticate"] == "Bearer error=\"invalid_token\"")
        #expect(try answer.json()["code"] == "unauthenticated")
    }

    @Test func `what the feature finds wrong with its settings is told at its line, with all else`() async throws {
        let text = try String(contentsOfFile: Self.sample, encoding: .utf8)
        let document = text.replacing("confirm: none", with: "admins: [ada@circuit.example, anna]")
        #expect(document != text)
        try folder.write("plugins.yaml", document + "  nobody: {}\n")
        let lines = document.split(separator: "\n", omittingEmptySubsequences: false)
        let line = try #require(lines.firstIndex { $0.contains("admins: [") }) + 1
        let command = { (command: [String]) in
            var command = HostCommand(command)
            command.folder = folder.path
            return command
        }
        let checked = try await HostProcess.end(of: command(["check", "plugins.yaml"]))
        #expect(checked.exit == .code(1))
        #expect(
            checked.output.contains(
                "plugins.yaml:\(line):37: error: admins[1]: \"anna\" is no email address\n"), "\(checked)")
        #expect(checked.output.contains("error: unknown feature \"nobody\""), "\(checked)")
        try folder.write("plugins.yaml", document.replacing(", anna", with: ""))
        let fine = try await HostProcess.end(of: command(["check", "plugins.yaml"]))
        #expect(fine.exit == .code(0), "\(fine)")
    }

    @Test(arguments: ["host", "worker"])
    func `a session that was stolen is over for good, also after a restart, and others go on`(runs: String)
        async throws
    {
        let text = try String(contentsOfFile: Self.sample, encoding: .utf8)
        let head = "  accounts:\n"
        let document = text.replacing("\(head)    settings:", with: "\(head)    runs: \(runs)\n    settings:")
        #expect(document != text)
        try folder.write("plugins.yaml", document + "  track: {}\n")
        let ada: Members = ["email": "ada@circuit.example", "password": "green flag in turn 4"]
        var (stolen, other): ([Session], Session?) = ([], nil)
        try await running { host, tcp in
            let registered = try await post(tcp, "register", .object(ada))
            #expect(registered.status == 200, "\(registered.text)")
            stolen.append(try Session(try #require(try registered.json()["session"])))
            #expect(try await verdict(tcp, stolen[0]) == 200)
            let me = try await tcp.get("\(Self.accounts)/me", fields: stolen[0].bearer)
            #expect(me.status == 200 && me.text.contains("ada@circuit.example"), "\(me.text)")
            let feature = try await folder.localSocket.get("/ops/v1/features/accounts").json()
            #expect(feature["runsIn"] == .text(runs))

            var wrong = ada
            wrong["password"] = "green flag in turn 5"
            let refused = try await post(tcp, "login", .object(wrong))
            #expect(try refused.status == 401 && refused.json()["code"] == "invalid-credentials")
            let session = try Session(try await post(tcp, "login", .object(ada)).json())
            other = session
            #expect(try await verdict(tcp, session) == 200)

            for _ in 0..<2 {
                let next = try await post(tcp, "refresh", ["refreshToken": .text(stolen[stolen.count - 1].refresh)])
                #expect(next.status == 200, "\(next.text)")
                stolen.append(try Session(next.json()))
            }
            #expect(try await verdict(tcp, stolen[2]) == 200)
            try await tcp.follow("/api/v1/track/stream/track.status", fields: stolen[1].bearer) { events in
                try await events.expectEvent("status ")
                // Somebody has a copy of the first one.
                let reused = try await post(tcp, "refresh", ["refreshToken": .text(stolen[0].refresh)])
                #expect(try reused.status == 401 && reused.json()["code"] == "invalid-token")
                #expect(try await events.expectEvent("end ") == #"end {"reason":"signed-out"}"#)
            }
            for session in stolen { try await expectEnded(tcp, session) }
            #expect(try await verdict(tcp, session) == 200)
        }
        try await running { host, tcp in
            // There is no moment in which it counts again.
            for session in stolen { #expect(try await verdict(tcp, session) == 401) }
            let last = try await post(tcp, "refresh", ["refreshToken": .text(stolen[2].refresh)])
            #expect(last.status == 401)
            let session = try #require(other)
            #expect(try await verdict(tcp, session) == 200)
            let next = try await post(tcp, "refresh", ["refreshToken": .text(session.refresh)])
            #expect(next.status == 200, "\(next.text)")
            let fresh = try Session(next.json())
            #expect(try await tcp.get("\(Self.accounts)/me", fields: fresh.bearer).status == 200)
            let left = try await post(tcp, "logout", ["refreshToken": .text(fresh.refresh)])
            #expect(left.status == 200)
            try await expectEnded(tcp, session)
            try await expectEnded(tcp, fresh)
        }
    }

    @Test func `what the page says of it can be typed as it stands`() async throws {
        try folder.copy(Self.sample, to: "plugins.yaml")
        let page = try String(contentsOfFile: "\(Built.tree)/Plugins/Accounts/README.md", encoding: .utf8)
        let typed = page.split(separator: "\n").filter { $0.hasPrefix("$ curl ") }.map { String($0.dropFirst(2)) }
        #expect(typed.count == 3)
        try await running { host, tcp in
            guard case .tcp(let address) = tcp else { return }
            let script = """
                set -euo pipefail
                api=\(address)/api/v1/accounts
                part() { sed -n 's/.*"'$1'":"\\([^"]*\\)".*/\\1/p' reply; }
                \(typed[0]) > reply
                cat reply
                ACCESS=$(part accessToken) REFRESH=$(part refreshToken)
                echo; \(typed[1])
                echo; \(typed[2])
                """
            var command = HostCommand(["-c", script])
            command.program = "/bin/bash"
            command.folder = folder.path
            // The keys may come a moment later than the host is ready.
            _ = try await tcp.get("\(Self.accounts)/jwks.json")
            let shell = try await HostProcess.end(of: command)
            let replies = try shell.output.split(separator: "\n").map { try Value(json: String($0)) }
            try #require(replies.count == 3 && shell.exit == .code(0), "\(shell)")
            #expect(replies[0]["next"] == "none" && replies[0]["session"]?["expiresIn"] == 900)
            #expect(replies[1].json.contains("ada@circuit.example"), "\(replies[1].json)")
            #expect(replies[2]["session"] == replies[0]["session"]?["session"])
            #expect(replies[2]["refreshToken"] != replies[0]["session"]?["refreshToken"])
        }
    }
}

extension ProcessTable {
    /// Waits until a process does nothing any more.
    fileprivate static func isGone(_ id: pid_t) async -> Bool {
        let end = ContinuousClock.now + HostProcess.limit
        while isAlive(id), ContinuousClock.now < end { await Task.yield() }
        return !isAlive(id)
    }
}
