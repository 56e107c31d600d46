@_spi(Hosting) import FeatureKit
import Foundation
import JSON
import TestSupport
import Testing

@testable import HostRuntime

/// A feature that says the secret of its settings wherever it can; nobody gets to read it.
@Suite(.timeLimit(.minutes(2))) struct SpokenSecretTests {
    private static let word = #"sw0rd"f1sh\and-more-than-twelve"#

    @Test func `what a feature says of its secrets reaches no log, no reason and no evidence`() async throws {
        let brittle = try Brittle()
        try brittle.folder.write("word", Self.word + "\n")
        try brittle.save("{ settings: { word: { secret: file:word } } }")
        try await brittle.running { host, tcp in
            _ = try await Brittle.tell(tcp, "blab")
            try await host.expectState("failed", of: "brittle")
            let feature = try await brittle.folder.localSocket.get("/ops/v1/features/brittle")
            let run = try #require(try feature.json().list("runs").first)
            let lines = run["evidence"]?.texts("lastLines") ?? []
            #expect(lines.contains { $0.contains("nobody takes <redacted>") }, "\(lines)")
            let why = try await brittle.folder.flagstand("features", "--why", "brittle").output
            #expect(why.contains("the word is <redacted>"), "\(why)")
            try await host.expectLine(containing: "can't sign in with <redacted>")
            for told in [feature.text, why, host.errors.text, host.output.text] {
                #expect(!told.contains("f1sh") && !told.contains("more-than-twelve"), "\(told)")
            }
        }
    }
}
