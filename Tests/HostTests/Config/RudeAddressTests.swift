@_spi(Hosting) import FeatureKit
import Foundation
import Glibc
import JSON
import TestSupport
import Testing

/// A remote document and a source of flags at servers that misbehave in every way, as the real host takes it.
@Suite(.timeLimit(.minutes(3)))
struct RudeAddressTests {
    /// How an address misbehaves.
    enum Rudeness: String, CaseIterable {
        case slow, error, nothing, garbage, malformed, truncated, oversized, endlessRedirects, otherLanguage

        /// What it says instead of its document.
        var answer: FakeHost.Answer {
            switch self {
            case .slow: .open("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nfeatures:")
            case .error: .whole(500, "text/plain", "Sorry.")
            case .nothing: .whole(200, "application/yaml", "")
            case .garbage: .whole(200, "application/yaml", "\u{1}\u{2}\u{0}\u{1F}")
            case .malformed: .whole(200, "application/yaml", "flags: [ { }\n")
            case .truncated: .bytes("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nflags: { size: 7 }\n")
            case .oversized: .whole(200, "application/yaml", String(repeating: "# much\n", count: 1 << 21))
            case .endlessRedirects: .bytes("HTTP/1.1 302 Found\r\nLocation: /again\r\nContent-Length: 0\r\n\r\n")
            case .otherLanguage: .bytes("220 mail.example ESMTP\r\n")
            }
        }

        /// What the log says of it; nil where it is the document that has errors.
        var reason: String? {
            switch self {
            case .slow: "took longer than 5s"
            case .error: "the server answers 500"
            case .nothing: "answers with nothing"
            case .garbage, .malformed: nil
            case .truncated: "broke off before its answer was whole"
            case .oversized: "is larger than 8 MiB, the most that is read"
            case .endlessRedirects: "points elsewhere more than 5 times"
            case .otherLanguage: "does not answer as an HTTP server does"
            }
        }
    }

    /// What both addresses say now.
    private struct Said {
        var size: Int
        var rudeness: Rudeness?
        /// How often an address was told that nothing has changed.
        var unchanged = 0

        /// What an address answers.
        mutating func answer(_ request: String) -> FakeHost.Answer {
            if let rudeness { return rudeness.answer }
            let tag = "\"\(size)\""
            if request.contains("If-None-Match: \(tag)") {
                unchanged += 1
                return .bytes("HTTP/1.1 304 Not Modified\r\nETag: \(tag)\r\n\r\n")
            }
            let flag = request.hasPrefix("GET /remote.yaml ") ? "size" : "width"
            let body = "flags: { \(flag): \(size) }\n"
            return .bytes(
                "HTTP/1.1 200 OK\r\nContent-Type: application/yaml\r\nETag: \(tag)\r\nContent-Length: "
                    + "\(body.utf8.count)\r\n\r\n\(body)")
        }
    }

    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    private func document(at address: String) -> String {
        """
        remote: { url: \(address)/remote.yaml, every: 1s, timeout: 5s }
        flags: [{ url: \(address)/flags.yaml, every: 1s, timeout: 5s }]

        """
    }

    private func running(_ address: String, _ body: (HostProcess, Way) async throws -> Void) async throws {
        try folder.write("plugins.yaml", document(at: address))
        try await HostProcess.run(folder.run("--listen", "127.0.0.1:0")) { host in
            try await body(host, try await host.expectListening())
        }
    }

    /// What the remote document and the source of flags say as apps are answered.
    private func sizes(_ tcp: Way) async throws -> [Value?] {
        [try await tcp.flag("size").json()["value"], try await tcp.flag("width").json()["value"]]
    }

    @Test func `whatever an address does, what it said last counts, loudly, until it says something good`()
        async throws
    {
        let said = Lock(Said(size: 1))
        try await FakeHost.listen(answering: { request in said.withLock { $0.answer(request) } }) { address in
            try await running(address) { host, tcp in
                #expect(try await sizes(tcp) == [1, 1])
                #expect(try await folder.remark() == nil)
                for (number, rudeness) in Rudeness.allCases.enumerated() {
                    var seen = host.errors.lines.count
                    let before = Value.integer(Int64(number + 1))
                    said.withLock { $0.rudeness = rudeness }
                    for source in ["remote", "flags"] {
                        try await expectTrouble(rudeness, of: source, host, after: seen)
                    }
                    #expect(try await sizes(tcp) == [before, before], "\(rudeness)")
                    let remark = try await folder.remark() ?? ""
                    #expect(
                        remark.contains("stale since ") && remark.contains("remote.yaml: "), "\(rudeness): \(remark)")
                    #expect(remark.contains("flags can't be used of \(address)/flags.yaml"), "\(rudeness): \(remark)")
                    #expect(try await folder.metric("flagstand_config_stale_seconds{layer=\"remote\"}").count == 1)
                    let failures = try await folder.metric("flagstand_flag_source_failures{")
                    #expect(failures.count == 2 && !failures.contains { $0.hasSuffix(" 0") }, "\(failures)")

                    seen = host.errors.lines.count
                    said.withLock { $0 = Said(size: number + 2) }
                    for source in ["remote", "flags"] {
                        try await host.expectRecord(
                            "a source can be used again", ["source": "\(address)/\(source).yaml"], after: seen)
                    }
                    try await expectApplied(host, tcp, .integer(Int64(number + 2)), after: seen)
                    #expect(try await folder.remark() == nil, "\(rudeness)")
                    #expect(try await folder.metric("flagstand_config_stale_seconds{").isEmpty)
                }
            }
        }
    }

    /// Waits until what both say counts: one after the other, or with the document at once.
    private func expectApplied(_ host: HostProcess, _ tcp: Way, _ size: Value, after seen: Int) async throws {
        try await host.expectRecord("document applied", after: seen)
        if try await sizes(tcp) != [size, size] { try await host.expectRecord("flags applied", after: seen) }
        #expect(try await sizes(tcp) == [size, size])
    }

    /// Waits until the host has told how an address misbehaves.
    private func expectTrouble(
        _ rudeness: Rudeness, of source: String, _ host: HostProcess, after seen: Int
    ) async throws {
        if let reason = rudeness.reason {
            _ = try await host.expect("\(rudeness) of \(source)", after: seen) { (line: String) -> LogLine? in
                guard let record = LogLine(line), record.message == "a source can't be fetched",
                    record.fields["source"]?.hasSuffix("/\(source).yaml") == true
                else { return nil }
                #expect(record.fields["because"]?.contains(reason) == true, "\(record)")
                return record
            }
        } else {
            let message =
                source == "remote"
                ? "document refused; what runs stays as it is" : "flags refused; what counted before still does"
            try await host.expectRecord(message, after: seen)
            #expect(host.complaints.contains { $0.contains("/\(source).yaml:1:") && $0.contains(": error: ") })
        }
    }

    @Test func `what has not changed is not sent again, and a server that comes back with something else counts`()
        async throws
    {
        let said = Lock(Said(size: 1))
        let port = Lock<UInt16>(0)
        try await FakeHost.listen(answering: { request in said.withLock { $0.answer(request) } }) { address in
            port.withLock { $0 = UInt16(address.split(separator: ":").last ?? "") ?? 0 }
        }
        let address = "http://127.0.0.1:\(port.withLock { $0 })"
        let heard = Signal()
        try await FakeHost.listen(
            on: port.withLock { $0 },
            answering: { request in
                said.withLock { said in
                    defer { if said.unchanged >= 4 { heard.raise() } }
                    return said.answer(request)
                }
            },
            { _ in
                try await running(address) { host, tcp in
                    #expect(try await sizes(tcp) == [1, 1])
                    await heard.wait()
                    // Nothing was applied again, since nothing has changed.
                    let applied = host.records.count { ["document applied", "flags applied"].contains($0.message) }
                    #expect(applied == 1)
                    #expect(try await folder.revision() == 1)
                    host.send(SIGTERM)
                    try await host.expectExit(.code(0))
                }
            })
        // With everything down it starts with what counted last.
        try await running(address) { host, tcp in
            #expect(try await sizes(tcp) == [1, 1])
            let remark = try await folder.remark() ?? ""
            #expect(remark.contains("stale since ") && remark.contains("cannot be reached"), "\(remark)")
            let seen = host.errors.lines.count
            said.withLock { $0 = Said(size: 2) }
            try await FakeHost.listen(
                on: port.withLock { $0 }, answering: { request in said.withLock { $0.answer(request) } },
                { _ in
                    for source in ["remote", "flags"] {
                        try await host.expectRecord(
                            "a source can be used again", ["source": "\(address)/\(source).yaml"], after: seen)
                    }
                    try await expectApplied(host, tcp, 2, after: seen)
                    #expect(try await folder.remark() == nil)
                })
        }
    }

    @Test func `what one address said does not count for another that is down`() async throws {
        let said = Lock(Said(size: 1))
        try await FakeHost.listen(answering: { request in said.withLock { $0.answer(request) } }) { address in
            try await running(address) { host, tcp in
                #expect(try await sizes(tcp) == [1, 1])
                let seen = host.errors.lines.count
                // Nobody can listen there.
                try folder.write("plugins.yaml", "remote: { url: \"http://127.0.0.1:1/x.yaml\", every: 1h }\n")
                try await host.expectRecord("document applied", after: seen)
                #expect(try await tcp.flag("size").status == 404)
                let remark = try await folder.remark() ?? ""
                #expect(remark.contains("stale since ") && remark.contains("127.0.0.1:1/x.yaml: "), "\(remark)")
            }
        }
    }

    @Test func `with every source down, the local document too, the last good revision counts`() async throws {
        let said = Lock(Said(size: 5))
        let address = try await FakeHost.listen(answering: { request in said.withLock { $0.answer(request) } }) {
            address in
            try await running(address) { _, tcp in
                let sizes = try await sizes(tcp)
                #expect(sizes == [5, 5])
            }
            return address
        }
        for damage in [nil, "flags: [", "features: { bel: {} }\n"] {
            if let damage { try folder.write("plugins.yaml", damage) } else { try folder.remove("plugins.yaml") }
            try await HostProcess.run(folder.run("--listen", "127.0.0.1:0")) { host in
                let tcp = try await host.expectListening()
                #expect(try await sizes(tcp) == [5, 5])
                let remark = try await folder.remark() ?? ""
                #expect(remark.components(separatedBy: "stale since ").count == 3, "\(remark)")
                #expect(remark.contains("flags can't be used of \(address)/flags.yaml"), "\(remark)")
                #expect(try await tcp.get("/readyz").status == 200)
            }
        }
    }
}
