import Glibc
import Testing

extension WithOutsideFeatures {
    /// A feature that is slow to become ready keeps the host from nothing.
    @Suite(.timeLimit(.minutes(2))) struct SlowStartTests {
        private let venue: Venue

        init() throws {
            venue = try Venue()
            try #require(OutsideFeatures.current).ship("Dawdle", to: venue)
            try venue.save("dawdle: {}")
        }

        /// Waits until all but the slow one have started, and makes sure that nobody says more.
        private func expectStarting(_ host: HostProcess) async throws {
            try await host.expectRecord("dawdling", from: "dawdle")
            try await host.expectState("active", of: "track")
            #expect(!host.errors.lines.contains { $0.hasPrefix("flagstand: ready") })
        }

        /// Nothing here may end because the host's patience did.
        private func expectPatience(_ host: HostProcess) {
            #expect(!host.records.contains { $0.fields["state"] == "failed" })
        }

        @Test func theHostCanBeToldToStop() async throws {
            try await HostProcess.run(venue.host) { host in
                try await expectStarting(host)
                host.send(SIGTERM)
                try await host.expectExit(.code(0))
                expectPatience(host)
                #expect(!host.errors.lines.contains { $0.hasPrefix("flagstand: ready") })
            }
        }

        @Test func itCanBeSwitchedOff() async throws {
            try await HostProcess.run(venue.host) { host in
                try await expectStarting(host)
                try venue.save()
                try await host.expectReady("ble active, track active")
                try await host.expectState("off", of: "dawdle")
                expectPatience(host)
            }
        }

        @Test func itCanBeReloadedAround() async throws {
            try await HostProcess.run(venue.host) { host in
                try await expectStarting(host)
                let seen = host.errors.lines.count
                host.send(SIGHUP)
                try await host.expectRecord("document applied", after: seen)
                // A reload that waits for the slow one keeps nobody from stopping the host either.
                host.send(SIGTERM)
                try await host.expectExit(.code(0))
                expectPatience(host)
            }
        }
    }
}
