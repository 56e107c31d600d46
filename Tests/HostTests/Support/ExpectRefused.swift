import Glibc
import Testing

extension Venue {
    /// Runs a host whose feature `lamp` can't be used, and expects that it says so and that everything else runs.
    ///
    /// - Parameters:
    ///   - complaints: All that the host complains about, word for word.
    ///   - reason: What the feature's state gives as the reason.
    func expectRefused(
        _ complaints: String..., because reason: String, at place: SourceLocation = #_sourceLocation
    ) async throws {
        try save("lamp: {}")
        try await HostProcess.run(host) { host in
            try await host.expectReady("ble active, lamp failed, track active", at: place)
            let state = try await host.expectState("failed", of: "lamp", at: place)
            #expect(state.fields["reason"] == reason, sourceLocation: place)
            #expect(host.complaints == complaints, sourceLocation: place)
            host.send(SIGTERM)
            try await host.expectExit(.code(0), at: place)
        }
    }
}
