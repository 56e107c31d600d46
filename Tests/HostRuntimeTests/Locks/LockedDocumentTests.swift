@_spi(Hosting) import FeatureKit
@_spi(Hosting) import FeatureTestKit
import HostConfig
import TestSupport
import Testing

@testable import HostRuntime

/// Documents that would stop a locked feature are refused as a whole, unless they give a reason with `force`.
@Suite(.timeLimit(.minutes(1))) struct LockedDocumentTests {
    private static let example = LockStand.example
    private static let unnamed =
        "safe is locked and on: a document that does not name safe switches it off; one that means it says safe: \(example)"
    private static let off = "safe is locked and on: who switches safe off says why, as in \(example)"

    static let bad: [(String, [String])] = [
        ("features: { power: {} }", ["1: error: \(unnamed)"]),
        ("{}", ["1: error: \(unnamed)"]),
        ("features: { power: {}, safe: { enabled: false } }", ["1:41: error: \(off)"]),
        (
            "features: { safe: {}, lamp: {} }",
            [
                "1: error: safe is locked and on, and needs power: a document that does not name power switches it off; "
                    + "one that means it says power: \(example)"
            ]
        ),
        (
            "features: { safe: {}, power: { enabled: false } }",
            ["1:41: error: safe is locked and on, and needs power: who switches power off says why, as in \(example)"]
        ),
        (
            "features: { safe: {}, power: { rollout: 0% } }",
            ["1:23: error: safe is locked and on, and needs power: this gate of power lets nobody in"]
        ),
        (
            "features: { power: {}, safe: { rollout: 100% } }",
            ["1:32: error: safe is locked: everybody has it or nobody, so that \"rollout\" can't stand here"]
        ),
    ]

    /// With the name of the file and without the line where the whole file is meant.
    private func words(_ headlines: [String], in file: String) -> [String] {
        headlines.map { $0.hasPrefix("1: ") ? "\(file):\($0.dropFirst(2))" : "\(file):\($0)" }
    }

    @Test(arguments: bad)
    func `Saving, planning or applying it changes nothing`(document: String, headlines: [String]) async throws {
        try await LockStand.run { stand async throws in
            let previous = await stand.configuration.content
            #expect(try await stand.save(document) == .refused)
            #expect(stand.rejected == words(headlines, in: "plugins.yaml"))
            #expect(await stand.refusal(ofApplying: document) == words(headlines, in: "new.yaml"))
            #expect(await stand.refusal(ofPlanning: document) == words(headlines, in: "new.yaml"))
            #expect(await stand.configuration.content == previous && stand.state("safe") == "active")
            #expect(stand.causes == [.start] && stand.configuration.isRefusing)
        }
    }

    @Test func `With force the feature is off, with a warning, and --why gives the reason`() async throws {
        try await LockStand.run { stand async throws in
            #expect(try await stand.save("features: { power: {}, safe: \(Self.example) }") == .applied)
            #expect(stand.state("safe") == "off")
            #expect(try stand.why("safe") == ["safe is off: the document says so: \"the season is over\""])
            let told = stand.host.log.messages(.warning).filter { $0.contains("is locked") }
            let words = ":1:48: warning: safe is locked, and off by force: the season is over"
            #expect(told.count == 1 && told[0].hasSuffix(words), "\(told)")
            // It is off already: the reason may be removed from the document, and so may the feature.
            #expect(try await stand.save("features: { power: {}, safe: { enabled: false } }") == .applied)
            #expect(try await stand.save("features: { power: {} }") == .applied)
            // Switching on takes no force, and then it is locked again.
            #expect(try await stand.save(LockStand.on) == .applied)
            #expect(stand.state("safe") == "active")
            #expect(try await stand.save("features: { power: {} }") == .refused)
        }
    }

    @Test func `Force on a feature that it needs is enough`() async throws {
        try await LockStand.run { stand async throws in
            #expect(try await stand.save("features: { safe: {}, power: \(Self.example) }") == .applied)
            #expect(stand.state("safe") == "waiting")
            let told = stand.host.log.messages(.warning).filter { $0.contains("is locked") }
            #expect(
                told.first?.hasSuffix(
                    "safe is locked, and off, since it needs power, which is off by force: the season is over") == true)
        }
    }

    @Test func `A first document is not restricted, and a feature that is off may be removed`() async throws {
        for document in ["features: { safe: { enabled: false }, power: {} }", "features: { power: {} }"] {
            try await LockStand.run(document) { stand async throws in
                #expect(try await stand.save("{}") == .applied)
                #expect(stand.configuration.journal.locked == [])
            }
        }
    }

    @Test(arguments: ["features: { power: {} }", "features: { power: {}, safe: { enabled: false } }", "{}"])
    func `While an override keeps it on no document may drop it, also after a restart`(document: String) async throws {
        try await LockStand.run { stand async throws in
            try await stand.say("features/safe/enabled", false, because: "over", force: true)
            try await stand.say("features/safe/enabled", true)
            let previous = await stand.configuration.content
            #expect(try await stand.save(document) == .refused)
            #expect(stand.rejected?.first?.contains("safe is locked and on") == true)
            #expect(await stand.refusal(ofApplying: document) != nil)
            #expect(await stand.refusal(ofPlanning: document) != nil)
            #expect(await stand.configuration.content == previous && stand.state("safe") == "active")
            try await stand.succeeded { next async throws in
                #expect(await next.configuration.read(force: true) == .applied)
                await next.host.registry.settled()
                #expect(next.configuration.isRefusing && next.state("safe") == "active")
                #expect(await next.configuration.content.layers == previous.layers)
            }
        }
    }

    @Test func `No document may drop a feature that it needs and an override keeps on`() async throws {
        try await LockStand.run { stand async throws in
            try await stand.say("features/power/enabled", true)
            #expect(try await stand.save("features: { safe: {} }") == .refused)
            #expect(
                stand.rejected?.first?.hasPrefix(
                    "plugins.yaml: error: safe is locked and on, and needs power: a document that does not name power")
                    == true)
            #expect(try await stand.save("features: { safe: {}, power: {}, lamp: {} }") == .applied)
        }
    }

    @Test func `A document may drop it with force, and the override keeps it on`() async throws {
        try await LockStand.run { stand async throws in
            try await stand.say("features/safe/enabled", true)
            #expect(try await stand.save("features: { power: {}, safe: \(Self.example) }") == .applied)
            #expect(stand.state("safe") == "active")
            // It is still on, and no warning says that it is off.
            #expect(stand.host.log.messages(.warning).filter { $0.contains("is locked") } == [])
            #expect(
                stand.configuration.journal.locked == ["safe"] && stand.configuration.journal.lockedByDocuments == [])
            // No document names it any more.
            #expect(try await stand.save("features: { power: {} }") == .applied)
            #expect(stand.state("safe") == "active")
            try await stand.succeeded { next async throws in
                try await next.save("features: { power: {}, lamp: {} }")
                #expect(next.state("safe") == "active" && !next.configuration.isRefusing)
            }
        }
    }

    @Test func `A feature that only an override switched on is locked against documents`() async throws {
        try await LockStand.run("features: { power: {}, lamp: {} }") { stand async throws in
            try await stand.say("features/safe/enabled", true)
            // It is on although the documents never named it.
            #expect(try await stand.save("features: { power: {} }") == .applied)
            #expect(stand.state("safe") == "active")
            #expect(try await stand.save("features: { lamp: {} }") == .refused)
        }
        try await LockStand.run("features: { power: {}, lamp: {} }") { stand async throws in
            // This override expires, and then the feature would be off.
            try await stand.say("features/safe/enabled", true, for: .seconds(7_200))
            #expect(try await stand.save("features: { power: {} }") == .applied)
            try await stand.save(LockStand.on)
            #expect(try await stand.save("features: { power: {} }") == .refused)
        }
    }

    @Test func `A rollback to a document without it is refused, and with force it is not`() async throws {
        try await LockStand.run("features: { power: {}, lamp: {} }") { stand async throws in
            try await stand.save(LockStand.on)
            #expect(
                await stand.refusal(ofRollingBackTo: 1) == words(["1: error: \(Self.unnamed)"], in: "plugins.yaml"))
            #expect(stand.state("safe") == "active")
            try await stand.save("features: { power: {}, safe: \(Self.example) }")
            try await stand.save(LockStand.on)
            _ = try await stand.rollBack(to: 3)
            await stand.host.registry.settled()
            #expect(stand.state("safe") == "off")
        }
    }

    @Test func `A rollback does not switch it off by old overrides`() async throws {
        try await LockStand.run { stand async throws in
            try await stand.say("features/safe/enabled", false, because: "over", force: true)
            try await stand.say("features/safe/enabled", nil)
            #expect(
                await stand.refusal(ofRollingBackTo: 2) == [
                    "plugins.yaml:1:13: error: safe is locked and on: what operators had said then switches safe off"
                ])
            // An operator has to switch it off by force first.
            try await stand.say("features/safe/enabled", false, because: "over again", force: true)
            _ = try await stand.rollBack(to: 2)
            #expect(stand.state("safe") == "off")
        }
    }

    @Test func `Rolling back a change that switched it on restores the state before`() async throws {
        try await LockStand.run("features: { power: {} }") { stand async throws in
            try await stand.save("features: { power: {}, safe: {}, fickle: { settings: { fails: true } } }")
            await stand.judged()
            #expect(stand.state("safe") == "off" && stand.causes.last == .goneBack(from: 2))
            // What forced it off stays off, too.
            try await stand.save(LockStand.on)
            try await stand.save(
                "features: { power: {}, safe: \(Self.example), fickle: { settings: { fails: true } } }")
            await stand.judged()
            #expect(stand.state("safe") == "off" && stand.causes.last == .goneBack(from: 5))
        }
    }

    @Test func `A change that nobody confirmed is rolled back at the start, and does not prevent it`() async throws {
        try await LockStand.run("features: { power: {} }") { stand async throws in
            _ = try await stand.apply("features: { power: {}, safe: {} }", confirmWithin: .seconds(60))
            #expect(stand.configuration.journal.locked == ["safe"])
            stand.clock.advance(by: .seconds(59))
            try await stand.succeeded { next async throws in
                next.clock.advance(by: .seconds(100))
                #expect(await next.configuration.read(force: true) == .applied)
                await next.host.registry.settled()
                #expect(next.state("safe") == "off" && next.state("power") == "active")
            }
        }
    }

    @Test func `A start with a document that drops it uses the last good revision`() async throws {
        try await LockStand.run { stand async throws in
            for document in ["features: { power: {} }", "{}", "features: { power: {}, safe: { enabled: false } }"] {
                try stand.write("plugins.yaml", document)
                try await stand.succeeded { next async throws in
                    #expect(await next.configuration.read(force: true) == .applied)
                    await next.host.registry.settled()
                    #expect(next.state("safe") == "active" && next.configuration.isRefusing, "\(document)")
                    #expect(next.causes == [.start])
                }
            }
            try stand.write("plugins.yaml", "features: { power: {}, safe: \(Self.example) }")
            try await stand.succeeded { next async throws in
                #expect(await next.configuration.read(force: true) == .applied)
                await next.host.registry.settled()
                #expect(next.state("safe") == "off" && !next.configuration.isRefusing)
            }
        }
    }

    @Test func `A forced toggle with an end does not prevent a start`() async throws {
        try await LockStand.run { stand async throws in
            try await stand.say("features/safe/enabled", false, because: "a test", for: .seconds(7_200), force: true)
            try await stand.succeeded { next async throws in
                try await next.save("features: { power: {}, safe: {} }")
                #expect(next.state("safe") == "off" && !next.configuration.isRefusing)
                #expect(try await next.save("features: { power: {} }") == .refused)
            }
        }
    }

    @Test func `If its folder vanishes while the host is down, the document is refused without force`() async throws {
        try await LockStand.run { stand async throws in
            var survey = try LockStand.scene().survey
            survey.folders["safe"] = nil
            survey.manifests["safe"] = nil
            survey.loaded.removeAll { $0.id == "safe" }
            stand.finds.withLock { [survey] in $0 = survey }
            try stand.write("plugins.yaml", "features: { power: {} }")
            try await stand.succeeded { next async throws in
                #expect(await next.configuration.read(force: true) == .refused)
                #expect(next.configuration.orders == nil, "not even the last good revision can be used")
                let told = try #require(next.rejected)
                #expect(
                    told == [
                        "plugins.yaml: error: safe is locked and on: the folder of safe is not there any more; one that "
                            + "means it says safe: \(Self.example)"
                    ])
                try await next.save("features: { power: {}, safe: \(Self.example) }")
                #expect(next.state("power") == "active" && !next.configuration.isRefusing)
                try await next.save("features: { power: {} }")
                #expect(!next.configuration.isRefusing)
            }
        }
    }

    @Test func `A manifest that became unreadable does not unlock the feature`() async throws {
        try await LockStand.run { stand async throws in
            var survey = try LockStand.scene().survey
            survey.manifests["safe"] = nil
            survey.broken["safe"] = .unreadable
            stand.finds.withLock { [survey] in $0 = survey }
            #expect(try await stand.save("features: { power: {} }") == .refused)
            #expect(stand.state("safe") == "active")
        }
    }

    @Test func `A new manifest that needs a feature that is off is refused as well`() async throws {
        try await LockStand.run { stand async throws in
            let survey = try LockStand.scene("locked: true\nneeds: [power, fickle]").survey
            stand.finds.withLock { $0 = survey }
            #expect(try await stand.save("features: { safe: {}, power: {} }") == .refused)
            #expect(stand.state("safe") == "active")
        }
    }
}

/// A remote document over a local one: each says for itself what is switched off, and why.
@Suite(.timeLimit(.minutes(1))) struct LockedRemoteTests {
    private let url = "https://config.example/prod.yaml"

    private func say(_ stand: KeepingStand, _ text: String) async {
        stand.address.withLock {
            $0 = .fresh(bytes: Array(text.utf8), contentType: "application/yaml", tag: text)
        }
        guard let address = stand.configuration.orders?.document.remote else { return }
        if await stand.configuration.follower.take(stand.address.withLock { $0 }, of: address).isNews {
            await stand.configuration.noteChange(of: .address(address))
        }
        await stand.host.registry.settled()
    }

    @Test func `The document that would switch it off is refused, and the other one applies`() async throws {
        try await LockStand.run("features: { power: {} }") { stand async throws in
            await say(stand, "features: { lamp: {} }")
            try await stand.save("features: { power: {}, safe: {} }\nremote: \(url)")
            await say(stand, "features: { safe: { enabled: false } }")
            #expect(stand.state("safe") == "active" && stand.state("lamp") == "active")
            #expect(stand.configuration.status.troubles.map(\.source) == [url])
            #expect(
                stand.rejected?.first?.hasPrefix("\(url):1:30: error: safe is locked and on: ") == true,
                "\(stand.rejected ?? [])")
            try await stand.save("features: { power: {}, safe: { log: debug } }\nremote: \(url)")
            #expect(stand.state("safe") == "active" && stand.causes.last == .document(stand.folder["plugins.yaml"]))
            await say(stand, "features: { safe: \(LockStand.example) }")
            #expect(stand.state("safe") == "off" && stand.configuration.status.troubles == [])
        }
    }

    @Test func `If only the remote document names it, only the remote one is refused for dropping it`() async throws {
        try await LockStand.run("features: { power: {} }") { stand async throws in
            await say(stand, "features: { safe: {} }")
            try await stand.save("features: { power: {} }\nremote: \(url)")
            await say(stand, "{}")
            #expect(stand.state("safe") == "active" && stand.configuration.status.troubles.map(\.layer) == [.remote])
            await say(stand, "features: { safe: {}, lamp: {} }")
            #expect(stand.configuration.status.troubles == [])
            // The local document, which does not name it any more, is refused.
            try await stand.save("features: { power: {} }")
            #expect(stand.state("safe") == "active" && stand.configuration.status.troubles.map(\.layer) == [.local])
            #expect(stand.configuration.orders?.document.remote != nil)
        }
    }

    @Test func `Force in one document does not allow the other one to switch it off`() async throws {
        for (local, remote) in [
            ("{ enabled: true, force: over }", "{ enabled: false }"), ("{ force: over }", "{ enabled: false }"),
        ] {
            try await LockStand.run { stand async throws in
                try await stand.save("features: { power: {}, safe: \(local) }\nremote: \(url)")
                #expect(stand.state("safe") == "active")
                await say(stand, "features: { safe: \(remote) }")
                #expect(stand.state("safe") == "active" && stand.configuration.isRefusing, "\(local)")
            }
        }
    }
}
