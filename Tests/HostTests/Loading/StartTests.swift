import Glibc
import TestSupport
import Testing

/// A host starts with what it is built with and ends when it is told to.
@Suite struct StartTests {
    @Test func everyBuiltInFeatureStarts() async throws {
        let venue = try Venue()
        try venue.save()
        try await HostProcess.run(venue.host) { host in
            try await host.expectReady("ble active, track active")
            host.send(SIGTERM)
            try await host.expectExit(.code(0))
            #expect(host.complaints == [])
        }
    }
}
