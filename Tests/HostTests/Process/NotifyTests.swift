import Glibc
import TestSupport
import Testing

/// What a service manager hears from a host.
@Suite(.timeLimit(.minutes(2)))
struct NotifyTests {
    enum Place: CaseIterable {
        case path, abstract
    }

    private func name(_ place: Place, in folder: TestFolder) -> String {
        place == .path ? folder["notify"] : "@flagstand-\(getpid())-\(UInt64.random(in: 0 ... .max))"
    }

    @Test(arguments: Place.allCases)
    func `up, reloading, up again, going down`(place: Place) async throws {
        let folder = try TestFolder.withDocument()
        let name = name(place, in: folder)
        try await ServiceManagerSocket.listen(at: name) { manager in
            var command = folder.run()
            command.environment["NOTIFY_SOCKET"] = name
            let reloadedAfter = try await HostProcess.run(command) { host in
                try await manager.expect("READY=1")
                let uptime = Self.uptime()
                host.send(SIGHUP)
                try await manager.expect("READY=1", times: 2)
                host.send(SIGTERM)
                try await host.expectExit(.code(0))
                return uptime
            }
            try await manager.expect("STOPPING=1")
            let messages = manager.messages.lines.filter { !$0.hasPrefix("STATUS=") }
            try #require(messages.count == 4, "\(messages)")
            let reloading = messages[1].split(separator: "\n")
            #expect(messages[0] == "READY=1" && messages[2] == "READY=1" && messages[3] == "STOPPING=1")
            #expect(reloading.first == "RELOADING=1" && reloading.count == 2)
            let moment = try #require(reloading.last?.wholeMatch(of: /MONOTONIC_USEC=(\d+)/).flatMap { Int64($0.1) })
            #expect((reloadedAfter...Self.uptime()).contains(moment))
        }
    }

    @Test func `its status line follows the features`() async throws {
        let folder = try TestFolder.withDocument()
        try await ServiceManagerSocket.listen(at: folder["notify"]) { manager in
            var command = folder.run()
            command.environment["NOTIFY_SOCKET"] = folder["notify"]
            try await HostProcess.run(command) { _ in
                try await manager.expect("STATUS=ble active, track active")
                try folder.write("plugins.yaml", TestFolder.document(ble: false))
                try await manager.expect("STATUS=track active")
                try folder.write("plugins.yaml", "features: { track: { enabled: false, force: a test } }\n")
                try await manager.expect("STATUS=no features")
            }
        }
    }

    @Test func `the watchdog is fed for as long as the host lives`() async throws {
        let folder = try TestFolder.withDocument()
        try await ServiceManagerSocket.listen(at: folder["notify"]) { manager in
            var command = folder.run()
            command.environment["NOTIFY_SOCKET"] = folder["notify"]
            command.environment["WATCHDOG_USEC"] = "20000"
            try await HostProcess.run(command) { _ in try await manager.expect("WATCHDOG=1", times: 5) }
        }
    }

    @Test func `a manager that is not there hurts nobody`() async throws {
        let folder = try TestFolder.withDocument()
        var command = folder.run()
        command.environment["NOTIFY_SOCKET"] = folder["nobody"]
        command.environment["WATCHDOG_USEC"] = "10000"
        try await HostProcess.run(command) { host in
            try await host.expectReady("ble active, track active")
            host.send(SIGTERM)
            try await host.expectExit(.code(0))
            #expect(host.complaints == [])
        }
    }

    /// The machine's monotonic time in microseconds, as `sd_notify` has it.
    private static func uptime() -> Int64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
    }
}
