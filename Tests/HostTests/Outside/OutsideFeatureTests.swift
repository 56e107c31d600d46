import Foundation
import Glibc
import TestSupport
import Testing

extension WithOutsideFeatures {
    /// Features that were built elsewhere, against an older minor version of the kit, run without rebuilding the host.
    @Suite struct OutsideFeatureTests {
        private let venue: Venue
        private let outside: OutsideFeatures

        init() throws {
            venue = try Venue()
            outside = try #require(OutsideFeatures.current)
        }

        /// Its code knows nothing of a field in the middle of its context, its types nothing of a protocol.
        @Test func theyPublishServeAndStop() async throws {
            try outside.ship("Glow", to: venue)
            try outside.ship("Witness", to: venue)
            try venue.save("glow: { settings: { level: 7 } }", "witness: {}")
            try await HostProcess.run(venue.host) { host in
                try await host.expectReady("ble active, glow active, track active, witness active")
                try await host.expectRecord("glow", ["seen": "7", "asked": "7", "from": "glow"], from: "witness")
                try await host.expectRecord("active", ["id": "glow", "because": "host", "shine": "7"], from: "glow")
                host.send(SIGTERM)
                try await host.expectExit(.code(0))
                #expect(host.complaints == [])
            }
        }

        /// New settings reach it by a restart, since its kit knew of nothing else.
        @Test func newSettingsReachThem() async throws {
            try outside.ship("Glow", to: venue)
            try outside.ship("Witness", to: venue)
            try venue.save("glow: {}", "witness: {}")
            try await HostProcess.run(venue.host) { host in
                try await host.expectReady()
                try await host.expectRecord("glow", ["seen": "1", "asked": "1"], from: "witness")
                try venue.save("glow: { settings: { level: 42 } }", "witness: {}")
                try await host.expectRecord("glow", ["seen": "42", "asked": "42"], from: "witness")
                #expect(host.complaints == [])
            }
        }

        @Test func oneThatIsDroppedInWhileTheHostRunsLoads() async throws {
            try venue.save()
            try await HostProcess.run(venue.host) { host in
                try await host.expectReady("ble active, track active")
                try outside.ship("Glow", to: venue)
                try venue.save("glow: {}")
                try await host.expectState("active", of: "glow")
                #expect(host.complaints == [])
            }
        }

        /// The reader is to blame, and only it.
        @Test func oneThatMeansOtherDataIsRefused() async throws {
            try outside.ship("Rival", to: venue)
            try venue.save("rival: {}")
            try await HostProcess.run(venue.host) { host in
                try await host.expectReady("ble active, rival failed, track active")
                let words =
                    "topic \"ble.sighted\" has another Shape in \"rival\" than in \"ble\": at zone, \"rival\" says a text, "
                    + "\"ble\" says a whole number; make both the same and build again"
                #expect(host.complaints == ["\(venue.file(of: "rival", "feature.yaml")): error: \(words)"])
                let state = try await host.expectState("failed", of: "rival")
                #expect(state.fields["reason"] == words)
            }
        }

        /// The document was there first; nobody has to change it again.
        @Test func oneThatIsDroppedInAfterItWasNamedLoads() async throws {
            try venue.save()
            try await HostProcess.run(venue.host) { host in
                try await host.expectReady()
                try venue.save("glow: {}")
                try await host.expectLine(containing: "unknown feature \\\"glow\\\"")
                try outside.ship("Glow", to: venue)
                try venue.save("glow: {}")
                try await host.expectState("active", of: "glow")
            }
        }

        /// A mistake in the manifest of what runs is told, and changes nothing: what is not written in the document is
        /// still what the library says it is.
        @Test func aMistakeMadeMeanwhileChangesNothing() async throws {
            try outside.ship("Glow", to: venue)
            try venue.save("glow: {}")
            try await HostProcess.run(venue.host) { host in
                try await host.expectReady()
                let seen = host.errors.lines.count
                try venue.add("glow", manifest: "id: glow\nneds: [ble]\n")
                try venue.folder.remove(venue.path(of: "glow", "libGlowFeature.so"))
                try venue.save("glow: {}", log: "debug")
                try await host.expectRecord("document applied", after: seen)
                let manifest = venue.file(of: "glow", "feature.yaml")
                #expect(
                    host.complaints.contains("\(manifest):2:1: error: unknown key \"neds\"; did you mean \"needs\"?"))

                // New settings still reach it, and are the first that it is started again for.
                try venue.save("glow: { settings: { level: 8 } }")
                try await host.expectRecord("active", ["shine": "8"], from: "glow")
                let starts = host.records.filter { $0.fields["id"] == "glow" && $0.fields["state"] == "starting" }
                #expect(starts.count == 2)
            }
        }
    }
}
