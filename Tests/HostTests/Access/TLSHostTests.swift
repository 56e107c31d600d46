import FeatureKit
import Foundation
import Glibc
import JSON
import TestSupport
import Testing

/// The real host by TLS, asked by curl.
// One after the other: the machine has other tests to run at the same time.
@Suite(.serialized, .timeLimit(.minutes(2)))
struct TLSHostTests {
    private static let path = "/api/v1/track/status"
    private static let section = "http: { tls: { certificate: certificate.pem, key: key.pem } }"

    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    /// Runs a host with a pair, and says where it listens.
    private func running(
        _ pair: TestPair, isMounted: Bool = false, _ body: (HostProcess, String) async throws -> Void
    ) async throws {
        if isMounted { try pair.mount(in: folder) } else { try pair.install(in: folder) }
        try folder.write(
            "plugins.yaml",
            TestFolder.document(ble: false, Self.section, "flags: { big: \(String(repeating: "x", count: 200 << 10)) }")
        )
        try await HostProcess.run(folder.run("--listen", "127.0.0.1:0")) { host in
            let address = try await host.expect("a readiness line with an address") { line in
                line.firstMatch(of: #/flagstand: ready in \d+ ms on https://(\S+): /#).map { String($0.1) }
            }
            try await body(host, address)
            host.send(SIGTERM)
            try await host.expectExit(.code(0))
        }
    }

    private func curl(_ words: [String]) -> HostCommand {
        var command = HostCommand(["--silent", "--show-error", "--max-time", "25"] + words)
        command.program = "/usr/bin/curl"
        command.folder = folder.path
        return command
    }

    private func asked(_ words: String...) async throws -> (exit: HostProcess.Exit, output: String, errors: String) {
        try await HostProcess.end(of: curl(words))
    }

    // MARK: - Asking

    @Test func `apps ask by TLS 1.2 and 1.3, large answers and streams too, and by nothing older`() async throws {
        let pair = try await TestPair("first", in: folder)
        try await running(pair) { host, address in
            for version in ["1.2", "1.3"] {
                let only = ["--tlsv\(version)", "--tls-max", version, "--cacert", pair.certificate]
                let status = try await HostProcess.end(
                    of: curl(only + ["--verbose", "--include", "--http2", "https://\(address)\(Self.path)"]))
                #expect(status.exit == .code(0) && status.output.contains("\"mode\""), "\(status)")
                #expect(status.output.contains("; Secure"), "\(status.output)")
                #expect(status.errors.contains("SSL connection using TLSv\(version) / "), "\(status.errors)")
                #expect(status.errors.contains("server accepted http/1.1"), "\(status.errors)")
                let big = try await HostProcess.end(
                    of: curl(only + ["--json", "{}", "https://\(address)/ofrep/v1/evaluate/flags/big"]))
                #expect(big.exit == .code(0))
                guard case .text(let text)? = try Value(json: big.output)["value"] else {
                    Issue.record("there is no text in \(big.output.prefix(200))")
                    continue
                }
                #expect(text == String(repeating: "x", count: 200 << 10))
                let stream = only + ["--no-buffer", "https://\(address)/api/v1/track/stream/track.status"]
                try await HostProcess.run(curl(stream)) { events in
                    let first = try await events.output.first(within: HostProcess.limit) { lines in
                        lines.first { $0.hasPrefix("data: ") }
                    }
                    #expect(first?.contains("\"mode\"") == true)
                }
            }
            let old = try await asked(
                "--tlsv1.0", "--tls-max", "1.1", "--ciphers", "DEFAULT@SECLEVEL=0", "--insecure",
                "https://\(address)\(Self.path)")
            #expect(old.exit == .code(35), "\(old)")
            // A client that does not know the certificate refuses it.
            let untrusted = try await asked("https://\(address)\(Self.path)")
            #expect(untrusted.exit == .code(60), "\(untrusted)")
            let plain = try await asked("--write-out", "%{http_code}", "http://\(address)\(Self.path)")
            #expect(plain.output == "this address takes only HTTPS\n400\n")
            // The host notices the end of a connection a moment later.
            let counted = ["{server=\"apps\",outcome=\"done\"} 6", "{server=\"apps\",outcome=\"failed\"} 3"]
            let end = ContinuousClock.now + HostProcess.limit
            var figures: [String] = []
            while figures != counted, ContinuousClock.now < end {
                figures = try await folder.metric("flagstand_http_handshakes_total")
            }
            #expect(figures == counted)
        }
    }

    @Test func `the commands on the documentation page work as written`() async throws {
        let page = try String(contentsOfFile: "\(Built.tree)/docs/access.md", encoding: .utf8)
        let block = try #require(page.firstMatch(of: #/\n```console\n(\$ TOKEN=(?:.*\n)*?)```/#)?.1)
        let pair = try await TestPair("first", in: folder)
        try await running(pair) { host, address in
            let typed = block.split(separator: "\n").map { $0.dropFirst(2).replacing("host:8443", with: address) }
            let script = """
                set -euo pipefail
                flagstand() { \(Built.flagstand) "$@" --state state; }
                curl() { command curl --silent --show-error --fail-with-body --cacert \(pair.certificate) "$@"; echo; }
                \(typed.joined(separator: "\n"))
                """
            var command = HostCommand(["-c", script])
            command.program = "/bin/bash"
            command.folder = folder.path
            let shell = try await HostProcess.end(of: command)
            #expect(shell.exit == .code(0), "\(shell)")
            #expect(shell.output.contains("overrode features/ble/enabled: "), "\(shell.output)")
            #expect(shell.output.contains("the chain is whole"), "\(shell.output)")
        }
    }

    // MARK: - Exchanging

    @Test(arguments: [false, true])
    func `a certificate is exchanged while clients ask, and none of them notices`(isMounted: Bool) async throws {
        let pairs = [try await TestPair("first", in: folder), try await TestPair("second", in: folder)]
        let both = try pairs.map { try folder.contents(of: $0.certificate) }.joined()
        try folder.write("both.pem", both)
        try await running(pairs[0], isMounted: isMounted) { host, address in
            let isOver = Lock(false)
            let began = LineStream()
            try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<4 {
                    group.addTask { [self] in
                        var count = 0
                        while !isOver.withLock({ $0 }) {
                            let answer = try await asked(
                                "--cacert", "both.pem", "--output", "/dev/null", "--write-out", "%{http_code}",
                                "https://\(address)\(Self.path)")
                            #expect(answer == (.code(0), "200\n", ""))
                            count += 1
                            began.add([Array("asked".utf8)[...]])
                        }
                        return count
                    }
                }
                defer { isOver.withLock { $0 = true } }
                _ = try await began.first(within: HostProcess.limit) { $0.count > 4 ? true : nil }
                let seen = host.errors.lines.count
                if isMounted { try pairs[1].mount(in: folder) } else { try pairs[1].install(in: folder) }
                try await host.expectRecord("certificate taken", ["subject": "CN=second"], from: "http", after: seen)
                let count = began.lines.count
                _ = try await began.first(within: HostProcess.limit) { $0.count > count + 4 ? true : nil }
                isOver.withLock { $0 = true }
                for try await count in group { #expect(count > 1) }
            }
            for (pair, code) in [(pairs[0], Int32(60)), (pairs[1], 0)] {
                let answer = try await asked("--cacert", pair.certificate, "https://\(address)\(Self.path)")
                #expect(answer.exit == .code(code), "\(pair.certificate): \(answer)")
            }
            #expect(host.complaints == [])
        }
    }

    @Test func `a key that does not match the certificate is reported and changes nothing`() async throws {
        let pairs = [try await TestPair("first", in: folder), try await TestPair("second", in: folder)]
        try await running(pairs[0]) { host, address in
            var seen = host.errors.lines.count
            try folder.copy(folder[pairs[1].key], to: "key.pem")
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: folder["key.pem"])
            let words = "\(folder["key.pem"]): error: the key belongs to another certificate"
            try await host.expectRecord("the certificate before goes on", ["because": words], from: "http", after: seen)
            let ready = try await asked("--cacert", pairs[0].certificate, "https://\(address)/readyz/tls")
            #expect(ready.exit == .code(0))
            let told = try Value(json: ready.output)["checks"]?["tls"]
            #expect(told == ["ok": false, "reason": .text("the certificate before goes on: \(words)")])
            seen = host.errors.lines.count
            try pairs[1].install(in: folder)
            try await host.expectRecord("certificate taken", ["subject": "CN=second"], from: "http", after: seen)
            let exchanged = try await asked("--cacert", pairs[1].certificate, "https://\(address)/readyz/tls")
            #expect(try Value(json: exchanged.output)["checks"]?["tls"] == ["ok": true])
        }
    }

    // MARK: - At the start

    @Test func `the messages for unusable pairs at the start`() async throws {
        let pairs = [try await TestPair("first", in: folder), try await TestPair("second", in: folder)]
        try folder.write("plugins.yaml", TestFolder.document(ble: false, Self.section))
        func complaint(_ place: String, _ words: String) async throws {
            let host = try await HostProcess.end(of: folder.run("--listen", "127.0.0.1:0"))
            #expect(host.exit == .code(1), "\(words): \(host.errors)")
            #expect(host.errors.contains("\(folder[place]): error: \(words)"), "\(host.errors)")
        }
        try await complaint("certificate.pem", "no such file")
        try pairs[0].install(in: folder)
        try folder.copy(folder[pairs[1].certificate], to: "certificate.pem")
        try await complaint("key.pem", "the key belongs to another certificate")
        try pairs[0].install(in: folder)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: folder["key.pem"])
        try await complaint(
            "key.pem", "others may read or write this key (mode 644); chmod 600 or 640 keeps it secret")
        try pairs[0].install(in: folder)
        try folder.write("certificate.pem", "nothing of the kind\n")
        try await complaint(
            "certificate.pem", "there is no certificate in it; a PEM file has a block BEGIN CERTIFICATE")
    }
}
