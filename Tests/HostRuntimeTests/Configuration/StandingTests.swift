@_spi(Hosting) import FeatureKit
@_spi(Hosting) import FeatureTestKit
import HostConfig
import TestSupport
import Testing

@testable import HostRuntime

/// Starts without sources, flags with errors, and how both are reported.
@Suite(.timeLimit(.minutes(1))) struct StandingTests {
    @Test func `without a valid document a host starts with the last good one, and says since when`() async throws {
        try await KeepingStand.run { stand async throws in
            #expect(try await stand.save("features: {") == .refused, "there is nothing to go back to")
            try await stand.save("features: { a: {} }")
            #expect(stand.configuration.status.troubles == [] && !stand.configuration.isRefusing)
            try stand.folder.remove("plugins.yaml")
            try await stand.succeeded { next async throws in
                #expect(await next.configuration.read(force: true) == .applied)
                await next.host.registry.settled()
                #expect(next.state("a") == "active" && next.configuration.journal.revisions.count == 1)
                let trouble = try #require(next.configuration.status.troubles.first)
                #expect(trouble.source == next.folder["plugins.yaml"] && trouble.since == next.clock.now)
                #expect(try await next.save("features: { a: {}, b: {} }") == .applied)
                #expect(next.configuration.status.troubles == [])
            }
            try stand.write("plugins.yaml", "features: { a: {}, b: { enabeld: true } }")
            try await stand.succeeded { next async throws in
                #expect(await next.configuration.read(force: true) == .applied)
                await next.host.registry.settled()
                #expect(next.state("b") == "active" && next.configuration.isRefusing)
                #expect(next.configuration.status.troubles.map(\.reason) == ["has errors"])
            }
        }
    }

    @Test func `an invalid flag of the document keeps its last valid definition, also after a restart`() async throws {
        let bad =
            "features: { a: {}, b: {} }\nflags: { size: { default: 5, variants: { x: 1 } }, color: blue, new: { defalt: 1 } }"
        try await KeepingStand.run { stand async throws in
            try await stand.save("features: { a: {} }\nflags: { size: 1, color: red }")
            #expect(try await stand.save(bad) == .applied)
            #expect(stand.value("size") == 1 && stand.value("color") == "blue" && stand.value("new") == nil)
            #expect(stand.state("b") == "active" && stand.configuration.status.invalidFlags == ["new", "size"])
            #expect(stand.configuration.status.rejections == 1)
            try await stand.succeeded { next async throws in
                #expect(await next.configuration.read(force: true) == .applied)
                #expect(next.value("size") == 1 && next.value("color") == "blue")
                try await next.save("features: { a: {} }\nflags: { size: 3, color: red }")
                #expect(next.value("size") == 3 && next.configuration.status.invalidFlags == [])
            }
        }
    }

    @Test func `a refused document is reported on the bus once`() async throws {
        try await KeepingStand.run { stand async throws in
            let heard = try stand.listen(to: .configRejected)
            try await stand.save("features: { a: {} }")
            try await stand.save("features: { a: {}, d: {} }")
            try await stand.save("features: { a: {}, d: {} }")
            var news = heard.makeAsyncIterator()
            let told = try #require(await news.next())
            #expect(
                told.payload.problems == [
                    "\(stand.folder["plugins.yaml"]):1:20: error: unknown feature \"d\"; "
                        + "is its folder named under plugins?"
                ])
            #expect(stand.configuration.status.rejections == 1)
        }
    }

    @Test func `if an applied document is lost, the file is used, and overrides stay`() async throws {
        try await KeepingStand.run { stand async throws in
            try await stand.save("features: { a: {} }")
            _ = try await stand.apply("features: { b: {} }")
            _ = try await stand.configuration.override(
                OverrideTarget(.featureEnabled, of: "c"), OverrideRequest(.truth(true)), by: KeepingStand.ann,
                within: .seconds(20))
            for name in try HostRuntime.Folder.names(in: stand.folder["state/revisions"], most: 100).names {
                try stand.write("state/revisions/\(name)", "damaged")
            }
            try await stand.succeeded { next async throws in
                #expect(next.configuration.status.damages > 0 && next.configuration.journal.aside == [:])
                // The content of an older revision is not shown, compared or brought back under the last one's number.
                let last = try #require(next.configuration.journal.last?.number)
                await #expect {
                    _ = try await next.configuration.content(of: last)
                } throws: { error in
                    guard case ConfigProblem.unreadableRevision(last, because: _)? = error as? ConfigProblem else {
                        return false
                    }
                    return true
                }
                #expect(await next.configuration.read(force: true) == .applied)
                await next.host.registry.settled()
                #expect(next.state("a") == "active" && next.state("c") == "active" && next.state("b") == "off")
            }
        }
    }
}
