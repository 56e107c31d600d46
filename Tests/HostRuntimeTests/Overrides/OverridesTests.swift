import FeatureKit
import HostSystem
import JSON
import TestSupport
import Testing

@testable import HostRuntime

/// What operators have decided reads back as it was written, and anything else is refused in words.
@Suite struct OverridesTests {
    @Test func `Overrides are written as documented`() throws {
        let overrides = Overrides([
            .toggle("ble", false, "rain"), .toggle("axe", true, until: Override.then.advanced(by: .seconds(7_200))),
            .rollout("ble", 25), .serve("shop.banner", "plain"), .toggle("track", false, "over", isForced: true),
        ])
        let who = #""by":"root","uid":0"#
        let when = #""at":"2026-11-21T14:31:07Z""#
        #expect(
            overrides.value.json == #"{"version":1,"overrides":{"#
                + #""features/axe/enabled":{"value":true,\#(who),\#(when),"until":"2026-11-21T16:31:07Z"},"#
                + #""features/ble/enabled":{"value":false,\#(who),"reason":"rain",\#(when)},"#
                + #""features/ble/rollout":{"value":"25%",\#(who),\#(when)},"#
                + #""features/track/enabled":{"value":false,\#(who),"reason":"over",\#(when),"forced":true},"#
                + #""flags/shop.banner/serve":{"value":"plain","by":"ana","uid":1000,\#(when)}}}"#)
        #expect(try Overrides(overrides.value) == overrides)
    }

    private static let rest = #""by":"x","uid":0,"at":"2026-11-21T14:31:07Z""#

    @Test(arguments: [
        (#"{"version":2,"overrides":[]}"#, Overrides.FormatProblem.version(2)),
        (#"{}"#, .malformed("missing key \"version\"")),
        (#"[]"#, .malformed("must be a mapping, not a list")),
        (#"{"version":"1","overrides":{}}"#, .malformed("version: must be a whole number, not the text \"1\"")),
        (#"{"version":1,"overrides":{},"more":1}"#, .malformed("more: unknown key \"more\"")),
        (
            #"{"version":1,"overrides":{"ble":{"value":true,\#(rest)}}}"#,
            .malformed(
                "overrides: \"ble\" must be features/ID/enabled, features/ID/rollout, features/ID/unit, flags/KEY/enabled or "
                    + "flags/KEY/serve")
        ),
        (
            #"{"version":1,"overrides":{"features/a/rollout":{"value":25,\#(rest)}}}"#,
            .malformed("overrides: features/a/rollout must be a percentage such as 25%, as a text, not a whole number")
        ),
        (
            #"{"version":1,"overrides":{"features/a/enabled":{"value":true,"by":"x","uid":0,"at":"soon"}}}"#,
            .malformed(
                "overrides.features/a/enabled.at: must be a time such as 2026-11-20T14:03:05Z, "
                    + "not the text \"soon\"")
        ),
    ])
    func `An invalid set of overrides is refused`(text: String, problem: Overrides.FormatProblem) throws {
        let value = try Value(json: text)
        #expect(throws: problem) { try Overrides(value) }
    }

    @Test func `Any overrides are read back unchanged`() throws {
        for seed in Seeds.forThisRun(count: 100) {
            var dice = SplitMix64(state: seed)
            func text(_ most: Int) -> String {
                let scalars = (0..<Int.random(in: 1...most, using: &dice)).compactMap { _ in
                    Unicode.Scalar(UInt32.random(in: 0...0x2_FFFF, using: &dice))
                }
                return "k" + String(String.UnicodeScalarView(scalars))
            }
            func override() -> Override {
                let kind = OverrideTarget.Kind.allCases.randomElement(using: &dice) ?? .flagServe
                let value: OverrideValue =
                    switch kind {
                    case .featureEnabled, .flagEnabled: .truth(.random(using: &dice))
                    case .featureRollout: .part(.random(in: 0...100_000_000, using: &dice))
                    case .featureUnit:
                        .unit(
                            UnitName(
                                version: "1.\(Int.random(in: 0...99, using: &dice)).0",
                                digest: String(repeating: "0f", count: 32)))
                    case .flagServe: .variant(text(20))
                    }
                return Override(
                    OverrideTarget(kind, of: text(20)), to: value,
                    author: Author(name: "n", user: .random(in: 0 ... .max, using: &dice)),
                    reason: Bool.random(using: &dice) ? text(40) : nil,
                    at: Timestamp(nanoseconds: .random(in: 0 ... .max, using: &dice)),
                    until: Bool.random(using: &dice)
                        ? Timestamp(nanoseconds: .random(in: 0 ... .max, using: &dice)) : nil,
                    isForced: .random(using: &dice))
            }
            let overrides = Overrides((0..<Int.random(in: 0...9, using: &dice)).map { _ in override() })
            #expect(try Overrides(Value(json: overrides.value.prettyJSON)) == overrides, "seed \(seed)")
            for override in overrides.all {
                #expect(try OverrideTarget("\(override.target)") == override.target, "seed \(seed)")
            }
        }
    }

    @Test func `Overrides are the same with the same value, person, reason and end`() {
        let rain = Override.toggle("ble", false, "rain")
        #expect(rain.means(.toggle("ble", false, "rain")) && !rain.means(nil))
        #expect(!rain.means(.toggle("ble", false, "rain", by: "ann")) && !rain.means(.toggle("axe", false, "rain")))
        #expect(!rain.means(.toggle("ble", false, "rain", until: Override.then)))
        #expect(!rain.means(.toggle("ble", false, "rain", isForced: true)))
    }

    @Test func `Overrides expire at their end, and the next end is known`() {
        let (soon, later) = (Override.then.advanced(by: .seconds(1)), Override.then.advanced(by: .seconds(2)))
        let overrides = Overrides([
            .toggle("a", true, until: later), .toggle("b", true, until: soon), .rollout("b", 5, until: soon),
            .toggle("c", true),
        ])
        #expect(overrides.nextExpiry == soon && Overrides([.toggle("c", true)]).nextExpiry == nil)
        #expect(overrides.lapsed(at: Override.then) == [])
        #expect(overrides.lapsed(at: soon).map { "\($0.target)" } == ["features/b/enabled", "features/b/rollout"])
        #expect(overrides.lasting(at: soon) == Overrides([.toggle("a", true, until: later), .toggle("c", true)]))
        #expect(overrides.lasting(at: later).count == 1 && overrides.counts[.featureEnabled] == 3)
    }
}
