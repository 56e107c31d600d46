@_spi(Hosting) import FeatureKit
import Foundation
import Glibc
import JSON
import TestSupport
import Testing

/// Flags from files and addresses in the real host, also across restarts.
@Suite(.timeLimit(.minutes(2)))
struct FlagSourceTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    private func serving(
        _ document: String, _ body: (HostProcess, Way) async throws -> Void
    ) async throws {
        try folder.write("plugins.yaml", document)
        try await HostProcess.run(folder.run("--listen", "127.0.0.1:0")) { host in
            try await body(host, try await host.expectListening())
        }
    }

    @Test func `a saved file applies at once, and an invalid one is reported and changes nothing`() async throws {
        try folder.write("flags.yaml", "flags: { color: red }\n")
        try await serving("flags: [flags.yaml]\n") { host, tcp in
            #expect(try await tcp.flag("color").json()["value"] == "red")
            var seen = host.errors.lines.count
            try folder.write("flags.yaml", "flags: { color: blue }\n")
            try await host.expectRecord("flags applied", after: seen)
            #expect(try await tcp.flag("color").json()["value"] == "blue")
            seen = host.errors.lines.count
            try folder.write("flags.yaml", "flags: { color: [ }\n")
            try await host.expectRecord("flags refused; what counted before still does", after: seen)
            #expect(host.complaints.contains { $0.contains("flags.yaml:1:") && $0.contains(": error: ") })
            #expect(try await tcp.flag("color").json()["value"] == "blue")
        }
    }

    @Test func `other sources apply beside an invalid file, which is reported everywhere`() async throws {
        try folder.write("flags.yaml", "flags: { color: red }\n")
        try folder.write("grow.yaml", "flags:\n  size: [\n")
        try await serving("flags: [flags.yaml, grow.yaml, lost.yaml]\n") { host, tcp in
            #expect(try await tcp.flag("color").json()["value"] == "red")
            #expect(host.complaints.contains { $0.contains("grow.yaml:3:") && $0.contains(": error: ") })
            let localSocket = Way.localSocket(folder["state"])
            guard case .list(let sources)? = try await localSocket.get("/ops/v1/flags").json()["sources"] else {
                Issue.record("no sources are listed")
                return
            }
            #expect(sources.map { $0["failing"] == .null } == [true, false, false])
            #expect(sources.first?["failures"] == 0 && sources.first?["reason"] == .null)
            let ready = try await localSocket.get("/readyz").json()
            #expect(ready["checks"]?["document"]?["ok"] == true)
            #expect("\(ready)".contains("grow.yaml"), "\(ready)")
            let seen = host.errors.lines.count
            try folder.write("plugins.yaml", "flags: [flags.yaml, grow.yaml, { key: more, default: \"on\" }]\n")
            try await host.expectRecord("document applied", after: seen)
            #expect(try await tcp.flag("more").json()["value"] == true)
            try folder.write("grow.yaml", "flags: { size: 1 }\n")
            try await host.expectRecord("a source can be used again", after: seen)
            try await host.expectRecord("flags applied", after: seen)
            #expect(try await tcp.flag("size").json()["value"] == 1)
        }
        var check = HostCommand(["check", "plugins.yaml"])
        check.folder = folder.path
        try folder.write("grow.yaml", "flags:\n  size: [\n")
        let checked = try await HostProcess.end(of: check)
        #expect(checked.exit == .code(1) && "\(checked)".contains("grow.yaml:3:"), "\(checked)")
    }

    @Test func `an address is asked again, and while it is down its last flags are used`() async throws {
        let said = Lock(#"{"flags": {"color": "red"}}"#)
        let document = try await FakeHost.listen(
            answering: { _ in .whole(200, "application/json", said.withLock { $0 }) },
            { address in
                let document = "flags: [{ url: \"\(address)/prod.json\", every: 1s }]\n"
                try await serving(document) { host, tcp in
                    #expect(try await tcp.flag("color").json()["value"] == "red")
                    let seen = host.errors.lines.count
                    said.withLock { $0 = #"{"flags": {"color": "blue"}}"# }
                    try await host.expectRecord("flags applied", after: seen)
                    #expect(try await tcp.flag("color").json()["value"] == "blue")
                }
                return document
            })
        try await serving(document) { host, tcp in
            let color = try await tcp.flag("color").json()
            #expect(color["value"] == "blue")
            #expect(host.complaints.contains { $0.contains("can't be used now; its last good content is active") })
        }
    }

    @Test func `people keep their variants across a restart, and only the growing variant gets more`() async throws {
        func document(_ red: Int, _ blue: Int, _ green: Int) -> String {
            """
            flags:
              color:
                variants: { red: r, blue: b, green: g }
                default: red
                split: { red: \(red), blue: \(blue), green: \(green) }

            """
        }
        func colors(_ tcp: Way) async throws -> [String] {
            var colors: [String] = []
            for number in 0..<200 {
                let answer = try await tcp.flag("color", for: ["targetingKey": .text("person-\(number)")])
                if case .text(let color)? = try answer.json()["value"] { colors.append(color) }
            }
            return colors
        }
        var before: [String] = []
        try await serving(document(10, 45, 45)) { host, tcp in
            let seen = host.errors.lines.count
            // An allocation that only a history of changes can have.
            try folder.write("plugins.yaml", document(20, 35, 45))
            try await host.expectRecord("document applied", after: seen)
            before = try await colors(tcp)
            #expect(before.count == 200)
        }
        try await serving(document(20, 35, 45)) { host, tcp in
            #expect(try await colors(tcp) == before)
            let seen = host.errors.lines.count
            try folder.write("plugins.yaml", document(50, 35, 15))
            try await host.expectRecord("document applied", after: seen)
            let moved = zip(before, try await colors(tcp)).filter { $0 != $1 }
            #expect(!moved.isEmpty && moved.allSatisfy { $0.0 == "g" && $0.1 == "r" }, "\(moved)")
        }
    }

    @Test func `exposures are stored, and can be listed without a host`() async throws {
        let document = """
            flags:
              color: { variants: { red: r, blue: b }, default: red, split: { blue: 1 } }
              limit: 3

            """
        try await serving(document) { host, tcp in
            for key in ["anna", "ben"] { _ = try await tcp.flag("color", for: ["targetingKey": .text(key)]) }
            // A flag with the same value for everyone has no exposures.
            _ = try await tcp.flag("limit", for: ["targetingKey": "anna"])
            host.send(SIGTERM)
            try await host.expectExit(.code(0))
        }
        func flagstand(_ words: String...) async throws -> FlagCommandTests.Outcome {
            var command = HostCommand(["flags", "--exposures", "--state", "state"] + words)
            command.folder = folder.path
            return try await HostProcess.end(of: command)
        }
        let table = try await flagstand()
        #expect(table.exit == .code(0) && table.errors == "")
        let rows = table.output.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        #expect(rows.first == ["at", "flag", "variant", "reason", "key", "revision"])
        let told = rows.dropFirst().map { $0[1...4].joined(separator: " ") }
        #expect(told == ["color blue SPLIT anna", "color blue SPLIT ben"])
        let newest = try await flagstand("--limit", "1", "--json")
        #expect(newest.output.contains("\"ben\"") && !newest.output.contains("\"anna\""))
        let wrong = try await flagstand("--flag", "colr")
        #expect(wrong == (.code(0), "There are no exposures of \"colr\"; did you mean \"color\"?\n", ""))
    }
}
