@_spi(Hosting) import FeatureKit
@_spi(Hosting) import FeatureTestKit
import RudeServer
import Testing

@testable import TrackStatusFeature

/// The network as the whole feature hears it.
@Suite(.timeLimit(.minutes(2))) struct TrackNetworkTests {
    /// A network that cannot be reached does not hold the feature up, and the reason is published.
    @Test func `why nothing comes is published`() async throws {
        var settings = Track.Settings()
        settings.network = NetworkSettings(url: "http://127.0.0.1:1/state?key=s3cret")
        try await withFeature(Track.self, settings: settings) { probe in
            let status = try await probe.expect(Status.topic) { $0.sources.network?.problem != nil }
            #expect(status.stale && status.mode == .unknown)
            #expect(status.sources.network?.problem == "cannot be reached: Couldn't connect to server")
            #expect(!probe.log.lines.contains { "\($0)".contains("s3cret") })
        }
    }

    /// Nobody waits for a server that hangs: `withFeature` stops the feature and records where it does not return.
    @Test(arguments: [false, true]) func `a server that hangs holds up no stop`(isStream: Bool) async throws {
        try await RudeServer.serve { _ in
            [.say("HTTP/1.1 200 OK\r\n"), .wait]
        } _: { server in
            var settings = Track.Settings()
            settings.network = NetworkSettings(
                url: server.address, stream: isStream, timeout: .seconds(300), stale: .seconds(600))
            let clock = ContinuousClock()
            var start = clock.now
            try await withFeature(Track.self, settings: settings) { _ in
                await server.isAsked()
                start = clock.now
            }
            // Far less than the timeout of 300 s, and more than a busy machine takes.
            #expect(clock.now - start < .seconds(30))
        }
    }
}
