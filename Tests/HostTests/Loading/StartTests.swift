import Glibc
import Testing

/// A host starts with what it is built with and ends when it is told to.
@Suite struct StartTests {
    @Test func everyBuiltInFeatureStarts() async throws {
        let folder = try TestFolder()
        try folder.copy("\(Built.tree)/samples/lap.btsnoop", to: "lap.btsnoop")
        try folder.write("plugins.yaml", "features: { ble: { settings: { capture: lap.btsnoop } }, track: {} }\n")
        try await HostProcess.run(folder.run()) { host in
            try await host.expectReady("ble active, track active")
            host.send(SIGTERM)
            try await host.expectExit(.code(0))
            #expect(host.complaints == [])
        }
    }
}
