import Testing

@Suite struct LogicLookupTests {
    @Test(arguments: try LogicCase.table(table))
    func `looks up what is asked for`(line: LogicCase) { #expect(line.outcome == line.wanted) }

    private static let table = #"""
        {"var": "a"} ← {"a": 1} → 1
        {"var": ["a"]} ← {"a": 1} → 1
        {"var": "a"} → null
        {"var": "a"} ← {"a": null} → null
        {"var": ["a", 5]} → 5
        {"var": ["a", 5]} ← {"a": null} → null
        {"var": ["a", 5]} ← {"a": false} → false
        {"var": ["a", 5]} ← {"a": ""} → ""
        {"var": ["a.b", 5]} ← {"a": null} → 5
        {"var": ["a.b", 5]} ← {"a": "text"} → 5
        {"var": ["a.b", 5]} ← {"a": {"b": 7}} → 7
        {"var": ["a", {"var": "b"}]} ← {"b": 9} → 9
        {"var": ["a", [1, {"var": "b"}]]} ← {"b": 9} → [1, 9]
        {"var": "a.b.c"} ← {"a": {"b": {"c": "deep"}}} → "deep"
        {"var": "a.b"} ← {"a.b": 1} → null
        {"var": "list.0"} ← {"list": ["x", "y"]} → "x"
        {"var": "list.1"} ← {"list": ["x", "y"]} → "y"
        {"var": "list.2"} ← {"list": ["x", "y"]} → null
        {"var": "list.-1"} ← {"list": ["x", "y"]} → null
        {"var": "list.one"} ← {"list": ["x", "y"]} → null
        {"var": "list.1.name"} ← {"list": [{"name": "x"}, {"name": "y"}]} → "y"
        {"var": "a.1"} ← {"a": {"1": "member"}} → "member"
        {"var": 1} ← ["x", "y"] → "y"
        {"var": "1"} ← ["x", "y"] → "y"
        {"var": [1]} ← ["x", "y"] → "y"
        {"var": 0} ← {"0": "zero"} → "zero"
        {"var": 1.5} ← [["a"], ["b", "c", "d", "e", "f", "g"]] → "g"
        {"var": true} ← {"true": "yes"} → "yes"
        {"var": ""} ← {"a": 1} → {"a": 1}
        {"var": ""} ← "scalar" → "scalar"
        {"var": null} ← [1, 2] → [1, 2]
        {"var": []} ← 7 → 7
        {"var": ["", 1]} ← 7 → 7
        {"var": {"var": "which"}} ← {"which": "b", "b": 2} → 2
        {"var": {"var": "which"}} ← {"which": "b.c", "b": {"c": 3}} → 3
        {"var": {"var": "which"}} ← {"which": 1, "1": "one"} → "one"
        {"var": {"var": "which"}} ← {"a": 1} → {"a": 1}
        {"var": {"var": "which"}} ← {"which": ["b", 4]} → 4
        {"var": [{"cat": ["a", ".", "b"]}]} ← {"a": {"b": 5}} → 5
        {"var": [{"if": [true, "a", "b"]}, "d"]} ← {"b": 5} → "d"
        {"var": "ñ.ü"} ← {"ñ": {"ü": "ok"}} → "ok"
        {"var": "a..b"} ← {"a": {"": {"b": 6}}} → 6
        {"var": "a."} ← {"a": {"": 6}} → 6
        {"var": "."} ← {"": {"": 6}} → 6
        {"var": "$flagd.flagKey"} → "flag"
        {"var": "$flagd.timestamp"} → 1700000000
        {"var": "$flagd.other"} → null
        {"var": "$flagd.flagKey"} ← {"$flagd": {"flagKey": "claimed"}} → "flag"
        {"var": ["$flagd.nothing", 3]} → 3
        {"var": {"cat": ["$flagd", ".flagKey"]}} → "flag"
        {"missing": ["a", "b"]} ← {"a": 1} → ["b"]
        {"missing": "a"} → ["a"]
        {"missing": []} → []
        {"missing": ["a"]} ← {"a": null} → ["a"]
        {"missing": ["a"]} ← {"a": ""} → ["a"]
        {"missing": ["a"]} ← {"a": 0} → []
        {"missing": ["a"]} ← {"a": false} → []
        {"missing": ["a"]} ← {"a": []} → []
        {"missing": [["a", "b"], "c"]} ← {"b": 1} → ["a"]
        {"missing": ["a.b", "c.0"]} ← {"a": {"b": 1}, "c": [2]} → []
        {"missing": [1, 5]} ← ["x", "y"] → [5]
        {"missing": {"merge": ["a", ["b"]]}} ← {"a": 1} → ["b"]
        {"missing": {"var": "wanted"}} ← {"wanted": ["a", "wanted"]} → ["a"]
        {"missing": {"var": "wanted"}} ← {"wanted": "a"} → ["a"]
        {"missing_some": [1, ["a", "b"]]} ← {"a": 1} → []
        {"missing_some": [2, ["a", "b", "c"]]} ← {"a": 1} → ["b", "c"]
        {"missing_some": [0, ["a"]]} → []
        {"missing_some": [1, []]} → []
        {"missing_some": ["1", ["a", "b"]]} → ["a", "b"]
        {"missing_some": [1, {"var": "wanted"}]} ← {"wanted": ["x"]} → ["x"]
        {"missing_some": [1]} → PARSE_ERROR
        {"missing_some": [1, "a"]} → PARSE_ERROR
        """#
}
