import Glibc
import TestSupport
import Testing

/// What the system asks of a host, and what two hosts make of one folder.
@Suite(.timeLimit(.minutes(2)))
struct StopAndReloadTests {
    @Test(arguments: [(SIGTERM, "SIGTERM"), (SIGINT, "SIGINT")])
    func `told to stop, it stops its features and is fine`(signal: Int32, name: String) async throws {
        let folder = try TestFolder.withDocument()
        try await HostProcess.run(folder.run()) { host in
            try await host.expectReady("ble active, track active")
            let seen = host.errors.lines.count
            host.send(signal)
            try await host.expectExit(.code(0))
            _ = try await host.errors.first(within: HostProcess.limit) { _ in nil as Void? }
            let records = host.errors.lines.dropFirst(seen).compactMap(LogLine.init)
            #expect(records.first?.message == "stopping")
            #expect(records.first?.fields["because"] == "\(name) from pid \(getpid())")
            // What came after `ble` stops before it.
            let gone = records.filter { $0.fields["state"] == "off" }.compactMap { $0.fields["id"] }
            #expect(gone == ["track", "ble"])
            #expect(host.complaints == [])
        }
    }

    @Test func `a hang-up makes it read the document again`() async throws {
        let folder = try TestFolder.withDocument()
        try await HostProcess.run(folder.run()) { host in
            try await host.expectReady()
            let seen = host.errors.lines.count
            host.send(SIGHUP)
            try await host.expectRecord("reloading", ["because": "SIGHUP from pid \(getpid())"], after: seen)
            try await host.expectRecord("reloaded", ["document": "applied"], after: seen)
            // The same document: nothing had to change.
            #expect(!host.records.dropFirst(seen).contains { $0.message == "feature state" })
            host.send(SIGTERM)
            try await host.expectExit(.code(0))
        }
    }

    @Test func `a second host on the same state is refused and disturbs nobody`() async throws {
        let folder = try TestFolder.withDocument()
        try await HostProcess.run(folder.run()) { host in
            try await host.expectReady()
            let second = try await HostProcess.end(of: folder.run())
            #expect(second.exit == .code(1))
            #expect(second.errors == "\(folder["state"]): error: in use by pid \(host.id)\n")

            let seen = host.errors.lines.count
            try folder.write("plugins.yaml", TestFolder.document(ble: false))
            try await host.expectState("off", of: "ble", after: seen)
            host.send(SIGTERM)
            try await host.expectExit(.code(0))
        }
        // What a host leaves behind keeps nobody out; nor does one that was killed.
        try await HostProcess.run(folder.run()) { host in
            try await host.expectReady()
            host.send(SIGKILL)
            try await host.expectExit(.signal(SIGKILL))
        }
        try await HostProcess.run(folder.run()) { try await $0.expectReady() }
    }

    @Test func `without a state folder of its own it makes one beside the document`() async throws {
        let folder = try TestFolder.withDocument()
        var command = folder.run()
        command.arguments = ["run"]
        try await HostProcess.run(command) { host in
            try await host.expectReady()
            let second = try await HostProcess.end(of: command)
            let state = folder[".flagstand"]
            #expect(second.errors == "\(state): error: in use by pid \(host.id)\n")
        }
        // The service manager's folder goes before it.
        command.environment["STATE_DIRECTORY"] = "\(folder["first"]):\(folder["second"])"
        try await HostProcess.run(command) { host in
            try await host.expectReady()
            let second = try await HostProcess.end(of: command)
            #expect(second.errors == "\(folder["first"]): error: in use by pid \(host.id)\n")
        }
    }

    @Test func `a state folder that is a file is refused`() async throws {
        let folder = try TestFolder.withDocument()
        try folder.write("state", "")
        let host = try await HostProcess.end(of: folder.run())
        #expect(host.exit == .code(1))
        #expect(host.errors == "\(folder["state"]): error: is not a folder; name another one with --state DIR\n")
    }

    @Test func `without a document it does not start`() async throws {
        let folder = try TestFolder()
        let host = try await HostProcess.end(of: folder.run())
        #expect(host.exit == .code(1))
        let records = host.errors.split(separator: "\n").compactMap { LogLine(String($0)) }
        #expect(
            records.map(\.message) == ["plugins.yaml: error: no such file", "document refused; nothing was started"])
        #expect(records.allSatisfy { $0.level == "error" })
    }

    @Test func `with a bad document it does not start`() async throws {
        let folder = try TestFolder()
        try folder.write("other.yaml", "features: { bel: {} }\n")
        let host = try await HostProcess.end(of: folder.run("--config", "other.yaml"))
        #expect(host.exit == .code(1))
        let messages = host.errors.split(separator: "\n").compactMap { LogLine(String($0))?.message }
        #expect(
            messages == [
                #"other.yaml:1:13: error: unknown feature "bel"; did you mean "ble"?"#,
                "document refused; nothing was started",
            ])
    }
}
