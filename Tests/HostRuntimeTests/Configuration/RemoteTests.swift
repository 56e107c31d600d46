@_spi(Hosting) import FeatureKit
@_spi(Hosting) import FeatureTestKit
import HostConfig
import Testing

@testable import HostRuntime

/// A remote document over the local one.
@Suite(.timeLimit(.minutes(1))) struct RemoteTests {
    private let url = "https://config.example/prod.yaml"

    private func say(_ stand: KeepingStand, _ text: String, tag: String = "1") {
        stand.address.withLock {
            $0 = .fresh(bytes: Array(text.utf8), contentType: "application/yaml", tag: tag)
        }
    }

    /// Hears what the address says now, as the follower does.
    private func ask(_ stand: KeepingStand) async {
        guard let address = stand.configuration.orders?.document.remote else { return }
        let answer = stand.address.withLock { $0 }
        if await stand.configuration.follower.take(answer, of: address).isNews {
            await stand.configuration.noteChange(of: .address(address))
        }
        await stand.host.registry.settled()
    }

    @Test func `the remote document overrides the local one, which applies again when it is gone`() async throws {
        try await KeepingStand.run { stand async throws in
            say(stand, "features: { a: { enabled: false }, b: {} }\nflags: { size: 2 }")
            try await stand.save("features: { a: {} }\nflags: { size: 1, color: red }\nremote: \(url)")
            #expect(stand.state("a") == "off" && stand.state("b") == "active")
            #expect(stand.value("size") == 2 && stand.value("color") == "red")
            say(stand, "features: { b: {} }", tag: "2")
            await ask(stand)
            #expect(stand.state("a") == "active" && stand.value("size") == 1)
            #expect(stand.causes == [.start, .document(url)])
            try await stand.save("features: { a: {} }")
            #expect(stand.state("b") == "off")
        }
    }

    @Test func `an invalid remote document keeps its last content, and the local one still applies`() async throws {
        try await KeepingStand.run { stand async throws in
            say(stand, "features: { b: {} }")
            try await stand.save("features: { a: {} }\nremote: \(url)")
            for bad in ["features: { b: { enabeld: true } }", "features: [", "plugins: [x]", "remote: \(url)", ""] {
                say(stand, bad, tag: bad)
                await ask(stand)
                #expect(stand.state("b") == "active" && stand.configuration.isRefusing)
                #expect(stand.configuration.status.troubles.map(\.source) == [url], "\(bad)")
            }
            try await stand.save("features: { c: {}, a: {} }\nremote: \(url)")
            #expect(stand.state("c") == "active" && stand.state("b") == "active")
            say(stand, "{}", tag: "well")
            await ask(stand)
            #expect(
                stand.state("b") == "off" && stand.configuration.status.troubles == []
                    && !stand.configuration.isRefusing)
        }
    }

    @Test func `an address that is down at the start keeps its last content, but not another one's`() async throws {
        try await KeepingStand.run { stand async throws in
            say(stand, "features: { b: {} }")
            try await stand.save("features: { a: {} }\nremote: \(url)")
            stand.address.withLock { $0 = .failed("down") }
            try await stand.succeeded { next async throws in
                #expect(await next.configuration.read(force: true) == .applied)
                await next.host.registry.settled()
                #expect(next.state("b") == "active" && next.configuration.journal.revisions.count == 1)
                #expect(next.configuration.status.troubles.map(\.reason) == ["down"])
                try await next.save("features: { a: {} }\nremote: https://other.example/prod.yaml")
                #expect(next.state("b") == "off" && next.state("a") == "active")
            }
        }
    }

    @Test func `a remote document that fails is rolled back, and tried again only once it has changed`() async throws {
        try await KeepingStand.run { stand async throws in
            say(stand, "features: { b: {} }")
            try await stand.save("features: { a: {} }\nremote: \(url)")
            say(stand, "features: { b: { settings: { fails: true } } }", tag: "2")
            await ask(stand)
            await stand.judged()
            #expect(stand.state("b") == "active" && stand.causes.last == .goneBack(from: 2))
            await ask(stand)
            #expect(stand.configuration.journal.revisions.count == 3)
            say(stand, "features: { b: { settings: { size: 4 } } }", tag: "3")
            await ask(stand)
            await stand.judged()
            #expect(stand.configuration.journal.revisions.count == 4 && stand.state("b") == "active")
        }
    }
}
