import FeatureKit
import Testing
import WebJSON

@Suite struct LenientMembersTests {
    @Test(arguments: [21.5, "21.50", "2.15e1"] as [Value]) func numbersMayBeTexts(_ value: Value) {
        var members = LenientMembers(Members([("a", value)]))
        #expect(members.number("a", in: 0...100) == 21.5 && members.oddities.isEmpty)
    }

    @Test(arguments: [1_790_000_000_123, "1790000000123", "2026-09-21T14:13:20.123Z"] as [Value])
    func momentsAreMillisecondsOrText(_ value: Value) {
        var members = LenientMembers(Members([("a", value)]))
        #expect(members.moment("a") == Timestamp(nanoseconds: 1_790_000_000_123_000_000) && members.oddities.isEmpty)
    }

    @Test func textsAreCutAndWhatIsNothingIsNothing() {
        var members = LenientMembers(Members([("a", "abc"), ("b", " \n"), ("c", .null)]))
        #expect(members.text("a", most: 2) == "ab")
        for name in ["b", "c", "d"] {
            #expect(members.text(name, most: 9) == nil && members.number(name, in: 0...1) == nil)
            #expect(members.moment(name) == nil)
        }
        #expect(members.oddities.isEmpty)
    }

    @Test(
        arguments: [
            ("warm", #""warm""#), ("nan", #""nan""#), ("0x20", #""0x20""#), (999, "999"), (-1, "-1"),
            (["speed": 3], "a mapping"), ([], "a list"), (true, "true"),
        ] as [(Value, String)])
    func whatIsOddIsLeftOut(_ value: Value, _ shown: String) {
        var members = LenientMembers(Members([("a", value)]))
        #expect(members.number("a", in: 0...100) == nil)
        #expect(members.oddities == ["\"a\" is \(shown); it is left out"])
    }

    @Test(arguments: ["yesterday", -5, 1e300, true] as [Value]) func whatIsNoMomentIsLeftOut(_ value: Value) {
        var members = LenientMembers(Members([("a", value)]))
        #expect(members.moment("a") == nil && members.oddities.count == 1)
    }
}
