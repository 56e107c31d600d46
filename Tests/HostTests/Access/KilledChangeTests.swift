@_spi(Hosting) import FeatureKit
import Foundation
import Glibc
import JSON
import TestSupport
import Testing

@testable import HostRuntime

/// The real host is killed during an operator's change with a key; when it is sent again, it is made once in total.
@Suite(.timeLimit(.minutes(5)))
struct KilledChangeTests {
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
        try folder.write("plugins.yaml", TestFolder.document(ble: false))
    }

    @Test(arguments: Seeds.forThisRun(count: 1))
    func `a change with a key is made once, whenever the host is killed`(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        var token = ""
        var told: [String: Int] = [:]
        for round in 0...Soak.rounds {
            let spins = Int.random(in: 0...60_000, using: &generator)
            let (known, last) = (token, round)
            token = try await HostProcess.run(folder.run("--listen", "127.0.0.1:0")) { host in
                let tcp = try await host.expectListening()
                guard !known.isEmpty else {
                    let made = try await folder.flagstand("token", "create", "ci", "--role", "operator")
                    return made.output.trimmingCharacters(in: .whitespacesAndNewlines)
                }
                if last > 1 {
                    let outcome = try await check(last - 1, tcp, known)
                    told[outcome, default: 0] += 1
                }
                // An answer may come or not.
                async let asked = try? ask(last, tcp, known)
                for _ in 0..<spins { sched_yield() }
                host.send(SIGKILL)
                _ = await asked
                try await host.expectExit(.signal(SIGKILL))
                return known
            }
        }
        print("killed \(Soak.rounds) times; asked again, they were \(told)")
    }

    private func ask(_ round: Int, _ tcp: Way, _ token: String) async throws -> Way.Answer {
        try await tcp.ask(
            "PUT", "/ops/v1/overrides/features/ble/rollout",
            fields: IssuerAddress.bearer(token) + [("Idempotency-Key", "round-\(round)")],
            json: ["value": .text("\(round)%"), "reason": .text("round \(round)")])
    }

    /// Sends the same request again, and counts the changes that both made.
    ///
    /// - Returns: The second answer.
    private func check(_ round: Int, _ tcp: Way, _ token: String) async throws -> String {
        func made() async throws -> Int {
            try await folder.localSocket.get("/ops/v1/revisions?limit=200").json().list("revisions")
                .filter { $0.text("reason") == "round \(round)" }.count
        }
        let before = try await made()
        let again = try await ask(round, tcp, token)
        let after = try await made()
        let isReplayed = again.head["idempotent-replayed"] == "true"
        switch again.status {
        case 200:
            // A replayed answer means that the change was made before; otherwise it is made now.
            #expect(before == (isReplayed ? 1 : 0) && after == 1, "round \(round): \(before), \(after): \(again.text)")
        case 409:
            #expect(try again.json()["code"] == "in-doubt")
            #expect(before == after && after == 1, "round \(round): \(before), \(after): \(again.text)")
        default: Issue.record("round \(round): \(again.status) \(again.text)")
        }
        let verdict = try await folder.localSocket.get("/ops/v1/audit/verify").json()
        #expect(verdict["whole"] == true, "round \(round): \(verdict.json)")
        return "\(again.status)\(isReplayed ? " again" : "")"
    }
}
