import FeatureKit
import Glibc
import TestSupport
import Testing

@testable import HostRuntime

extension WithOutsideFeatures {
    /// Requests that are open when the host stops.
    @Suite(.timeLimit(.minutes(2))) struct StoppingTests {
        private let venue: Venue

        init() throws {
            venue = try Venue()
            try #require(OutsideFeatures.current).ship("Delivery", to: venue)
            try venue.save("delivery: {}")
        }

        @Test func `a request that is being handled when the host stops is answered`() async throws {
            var command = venue.host
            command.arguments += ["--listen", "127.0.0.1:0"]
            try await HostProcess.run(command) { host in
                let tcp = try await host.expectListening()
                async let answer = tcp.ask("POST", "/api/v1/delivery/wait")
                try await host.expectRecord("waiting", from: "delivery")
                host.send(SIGTERM)
                let status = try await answer.status
                #expect(status == 204)
                try await host.expectExit(.code(0))
            }
        }

        @Test func `while features stop the host says so, to probes and to operators`() async throws {
            var command = venue.host
            command.arguments += ["--listen", "127.0.0.1:0"]
            try await HostProcess.run(command) { host in
                let tcp = try await host.expectListening()
                async let answer = tcp.ask("POST", "/api/v1/delivery/hold")
                try await host.expectRecord("holding", from: "delivery")
                host.send(SIGTERM)
                try await host.expectState("stopping", of: "delivery")
                let probe = try await tcp.get("/readyz")
                #expect(probe.status == 503)
                #expect(try probe.json()["checks"]?["host"]?["reason"] == "it is stopping")
                var features = HostCommand(["features", "--state", "state"])
                features.folder = venue.folder.path
                let told = try await HostProcess.end(of: features)
                #expect(told.exit == .code(0) && told.output.hasSuffix("the host is stopping\n"), "\(told)")
                _ = try? await answer
                try await host.expectExit(.code(0))
            }
        }

        @Test func `streams and idle connections do not delay the stop`() async throws {
            var command = venue.host
            command.arguments += ["--listen", "127.0.0.1:0"]
            try await HostProcess.run(command) { host in
                let tcp = try await host.expectListening()
                let idle = try tcp.socket()
                try await tcp.follow("/api/v1/track/stream/track.status") { events in
                    try await events.expectEvent("\"mode\"")
                    host.send(SIGTERM)
                    try await events.expectEvent(#"{"reason":"stopping"}"#)
                    let more: Bool? = try await events.first(within: HostProcess.limit) { _ in nil }
                    #expect(more == nil)
                }
                try await host.expectExit(.code(0))
                withExtendedLifetime(idle) {}
            }
        }
    }
}
