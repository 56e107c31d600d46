import Glibc
import Testing

@testable import HostRuntime

extension WithOutsideFeatures {
    /// Questions that are open when the host stops.
    @Suite(.timeLimit(.minutes(2))) struct StoppingTests {
        private let venue: Venue

        init() throws {
            venue = try Venue()
            try #require(OutsideFeatures.current).ship("Errand", to: venue)
            try venue.save("errand: {}")
        }

        @Test func `whoever is being answered when the host stops is answered`() async throws {
            var command = venue.host
            command.arguments += ["--listen", "127.0.0.1:0"]
            try await HostProcess.run(command) { host in
                let tcp = try await host.expectListening()
                async let answer = tcp.ask("POST", "/api/v1/errand/wait")
                try await host.expectRecord("waiting", from: "errand")
                host.send(SIGTERM)
                let status = try await answer.status
                #expect(status == 204)
                try await host.expectExit(.code(0))
            }
        }

        @Test func `streams and connections that ask nothing don't hold it up`() async throws {
            var command = venue.host
            command.arguments += ["--listen", "127.0.0.1:0"]
            try await HostProcess.run(command) { host in
                let tcp = try await host.expectListening()
                let idle = try tcp.socket()
                try await tcp.follow("/api/v1/track/stream/track.status") { events in
                    try await events.expectEvent("\"mode\"")
                    host.send(SIGTERM)
                    let more: Bool? = try await events.first(within: HostProcess.limit) { _ in nil }
                    #expect(more == nil)
                }
                try await host.expectExit(.code(0))
                withExtendedLifetime(idle) {}
            }
        }
    }
}
