import FeatureKit
import JSON
import TestSupport
import Testing

@testable import HostRuntime

/// What operators have switched reads back as it was written, and anything else is refused in words.
@Suite struct TogglesTests {
    static let rain = Toggle(
        isOn: false, author: Author(name: "root", user: 0), reason: "rain",
        at: Timestamp(nanoseconds: 1_795_271_467_000_000_000))

    static func toggles(_ pairs: (String, Toggle)...) -> Toggles {
        pairs.reduce(into: Toggles()) { $0[$1.0] = $1.1 }
    }

    @Test func `The file reads as the page says`() throws {
        var toggles = Self.toggles(("ble", Self.rain))
        toggles["axe"] = Toggle(
            isOn: true, author: Author(name: "uid 1234", user: 1234), reason: nil, at: Timestamp(nanoseconds: 0))
        #expect(
            toggles.value.json == #"{"version":1,"toggles":{"axe":{"on":true,"by":"uid 1234","uid":1234,"#
                + #""at":"1970-01-01T00:00:00Z"},"ble":{"on":false,"by":"root","uid":0,"#
                + #""reason":"rain","at":"2026-11-21T14:31:07Z"}}}"#)
        #expect(try Toggles(toggles.value) == toggles)
    }

    @Test(arguments: [
        (#"{"version":2,"toggles":[]}"#, Toggles.Illegible.version(2)),
        (#"{}"#, .misshapen("missing key \"version\"")),
        (#"[]"#, .misshapen("must be a mapping, not a list")),
        (#"{"version":"1","toggles":{}}"#, .misshapen("version: must be a whole number, not the text \"1\"")),
        (#"{"version":1,"toggles":{},"more":1}"#, .misshapen("more: unknown key \"more\"")),
        (
            #"{"version":1,"toggles":{"a":{"on":true,"by":"x","uid":4294967296,"at":"2026-11-21T14:31:07Z"}}}"#,
            .misshapen("toggles.a.uid: must be between 0 and 4294967295, not 4294967296")
        ),
        (
            #"{"version":1,"toggles":{"a":{"on":true,"by":"x","uid":0,"at":"soon"}}}"#,
            .misshapen("toggles.a.at: must be a time such as 2026-11-20T14:03:05Z, not the text \"soon\"")
        ),
    ])
    func `What is no set of toggles is refused`(text: String, problem: Toggles.Illegible) throws {
        let value = try Value(json: text)
        #expect(throws: problem) { try Toggles(value) }
    }

    @Test func `Whatever somebody gives as a reason comes back`() throws {
        for seed in Seeds.forThisRun(count: 50) {
            var dice = SplitMix64(state: seed)
            var toggles = Toggles()
            for _ in 0..<Int.random(in: 0...5, using: &dice) {
                let scalars = (0..<Int.random(in: 0...40, using: &dice)).compactMap { _ in
                    Unicode.Scalar(UInt32.random(in: 0...0x2_FFFF, using: &dice))
                }
                toggles["f\(dice.next() % 9)"] = Toggle(
                    isOn: Bool.random(using: &dice),
                    author: Author(name: "n", user: UInt32.random(in: 0 ... .max, using: &dice)),
                    reason: Bool.random(using: &dice) ? String(String.UnicodeScalarView(scalars)) : nil,
                    at: Timestamp(nanoseconds: Int64.random(in: 0 ... .max, using: &dice)))
            }
            #expect(try Toggles(Value(json: toggles.value.prettyJSON)) == toggles, "seed \(seed)")
        }
    }

    @Test func `The same by the same person for the same reason is nothing new`() {
        let later = Toggle(isOn: false, author: Self.rain.author, reason: "rain", at: Timestamp(nanoseconds: 0))
        #expect(later.means(Self.rain))
        let other = Toggle(isOn: false, author: Author(name: "ann", user: 7), reason: "rain", at: Self.rain.at)
        #expect(!other.means(Self.rain) && !Self.rain.means(nil))
    }
}
