import Testing

@Suite struct LogicDecisionTests {
    @Test(arguments: try LogicCase.table(table))
    func `decides`(line: LogicCase) { #expect(line.outcome == line.wanted) }

    private static let table = #"""
        true → true
        "text" → "text"
        [] → []
        [1, [2, {"+": [1, 2]}]] → [1, [2, 3]]
        {} → {}
        {"a": 1, "b": {"+": [1, 2]}} → {"a": 1, "b": {"+": [1, 2]}}
        {"if": []} → null
        {"if": [true]} → true
        {"if": true} → true
        {"if": [0]} → 0
        {"if": [true, 1]} → 1
        {"if": [false, 1]} → null
        {"if": [false, 1, 2]} → 2
        {"if": [false, 1, true, 2]} → 2
        {"if": [false, 1, false, 2]} → null
        {"if": [false, 1, false, 2, 3]} → 3
        {"if": [{"var": "a"}, "yes", "no"]} ← {"a": {}} → "no"
        {"if": [{"var": "a"}, "yes", "no"]} ← {"a": {"b": 0}} → "yes"
        {"if": [{"var": "a"}, "yes", "no"]} ← {"a": []} → "no"
        {"if": [{"var": "a"}, "yes", "no"]} ← {"a": [0]} → "yes"
        {"if": [{"var": "a"}, "yes", "no"]} ← {"a": "0"} → "yes"
        {"if": [{"var": "a"}, "yes", "no"]} ← {"a": " "} → "yes"
        {"if": [{"var": "a"}, "yes", "no"]} ← {"a": -0.0} → "no"
        {"if": [{"var": "a"}, "yes", "no"]} ← {"a": 0.001} → "yes"
        {"if": [true, 1, {"nobody": 1}]} → 1
        {"if": [false, {"nobody": 1}, 2]} → 2
        {"if": [true, {"nobody": 1}, 2]} → PARSE_ERROR
        {"?:": [true, 1, 2]} → 1
        {"and": []} → null
        {"or": []} → null
        {"and": [1, "", 3]} → ""
        {"and": [1, 2, 3]} → 3
        {"and": [[], {"nobody": 1}]} → []
        {"and": true} → true
        {"or": [0, "", null]} → null
        {"or": [0, "a", {"nobody": 1}]} → "a"
        {"or": [false, [], [1]]} → [1]
        {"or": 0} → 0
        {"!": []} → true
        {"!": [[]]} → true
        {"!": [[0]]} → false
        {"!": [true, false]} → false
        {"!": ["0"]} → false
        {"!": {"var": "a"}} ← {"a": [0]} → false
        {"!": null} → true
        {"!!": []} → false
        {"!!": [0]} → false
        {"!!": ["a"]} → true
        {"!!": {"var": "a"}} ← {"a": [[]]} → true
        {"==": [1, 1.0]} → true
        {"==": [1, "1"]} → true
        {"==": [1, " 1 "]} → true
        {"==": [1, "1.0"]} → true
        {"==": [100, "1e2"]} → true
        {"==": [0.5, ".5"]} → true
        {"==": [5, "5."]} → true
        {"==": [1, "one"]} → false
        {"==": [0, "-"]} → false
        {"==": [0, "."]} → false
        {"==": [1, "1e"]} → false
        {"==": [31, "0x1F"]} → false
        {"==": [null, null]} → true
        {"==": [null, 0]} → false
        {"==": [null, ""]} → false
        {"==": [null, false]} → false
        {"==": [{"var": "a"}, null]} → true
        {"==": [true, 1]} → true
        {"==": [true, "1"]} → true
        {"==": [true, 2]} → false
        {"==": [true, "true"]} → false
        {"==": [false, ""]} → true
        {"==": [[1, 2], [1, 2]]} → true
        {"==": [[1, 2], [2, 1]]} → false
        {"==": [[1], 1]} → false
        {"==": ["1", "1.0"]} → false
        {"==": [9007199254740993, 9007199254740992]} → false
        {"==": [9007199254740993, 9007199254740992.0]} → false
        {"==": [1, 1, 1]} → true
        {"==": [1, 1, 2]} → false
        {"==": [1]} → PARSE_ERROR
        {"==": []} → PARSE_ERROR
        {"==": {"var": "pair"}} ← {"pair": [1, "1"]} → true
        {"==": {"var": "pair"}} ← {"pair": 1} → PARSE_ERROR
        {"===": [1, 1.0]} → true
        {"===": [1, "1"]} → false
        {"===": [0, false]} → false
        {"===": [null, null]} → true
        {"===": [{"var": "a"}, {"var": "b"}]} ← {"a": {"x": 1, "y": [2]}, "b": {"y": [2], "x": 1}} → true
        {"===": [{"var": "a"}, {"var": "b"}]} ← {"a": {"x": 1}, "b": {"x": 2}} → false
        {"===": [{"var": "a"}, {"var": "b"}]} ← {"a": {"x": 1}, "b": {"z": 1}} → false
        {"!=": [1, "1"]} → false
        {"!=": [1, 2, 1]} → true
        {"!=": [1, 2, 2]} → false
        {"!==": [1, "1"]} → true
        {"!==": ["a", "a"]} → false
        {"<": [1, 2]} → true
        {"<": [1, 2, 3]} → true
        {"<": [1, 3, 2]} → false
        {"<": [1, 2, 3, 4]} → true
        {"<": ["10", "9"]} → true
        {"<": ["10", 9]} → false
        {"<": [null, 1]} → true
        {"<": [false, true]} → true
        {"<": ["", 1]} → true
        {"<": ["ä", "z"]} → false
        {"<": ["a", "aa"]} → true
        {"<": [9223372036854775807, 9223372036854775808.0]} → true
        {">": [9007199254740993, 9007199254740992.0]} → true
        {">": [1e300, 9223372036854775807]} → true
        {">": [-1e300, -9223372036854775808]} → false
        {"<": ["a", 1]} → PARSE_ERROR
        {"<": [[1], 2]} → PARSE_ERROR
        {"<": [{"var": "a"}, 2]} ← {"a": {"b": 1}} → PARSE_ERROR
        {"<": [1]} → PARSE_ERROR
        {"<=": [1, 1, 2]} → true
        {"<=": [{"var": "now"}, 5]} → true
        {">": [3, 2, 1]} → true
        {">": [3, 2, 2]} → false
        {">=": [3, 2, 2]} → true
        {">=": ["b", "a"]} → true
        """#
}
