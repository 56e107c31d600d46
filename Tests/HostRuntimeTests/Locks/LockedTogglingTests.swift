@_spi(Hosting) import FeatureKit
@_spi(Hosting) import FeatureTestKit
import HostConfig
import TestSupport
import Testing

@testable import HostRuntime

/// What operators may do with a locked feature, and what takes force and a reason.
@Suite(.timeLimit(.minutes(1))) struct LockedTogglingTests {
    private static let safe = "features/safe/enabled"
    private static let power = "features/power/enabled"
    private static let needsForce = "safe is locked: switching it off takes --force and --reason"
    private static let isNeeded = "safe is locked and needs power: switching power off takes --force and --reason"

    @Test(
        arguments: [
            (safe, false, nil, false, needsForce), (safe, false, "rain", false, needsForce),
            (safe, false, nil, true, "switching safe off by force takes a reason: say --reason and why"),
            (safe, false, "", true, "switching safe off by force takes a reason: say --reason and why"),
            (safe, false, " \n\t\u{200B}", true, "switching safe off by force takes a reason: say --reason and why"),
            (power, false, "rain", false, isNeeded),
            (power, false, " ", true, "switching power off by force takes a reason: say --reason and why"),
            ("features/power/rollout", "0%", "rain", false, isNeeded),
            (
                "features/safe/rollout", "25%", "rain", true,
                "safe is locked: everybody has it or nobody, so that it has no rollout"
            ),
            (
                "features/safe/rollout", "100%", "rain", false,
                "safe is locked: everybody has it or nobody, so that it has no rollout"
            ),
        ] as [(String, Value, String?, Bool, String)])
    func `Without force or a reason nothing changes`(
        target: String, value: Value, reason: String?, force: Bool, words: String
    ) async throws {
        try await LockStand.run { stand async throws in
            #expect(await stand.refusal(target, value, because: reason, force: force) == words)
            #expect(stand.state("safe") == "active" && stand.kept == Overrides() && stand.causes == [.start])
        }
    }

    @Test func `With both it is off, stored as forced, with a warning; switching on needs neither`() async throws {
        try await LockStand.run { stand async throws in
            let off = try await stand.say(Self.safe, false, because: "the season is over", force: true)
            #expect(off.isReached && off.status == .counts && stand.state("safe") == "off")
            #expect(stand.causes.last == .override("features/safe/enabled false by force"))
            let override = try #require(stand.kept[.featureEnabled, of: "safe"])
            #expect(override.isForced && override.asToggle["forced"] == true && override.asData["forced"] == true)
            let why = try stand.why("safe")
            #expect(why.count == 1 && why[0].hasPrefix("safe is off: forced off by ann at "), "\(why)")
            #expect(why[0].hasSuffix(": \"the season is over\""))
            let told = stand.host.log.lines.filter { $0.message == "toggled" }
            #expect(told.map(\.level) == [.warning])
            #expect(told.first?.fields.contains { $0 == ("forced", "true") } == true)
            // The same again changes nothing; without force it is refused even while the feature is off.
            try await stand.say(Self.safe, false, because: "the season is over", force: true)
            #expect(stand.causes.count == 2)
            #expect(await stand.refusal(Self.safe, false) == Self.needsForce)
            try await stand.say(Self.safe, true)
            #expect(stand.state("safe") == "active" && stand.kept[.featureEnabled, of: "safe"]?.isForced == false)
            let page = try await stand.configuration.audit.page(AuditQuery())
            let forced = page.value.list("records").map { $0["forced"] == true }
            #expect(forced == [false, true, false], "\(page.value.json)")
            #expect(AuditTable.text(page.value).contains("overrode features/safe/enabled: – → false by force"))
        }
    }

    @Test func `Force has no effect if no locked feature stops`() async throws {
        try await LockStand.run { stand async throws in
            try await stand.say("features/lamp/enabled", false, force: true)
            #expect(stand.kept.all.map(\.isForced) == [false] && stand.state("lamp") == "off")
            #expect(stand.causes.last == .override("features/lamp/enabled false"))
            try await stand.say(Self.safe, true, because: "x", force: true)
            #expect(stand.kept[.featureEnabled, of: "safe"]?.isForced == false)
            // No running locked feature needs it any more.
            try await stand.say(Self.safe, false, because: "x", force: true)
            try await stand.say(Self.power, false)
            #expect(stand.kept[.featureEnabled, of: "power"]?.isForced == false && stand.state("power") == "off")
        }
    }

    @Test func `Forcing off a feature that it needs works too, and again changes nothing`() async throws {
        try await LockStand.run { stand async throws in
            let off = try await stand.say(Self.power, false, because: "repairs", force: true)
            #expect(off.feature?.stops == ["safe"] && stand.kept[.featureEnabled, of: "power"]?.isForced == true)
            try await stand.say(Self.power, false, because: "repairs", force: true)
            #expect(stand.causes.count == 2)
            try await stand.say(Self.power, nil)
            #expect(stand.state("safe") == "active")
        }
    }

    @Test func `A chain of needs is followed, and each locked feature is named`() async throws {
        var scene = Scene()
        try scene.add("grid")
        try scene.add("power", "needs: [grid]")
        try scene.add("safe", "locked: true\nneeds: [power]")
        try scene.add("alarm", "locked: true\nneeds: [power, grid]")
        try await KeepingStand.run(scene.survey) { stand async throws in
            try await stand.save("features: { grid: {}, power: {}, safe: {}, alarm: {} }")
            #expect(
                await stand.refusal("features/grid/enabled", false)
                    == "alarm, safe are locked and need grid: switching grid off takes --force and --reason")
        }
    }

    @Test func `A reset that would switch it off needs force and a reason, too`() async throws {
        try await LockStand.run("features: { power: {} }") { stand async throws in
            try await stand.say(Self.safe, true)
            #expect(await stand.refusal(Self.safe, nil) == Self.needsForce)
            #expect(await stand.refusal(Self.safe, nil, force: true)?.hasPrefix("switching safe off by force") == true)
            #expect(stand.state("safe") == "active")
            try await stand.say(Self.safe, nil, because: "over", force: true)
            #expect(stand.state("safe") == "off" && stand.kept == Overrides())
            #expect(stand.causes.last == .override("features/safe/enabled reset by force"))
            #expect(stand.configuration.journal.last?.reason == "over")
            let page = try await stand.configuration.audit.page(AuditQuery())
            #expect(page.value.list("records").first?["deed"] == "reset")
            #expect(page.value.list("records").first?["forced"] == true)
            #expect(stand.host.log.messages(.warning).contains("toggle reset"))
        }
    }

    @Test func `A feature that is on for good gets an end only by force`() async throws {
        try await LockStand.run("features: { power: {} }") { stand async throws in
            // The feature was off before, so its first toggle may have an end.
            try await stand.say(Self.safe, true, for: .seconds(7_200))
            try await stand.say(Self.safe, true)
            #expect(await stand.refusal(Self.safe, true, for: .seconds(7_200)) == Self.needsForce)
            try await stand.say(Self.safe, true, because: "a test", for: .seconds(7_200), force: true)
            #expect(stand.kept[.featureEnabled, of: "safe"]?.isForced == true && stand.state("safe") == "active")
            #expect(try stand.why("safe")[0].hasPrefix("safe is on: switched on by ann at "))
        }
    }

    @Test func `After a forced toggle with an end it is on again by itself`() async throws {
        try await LockStand.run { stand async throws in
            try await stand.say(Self.safe, false, because: "a test", for: .seconds(7_200), force: true)
            #expect(stand.state("safe") == "off")
            await stand.clock.sleepers(atLeast: 1)
            stand.host.forget()
            stand.clock.advance(by: .seconds(7_200))
            try await stand.host.expect("safe", "active")
            #expect(stand.kept == Overrides())
        }
    }

    @Test func `A forced toggle with an end does not allow a document to drop the feature`() async throws {
        try await LockStand.run { stand async throws in
            try await stand.say(Self.safe, false, because: "a test", for: .seconds(7_200), force: true)
            #expect(try await stand.save("features: { power: {} }") == .refused)
            let words =
                "safe is locked and on: a document that does not name safe switches it off; one that means it says "
            #expect(stand.rejected == ["plugins.yaml: error: \(words)safe: \(LockStand.example)"])
            #expect(try await stand.save("features: { power: {}, safe: \(LockStand.example) }") == .applied)
        }
    }

    @Test func `A forced toggle holds after a restart, even if the lock changed meanwhile`() async throws {
        try await LockStand.run { stand async throws in
            try await stand.say(Self.safe, false, because: "over", force: true)
            try await stand.succeeded { next async throws in
                #expect(await next.configuration.read(force: true) == .applied)
                await next.host.registry.settled()
                #expect(next.state("safe") == "off" && next.kept[.featureEnabled, of: "safe"]?.isForced == true)
                for manifest in ["", "locked: true"] {
                    let survey = try LockStand.scene(manifest).survey
                    next.finds.withLock { $0 = survey }
                    #expect(await next.configuration.read(force: true) == .applied)
                    await next.host.registry.settled()
                    #expect(next.state("safe") == "off", "\(manifest)")
                }
            }
        }
    }

    @Test func `A toggle from before the lock is ignored, with a reason`() async throws {
        try await KeepingStand.run(LockStand.scene("").survey) { stand async throws in
            try await stand.save(LockStand.on)
            try await stand.say(Self.safe, false, because: "rain")
            try await stand.say("features/safe/rollout", "25%")
            let survey = try LockStand.scene().survey
            stand.finds.withLock { $0 = survey }
            #expect(await stand.configuration.read(force: true) == .applied)
            await stand.host.registry.settled()
            #expect(stand.state("safe") == "active")
            let warnings = stand.host.log.messages(.warning)
            #expect(warnings.contains("safe is locked by now; its toggle does not count"))
            #expect(warnings.contains("safe is locked by now; its rollout does not count"))
            // Both overrides can be reset without force, since nothing stops.
            try await stand.say(Self.safe, nil)
            try await stand.say("features/safe/rollout", nil)
            #expect(stand.kept == Overrides() && stand.state("safe") == "active")
        }
    }

    @Test func `A feature that an override switched on stays on when its folder is gone`() async throws {
        try await LockStand.run("features: { power: {} }") { stand async throws in
            try await stand.say(Self.safe, true)
            var survey = try LockStand.scene().survey
            survey.folders["safe"] = nil
            survey.manifests["safe"] = nil
            survey.loaded.removeAll { $0.id == "safe" }
            stand.finds.withLock { [survey] in $0 = survey }
            // The document is the same, but the feature would stop.
            #expect(await stand.configuration.read(force: true) == .refused)
            #expect(
                stand.rejected?.first?.hasPrefix("plugins.yaml: error: safe is locked and on: the folder of safe")
                    == true)
            #expect(stand.state("safe") == "active")
        }
    }
}
