@_spi(Hosting) import FeatureKit
import Testing

@testable import HostConfig

@Suite struct LikenessTests {
    private func isLike(_ pattern: String, _ value: Value) throws -> Bool {
        let (likeness, shape) = try Shop.likeness(pattern)
        return likeness.isLike(shape.canonical(value))
    }

    /// What is like the one value and not like the other.
    @Test(
        arguments: [
            ("{ name: a }", ["name": "a", "count": 1], ["name": "b"]),
            ("{ name: 2.10 }", ["name": "2.10"], ["name": "2.1"]),
            ("{ count: 3 }", ["count": .number(3)], ["count": "3"]),
            ("{ ratio: 3 }", ["ratio": .number(3)], ["ratio": .number(3.1)]),
            ("{ ttl: 60s }", ["ttl": "1m"], ["ttl": "61s"]),
            ("{ at: 2026-11-20T15:00:00+01:00 }", ["at": "2026-11-20T14:00:00Z"], ["at": "2026-11-20T15:00:00Z"]),
            ("{ at: \"${now-90s}\" }", ["at": "2026-11-20T13:58:30Z"], ["at": "2026-11-20T14:00:00Z"]),
            ("{ zones: [] }", ["zones": []], ["zones": [["zone": 1]]]),
            ("{ zones: [{ zone: 1 }] }", ["zones": [["zone": 1, "more": 2]]], ["zones": [["zone": 1], ["zone": 2]]]),
            ("{ name: { $any: true } }", ["name": ""], ["count": 1]),
            ("{ name: { $any: true } }", ["name": ""], ["name": .null]),
            ("{ mode: { $absent: true } }", ["name": "a"], ["mode": "normal"]),
            ("{ mode: null }", ["name": "a"], ["mode": "normal"]),
            ("{ count: { $gt: 3 } }", ["count": 4], ["count": 3]),
            ("{ count: { $gte: 3, $lt: 5 } }", ["count": 3], ["count": 5]),
            ("{ ratio: { $lte: 0.5 } }", ["ratio": .number(0.5)], ["ratio": .number(.nan)]),
            ("{ ttl: { $gt: 59s } }", ["ttl": "1m"], ["ttl": "59s"]),
            ("{ at: { $lt: \"${now}\" } }", ["at": "2026-11-20T13:59:59Z"], ["at": "2026-11-20T14:00:00Z"]),
            ("{ any: { $gt: 59s } }", ["any": "1m"], ["any": 60]),
            ("{ ratio: { $about: 3.2, within: 0.1 } }", ["ratio": .number(3.25)], ["ratio": .number(3.4)]),
            ("{ name: { $matches: \"^[a-z]+$\" } }", ["name": "abc"], ["name": "a1"]),
            ("{ name: { $contains: bc } }", ["name": "abcd"], ["name": "acbd"]),
            ("{ zones: { $contains: { zone: 2 } } }", ["zones": [["zone": 1], ["zone": 2]]], ["zones": [["zone": 1]]]),
            ("{ any: { $contains: b } }", ["any": ["a", "b"]], ["any": ["ab"]]),
            ("{ any: { $contains: b } }", ["any": "abc"], ["any": ["b": 1]]),
            ("{ zones: { $count: 1 } }", ["zones": [["zone": 1]]], ["zones": []]),
            ("{ zones: { $count: { $gt: 1 } } }", ["zones": [["zone": 1], ["zone": 2]]], ["zones": [["zone": 1]]]),
            ("{ tags: { $count: 1 } }", ["tags": ["a": "b"]], ["tags": [:]]),
            ("{ zones: { $each: { zone: { $gt: 0 } } } }", ["zones": [["zone": 1]]], ["zones": [["zone": 0]]]),
            ("{ zones: { $each: { zone: 1 }, $count: 1 } }", ["zones": [["zone": 1]]], ["zones": []]),
            ("{ name: { $not: a } }", ["name": "b"], ["name": "a"]),
            ("{ name: { $or: [a, b] } }", ["name": "b"], ["name": "c"]),
            ("{ tags: { $exactly: { a: x } } }", ["tags": ["a": "x"]], ["tags": ["a": "x", "b": "y"]]),
            ("{ tags: { $$any: x } }", ["tags": ["$any": "x"]], ["tags": ["any": "x"]]),
            ("{ name: \"$${a}\" }", ["name": "${a}"], ["name": "$${a}"]),
            ("{ any: null }", ["name": "a"], ["any": 1]),
            ("{ file: a/b }", ["file": "/unit/Scenarios/a/b"], ["file": "a/b"]),
            ("{}", ["name": "a"], "a"),
        ] as [(String, Value, Value)]) func isLikeOneAndNotTheOther(_ pattern: String, _ like: Value, _ unlike: Value)
        throws
    {
        try #expect(isLike(pattern, like))
        try #expect(!isLike(pattern, unlike))
    }

    @Test func textsAreComparedByTheirBytes() throws {
        try #expect(isLike("{ name: \"\\u00e9\" }", ["name": "\u{E9}"]))
        try #expect(!isLike("{ name: \"\\u00e9\" }", ["name": "e\u{301}"]))
    }

    @Test func savesWhatItIsTold() throws {
        let (likeness, _) = try Shop.likeness(
            "{ name: { $save: name, $matches: a }, zones: { $contains: { zone: { $save: zone, $gt: 1 } } } }")
        let saved = likeness.saved(from: ["name": "a", "zones": [["zone": 1], ["zone": 2], ["zone": 3]]])
        #expect(saved.map(\.name) == ["name", "zone"] && saved.map(\.value) == ["a", 2])
    }

    @Test(arguments: [
        "{ $any: true }", "{ $gt: 3 }", "{ $about: 3, within: 0.5 }", "{ $not: 3 }", "{ $or: [3, 4] }",
        "{ $gte: 3, $lt: 5 }", "{ $save: id }",
    ]) func isShownAsItIsWritten(_ pattern: String) throws {
        let (likeness, _) = try Shop.likeness("{ count: \(pattern) }")
        #expect(likeness.text == "{ count: \(pattern) }")
    }
}
