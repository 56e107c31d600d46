import FeatureKit
import Foundation
import Glibc
import JSON
import TestSupport
import Testing

/// A folder of documents, invalid flags beside valid ones, and overrides that expire, in the real host.
@Suite(.timeLimit(.minutes(2)))
struct SeveralFilesTests {
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
        try folder.write("conf/10-base.yaml", TestFolder.document("flags: { color: red, size: 1 }"))
        try folder.write("conf/20-night.yaml", "flags: { color: black }\nfeatures: { ble: { enabled: false } }\n")
    }

    private func running(_ body: (HostProcess, Way) async throws -> Void) async throws {
        try await HostProcess.run(folder.run("--config", "conf", "--listen", "127.0.0.1:0")) { host in
            try await body(host, try await host.expectListening())
        }
    }

    @Test func `when a file is removed, the values that it overrode apply again`() async throws {
        try await running { host, tcp in
            #expect(try await tcp.flag("color").json()["value"] == "black")
            #expect(try await tcp.flag("size").json()["value"] == 1)
            var seen = host.errors.lines.count
            try folder.remove("conf/20-night.yaml")
            try await host.expectState("active", of: "ble", after: seen)
            try await host.expectRecord("document applied", after: seen)
            #expect(try await tcp.flag("color").json()["value"] == "red")
            seen = host.errors.lines.count
            // A file with another extension is ignored.
            try folder.write("conf/notes.txt", "flags: { color: pink }\n")
            try folder.write("conf/30-day.json", #"{"flags": {"size": 3}}"#)
            try await host.expectRecord("document applied", after: seen)
            #expect(try await tcp.flag("color").json()["value"] == "red")
            #expect(try await tcp.flag("size").json()["value"] == 3)
            let layers = try await folder.localSocket.get("/ops/v1/config").json()["layers"]
            #expect("\(layers ?? .null)".contains("30-day.json"), "\(layers ?? .null)")
        }
    }

    @Test func `with one invalid file nothing changes`() async throws {
        try await running { host, tcp in
            let seen = host.errors.lines.count
            try folder.write("conf/30-day.yaml", "flags: { size: 3 }\nfeatures: { bel: {} }\n")
            try await host.expectRecord("document refused; what runs stays as it is", after: seen)
            #expect(host.complaints.contains { $0.contains("30-day.yaml:2:13: error: unknown feature \"bel\"") })
            #expect(try await tcp.flag("size").json()["value"] == 1)
            let remark = try await folder.remark() ?? ""
            #expect(remark.contains("stale since ") && remark.contains("has errors"), "\(remark)")
            #expect(try await folder.metric("flagstand_document_refused ") == ["1"])
            try folder.remove("conf/30-day.yaml")
            _ = try await host.errors.first(within: HostProcess.limit) { lines in
                lines.dropFirst(seen).first { LogLine($0)?.message == "document applied" }
            }
            #expect(try await folder.remark() == nil)
            #expect(try await folder.metric("flagstand_document_refused ") == ["0"])
        }
    }

    @Test func `an invalid flag keeps its last definition, with an error, also after a restart`() async throws {
        try await running { host, tcp in
            var seen = host.errors.lines.count
            try folder.write("conf/30-day.yaml", "flags: { color: white, size: 3 }\n")
            try await host.expectRecord("document applied", after: seen)
            try await HostProcess.run(trace("**")) { trace in
                // A follower that got one event gets those after it.
                #expect(try await folder.flagstand("toggle", "ble", "on").exit == .code(0))
                _ = try await trace.output.first(within: HostProcess.limit) { $0.first }
                seen = host.errors.lines.count
                try folder.write(
                    "conf/30-day.yaml",
                    "flags: { color: { defalt: 1 }, size: 4, shape: { variants: { a: 1 }, default: b } }\n")
                try await host.expectRecord("document applied", after: seen)
                let line = try await trace.output.first(within: HostProcess.limit) { lines in
                    lines.first { $0.contains("\"config.rejected\"") }
                }
                #expect(line?.contains("defalt") == true, "\(line ?? "nothing")")
            }
            #expect(try await tcp.flag("color").json()["value"] == "white")
            #expect(try await tcp.flag("size").json()["value"] == 4)
            #expect(try await tcp.flag("shape").status == 404)
            let remark = try await folder.remark() ?? ""
            #expect(remark.contains("flags with errors are as they were: color, shape"), "\(remark)")
            #expect(host.complaints.contains { $0.contains("30-day.yaml:1:") && $0.contains("defalt") })
            #expect(try await folder.metric("flagstand_config_rejected_total ") == ["1"])
            host.send(SIGKILL)
            try await host.expectExit(.signal(SIGKILL))
        }
        try await running { _, tcp in
            #expect(try await tcp.flag("color").json()["value"] == "white")
            #expect(try await tcp.flag("size").json()["value"] == 4)
            let remark = try await folder.remark() ?? ""
            #expect(remark.contains("flags with errors are as they were: color, shape"), "\(remark)")
        }
    }

    private func trace(_ topic: String) -> HostCommand {
        var command = HostCommand(["trace", topic, "--state", "state"])
        command.folder = folder.path
        return command
    }

    @Test func `each override expires at its own end, also across a restart`() async throws {
        try await running { host, tcp in
            #expect(
                try await folder.flagstand("override", "flags/size/enabled", "false", "--for", "1s").exit == .code(0))
            try await host.expectRecord("override expired", ["target": "flags/size/enabled"])
            #expect(try await tcp.flag("size").json()["value"] == 1)
            let on = try await folder.flagstand("toggle", "ble", "on", "--for", "5s", "--reason", "a look")
            #expect(on.exit == .code(0), "\(on)")
            #expect(
                try await folder.flagstand("override", "flags/size/enabled", "false", "--for", "1h").exit == .code(0))
            host.send(SIGKILL)
            try await host.expectExit(.signal(SIGKILL))
        }
        try await running { host, _ in
            try await host.expectRecord("override expired", ["target": "features/ble/enabled"])
            let list = try await folder.flagstand("overrides")
            #expect(list.output.contains("flags/size/enabled") && !list.output.contains("features/ble"), "\(list)")
            #expect(try await folder.flagstand("history").output.contains("lapse of flags/size/enabled"))
            let reset = try await folder.flagstand("override", "flags/size/enabled", "reset")
            #expect(reset.exit == .code(0), "\(reset)")
            #expect(try await folder.flagstand("overrides").output.split(separator: "\n").count == 1)
        }
    }
}
