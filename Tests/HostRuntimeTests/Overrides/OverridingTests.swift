@_spi(Hosting) import FeatureKit
import TestSupport
import Testing

@testable import HostRuntime

/// What operators say of features and flags, with a real registry and real files.
@Suite(.timeLimit(.minutes(1)))
struct OverridingTests {
    @Test(
        arguments: [
            (
                "flags/shop.baner/serve", "plain", "there is no flag \"shop.baner\"; did you mean \"shop.banner\"?"
            ),
            (
                "flags/shop.banner/serve", "plian",
                "shop.banner has no variant \"plian\"; did you mean \"plain\"?"
            ),
            ("flags/shop.banner/serve", "zzz", "shop.banner has no variant \"zzz\", only \"plain\", \"loud\""),
            ("flags/shop.banner/serve", 7, "flags/shop.banner/serve must be a variant's name, not a whole number"),
            (
                "flags/shop.banner/enabled", "off",
                "flags/shop.banner/enabled must be true or false, not the text \"off\"; did you mean \"false\"?"
            ),
            (
                "flags/feature.ble/enabled", false,
                "feature.ble is made from the feature; write features/ble/enabled or features/ble/rollout"
            ),
            (
                "features/ble/rollout", "25",
                "features/ble/rollout must be a percentage such as 25%, not \"25\"; did you mean \"25%\"?"
            ),
            ("features/ble/rollout", "101%", "features/ble/rollout must be at most 100%"),
            (
                "features/ble/rollout", "0.0000001%",
                "features/ble/rollout must have at most six digits after the point"
            ),
            (
                "features/shop.banner/enabled", false,
                "\"shop.banner\" is a flag and no feature; \"flagstand override flags/shop.banner/enabled false\" switches it off"
            ),
            ("features/bel/rollout", "5%", "there is no feature \"bel\"; did you mean \"ble\"?"),
            ("features/safe/rollout", "5%", "safe is locked: everybody has it or nobody, so that it has no rollout"),
            (
                "feature/ble/enable", true,
                "\"feature/ble/enable\" must be features/ID/enabled, features/ID/rollout, features/ID/unit, flags/KEY/enabled or "
                    + "flags/KEY/serve; did you mean \"features/ble/enabled\"?"
            ),
            (
                "ble", true,
                "\"ble\" must be features/ID/enabled, features/ID/rollout, features/ID/unit, flags/KEY/enabled or flags/KEY/serve"
            ),
            (
                "flags//serve", "x",
                "\"flags//serve\" must be features/ID/enabled, features/ID/rollout, features/ID/unit, flags/KEY/enabled or "
                    + "flags/KEY/serve"
            ),
        ] as [(String, Value, String)])
    func `An impossible override is refused with a reason and not stored`(
        target: String, value: Value, words: String
    ) async throws {
        try await OverrideStand.run { stand in
            #expect(await stand.refusal(target, value) == words)
            #expect(stand.kept == Overrides() && stand.configuration.orders?.overrides == Overrides())
        }
    }

    @Test func `Limits are reported`() async throws {
        try await OverrideStand.run { stand in
            let name = String(repeating: "x", count: 201)
            #expect(
                await stand.refusal("flags/\(name)/enabled", true)
                    == "a name that is overridden has at most 200 characters")
            for lifetime in [Duration.milliseconds(999), .seconds(365 * 86_400 + 1)] {
                #expect(
                    await stand.refusal("features/ble/enabled", false, for: lifetime)
                        == "an override lasts 1s to 365d, not \(lifetime.inWords)")
            }
            #expect(await stand.refusal("features/ble/enabled", false, for: .seconds(365 * 86_400)) == nil)
            #expect(
                await stand.refusal("features/ble/enabled", false, because: String(repeating: "x", count: 501))
                    == "a reason has at most 500 characters")
        }
    }

    @Test func `There are at most so many`() async throws {
        let flags = (0...Overrides.most).map { "f\($0): 1" }.joined(separator: ", ")
        try await OverrideStand.run("flags: { \(flags) }") { stand in
            let full = Overrides((0..<Overrides.most).map { .flag("f\($0)", false) })
            try await full.keep(in: stand.scratch)
            let next = try stand.successor()
            try await next.read("flags: { \(flags) }")
            #expect(
                await next.refusal("flags/f\(Overrides.most)/enabled", false)
                    == "there are 1000 overrides already; reset some first")
            #expect(await next.refusal("flags/f1/enabled", true) == nil, "one of those that there are")
            #expect(await next.refusal("flags/f1/enabled", nil) == nil)
            #expect(await next.refusal("flags/f\(Overrides.most)/enabled", false) == nil)
        }
    }

    @Test func `A key may hold dots and slashes`() async throws {
        let target = try OverrideTarget("flags/a/b/serve.x/serve")
        #expect(target == OverrideTarget(.flagServe, of: "a/b/serve.x"))
        try await OverrideStand.run("flags: { \"a/b/serve.x\": { variants: { on: 1, off: 2 }, default: on } }") {
            stand in
            try await stand.say("flags/a/b/serve.x/serve", "off")
            #expect(stand.value("a/b/serve.x") == 2 && stand.kept[target]?.variant == "off")
        }
    }

    @Test func `Overrides hold after a restart, and a flag that is gone is reported once`() async throws {
        try await OverrideStand.run { stand in
            try await stand.say("flags/shop.banner/serve", "plain", because: "calm")
            try await stand.say("features/ble/rollout", "12.5%")
            let next = try stand.successor()
            try await next.read(OverrideStand.document)
            #expect((0..<50).allSatisfy { next.value("shop.banner", "p\($0)") == "Hello" })
            #expect(next.configuration.orders?.rollout(of: "ble")?.part == 12_500_000)
            let gone = "there is no flag \"shop.banner\" any more; the override of it does not count"
            #expect(stand.told(.warning, gone).isEmpty)
            try await next.read("features: { ble: {} }")
            try await next.read("features: { ble: {}, track: {} }")
            #expect(stand.told(.warning, gone) == [gone])
            #expect(next.kept.count == 2, "it stays listed")
            let other = "flags: { shop.banner: { variants: { a: x, b: y }, default: a } }"
            try await next.read(other)
            let lost = "shop.banner has no variant \"plain\" any more; the override of it does not count"
            #expect(stand.told(.warning, lost) == [lost] && next.value("shop.banner") == "x")
            try await next.read(OverrideStand.document)
            #expect((0..<50).allSatisfy { next.value("shop.banner", "p\($0)") == "Hello" }, "it counts again")
            try await next.read("features: {}")
            #expect(stand.told(.warning, gone).count == 2)
            try await next.say("flags/shop.banner/serve", nil)
            #expect(next.kept.count == 1)
        }
    }

    @Test func `A reset without an override changes nothing, and an unknown flag is an error`() async throws {
        try await OverrideStand.run { stand in
            let outcome = try await stand.say("flags/shop.banner/serve", nil)
            #expect(outcome.override == nil && outcome.replaced == nil && outcome.isReached)
            #expect(await stand.refusal("flags/nowhere/serve", nil) == "there is no flag \"nowhere\"")
        }
    }

    @Test func `Flags that can't be kept refuse an override, which does not count after a restart`() async throws {
        try await OverrideStand.run { stand in
            try #require(try Tool.run("mkdir", stand.scratch["revisions.json.new"]) == 0)
            let words = await stand.refusal("features/ble/rollout", "25%")
            let path = stand.scratch["revisions.json"]
            #expect(words == "nothing was switched: \(path) can't be written: Is a directory")
            #expect(stand.kept == Overrides() && stand.configuration.orders?.overrides == Overrides())
            try #require(try Tool.run("rmdir", stand.scratch["revisions.json.new"]) == 0)
            #expect(await stand.refusal("features/ble/rollout", "25%") == nil)
        }
    }

    @Test func `An override that the document contradicts is reported once, but not when it is made`() async throws {
        try await OverrideStand.run { stand in
            try await stand.say("features/ble/enabled", false)
            try await stand.read(OverrideStand.document)
            #expect(stand.told(.info, "toggled off by ana since").isEmpty)
            try await stand.read("features: { ble: { enabled: false }, track: {} }")
            try await stand.read(OverrideStand.document)
            #expect(stand.told(.info, "toggled off by ana since").count == 1)
        }
    }
}
