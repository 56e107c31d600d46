@_spi(Hosting) import FeatureKit
import FlagEngine
import Testing

@testable import HostRuntime

/// What an operator says of a flag, and how it is explained.
@Suite struct FlagOverrideTests {
    private static let banner = """
        flags:
          shop.banner:
            variants: { plain: Hello, loud: HELLO }
            default: loud
            rules:
              - { name: spaniards, when: { country: ES }, serve: loud }
              - { rollout: 20%, serve: plain }
        """

    private func scene() throws -> Scene {
        var scene = Scene()
        try scene.add("shop")
        return scene
    }

    private func trace(_ key: String, _ orders: Orders, _ person: String = "anna", country: String = "ES") throws
        -> FlagTrace
    {
        let program = try #require(orders.flags?.program)
        var context = FlagContext()
        context.add(Members([("targetingKey", .text(person)), ("country", .text(country))]))
        var evaluator = FlagEvaluator()
        let flag = try #require(program.flag(key))
        let trace = evaluator.explain(flag, of: program, for: context, now: 0)
        #expect(trace.evaluation == evaluator.evaluate(flag, of: program, for: context, now: 0))
        return trace
    }

    @Test func `Everybody gets a served variant, and the explanation says by whom`() throws {
        let served = Overrides([.serve("shop.banner", "plain", "calm")])
        let orders = try scene().compiled(Self.banner, served)
        for person in 0..<100 { #expect(try trace("shop.banner", orders, "p\(person)").variant?.name == "plain") }
        let told = try trace("shop.banner", orders)
        #expect(
            told.text == """
                shop.banner is "plain", "Hello", by the override by ana (TARGETING_MATCH)
                  it stands at plugins.yaml:2:3, from plugins.yaml, revision 1
                  the override by ana decides (set to "plain" by ana at 2026-11-21T14:31:07Z: "calm")

                """)
        #expect(
            told.value["rules"]?.json
                == #"[{"place":"set to \"plain\" by ana at 2026-11-21T14:31:07Z: \"calm\"","decided":true,"name":"override by ana"}]"#
        )
        #expect(told.value["rule"] == nil)
    }

    @Test func `A served flag's splits know their people afterwards`() throws {
        let scene = try scene()
        var history = FlagHistory()
        func document(_ percent: Int) -> String { Self.banner.replacing("20%", with: "\(percent)%") }
        // A past that nothing but the history knows of.
        for percent in [50, 10, 40] { _ = try scene.compiled(document(percent), Overrides(), after: &history) }
        let before = history.allocations
        #expect(before.bySplit["shop.banner / #2"] != nil)
        for overrides in [
            Overrides([.serve("shop.banner", "plain")]), Overrides([.flag("shop.banner", false)]), Overrides(),
        ] {
            let orders = try scene.compiled(document(40), overrides, after: &history)
            #expect(history.allocations == before && orders.flags?.program.flags.count == 2)
        }
    }

    @Test func `Off it holds what it holds while it is disabled, and on whatever the document says`() throws {
        let text =
            "flags: { a: { default: \"on\", enabled: false }, b: { variants: { x: 1, y: 2 }, default: x, off: y } }"
        let orders = try scene().compiled(text, Overrides([.flag("a", true), .flag("b", false)]))
        let (a, b) = (try trace("a", orders), try trace("b", orders))
        #expect(a.variant?.value == true && a.evaluation.reason == .static)
        #expect(b.variant?.name == "y" && b.evaluation.reason == .disabled)
        #expect(b.text.contains("\n  it is overridden: disabled by ana at 2026-11-21T14:31:07Z\n"), "\(b.text)")
        #expect(a.value["overrides"] == ["enabled by ana at 2026-11-21T14:31:07Z"])
    }

    @Test func `What is disabled, or lacks what it requires, is not served`() throws {
        let served = Override.serve("a", "x")
        let text = "{ variants: { x: 1, y: 2 }, default: y, off: y"
        let disabled = try scene().compiled("flags: { a: \(text), enabled: false } }", Overrides([served]))
        #expect(try trace("a", disabled).variant?.name == "y")
        #expect(disabled.status(of: served) == .waits)
        let both = try scene().compiled(
            "flags: { a: \(text), enabled: false } }", Overrides([served, .flag("a", true)]))
        #expect(try trace("a", both).variant?.name == "x" && both.status(of: served) == .counts)
        let needy = try scene().compiled(
            "flags: { b: { default: \"off\" }, a: \(text), requires: { b: true } } }", Overrides([served]))
        #expect(try trace("a", needy).variant?.name == "y")
    }

    @Test func `JsonLogic that can't be evaluated gives way to a served variant`() throws {
        let text =
            "flags: { a: { state: ENABLED, variants: { x: 1, y: 2 }, defaultVariant: y, targeting: { if: [true, y] } } }"
        let orders = try scene().compiled(text, Overrides([.serve("a", "x")]))
        #expect(try trace("a", orders).variant?.name == "x")
    }

    @Test func `What can't count harms nothing else`() throws {
        let plain = try scene().compiled(Self.banner)
        for override in [
            Override.serve("shop.banner", "gone"), .serve("gone", "x"), .flag("feature.shop", true),
            .rollout("gone", 5), .toggle("gone", true),
        ] {
            let orders = try scene().compiled(Self.banner, Overrides([override]))
            #expect(orders.flags?.etag == plain.flags?.etag, "\(override.target)")
            #expect(orders.status(of: override) != .counts)
        }
        #expect(
            plain.status(of: .flag("feature.shop", true)).words(.flag("feature.shop", true))
                == "feature.shop is made from the feature; the override of it does not count")
    }

    @Test func `The gate of a feature says who overrides it`() throws {
        let overrides = Overrides([.toggle("shop", true, "rain"), .rollout("shop", 100)])
        let orders = try scene().compiled("features: { shop: { enabled: false, rollout: 1% } }", overrides)
        let text = try trace("feature.shop", orders).text
        #expect(text.contains("it is overridden: switched on by root at 2026-11-21T14:31:07Z: \"rain\"\n"), "\(text)")
        #expect(text.contains("rule 1 decides (rollout by root since 2026-11-21T14:31:07Z)\n"), "\(text)")
    }
}
