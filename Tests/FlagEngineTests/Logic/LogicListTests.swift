import Testing

@Suite struct LogicListTests {
    @Test(arguments: try LogicCase.table(table))
    func `walks over lists`(line: LogicCase) { #expect(line.outcome == line.wanted) }

    private static let table = #"""
        {"map": [[1, 2], {"*": [{"var": ""}, 2]}]} → [2, 4]
        {"map": [{"var": "people"}, {"var": "age"}]} ← {"people": [{"age": 1}, {}, {"age": 3}]} → [1, null, 3]
        {"map": [{"var": "a"}, {"var": ""}]} → []
        {"map": ["text", {"var": ""}]} → []
        {"map": [{"var": "a"}, {"var": ""}]} ← {"a": {"b": 1}} → []
        {"map": [[1, 2], {"var": "outer"}]} ← {"outer": 5} → [null, null]
        {"map": [[1, 2], 7]} → [7, 7]
        {"map": [[[1, 2], [3]], {"map": [{"var": ""}, {"+": [{"var": ""}, 1]}]}]} → [[2, 3], [4]]
        {"map": [[[1, 2], [3]], {"var": "0"}]} → [1, 3]
        {"map": [[1], {"var": "$flagd.flagKey"}]} → [null]
        {"map": [[1], {"nobody": 1}]} → PARSE_ERROR
        {"map": [[], {"nobody": 1}]} → []
        {"map": [[1]]} → PARSE_ERROR
        {"map": []} → PARSE_ERROR
        {"map": "text"} → PARSE_ERROR
        {"filter": [[1, 2, 3], {">": [{"var": ""}, 1]}]} → [2, 3]
        {"filter": [[1, 2, 3], {"%": [{"var": ""}, 2]}]} → [1, 3]
        {"filter": [{"var": "a"}, true]} → []
        {"filter": [[0, "", "a"], {"var": ""}]} → ["a"]
        {"filter": [{"map": [[1, 2], {"+": [{"var": ""}, 1]}]}, {"==": [{"var": ""}, 3]}]} → [3]
        {"filter": [[1]]} → PARSE_ERROR
        {"reduce": [[1, 2, 3], {"+": [{"var": "current"}, {"var": "accumulator"}]}, 10]} → 16
        {"reduce": [[1, 2, 3], {"+": [{"var": "current"}, {"var": "accumulator"}]}]} → 6
        {"reduce": [[], {"nobody": 1}, 5]} → 5
        {"reduce": [[], {"nobody": 1}]} → null
        {"reduce": [{"var": "a"}, {"var": "current"}, "start"]} → "start"
        {"reduce": [["a", "b"], {"cat": [{"var": "accumulator"}, {"var": "current"}]}, "-"]} → "-ab"
        {"reduce": [[1, 2], {"merge": [{"var": "accumulator"}, [{"var": "current"}]]}, [0]]} → [0, 1, 2]
        {"reduce": [[{"a": 1, "z": 0}, {"a": 2, "z": 0}], {"max": [{"var": "current.a"}, {"var": "accumulator"}]}, 0]} → 2
        {"reduce": [[7], {"var": ""}, 1]} → {"current": 7, "accumulator": 1}
        {"reduce": [[7], {"var": "outer"}, 1]} ← {"outer": 3} → null
        {"reduce": [[1], {"var": "accumulator"}, {"var": "outer"}]} ← {"outer": 3} → 3
        {"reduce": [[[1, 2], [3]], {"reduce": [{"var": "current"}, {"max": [{"var": "current"}, 2]}]}]} → 3
        {"reduce": [[1]]} → PARSE_ERROR
        {"all": [[1, 2], {">": [{"var": ""}, 0]}]} → true
        {"all": [[1, 2], {">": [{"var": ""}, 1]}]} → false
        {"all": [[], true]} → false
        {"all": [{"var": "a"}, true]} → false
        {"all": [[0, {"nobody": 1}], {"var": ""}]} → PARSE_ERROR
        {"none": [[1, 2], {">": [{"var": ""}, 2]}]} → true
        {"none": [[1, 2], {">": [{"var": ""}, 1]}]} → false
        {"none": [[], true]} → true
        {"none": [{"var": "a"}, true]} → true
        {"some": [[1, 2], {">": [{"var": ""}, 1]}]} → true
        {"some": [[1, 2], {">": [{"var": ""}, 2]}]} → false
        {"some": [[], true]} → false
        {"some": [{"var": "a"}, true]} → false
        {"some": [[1]]} → PARSE_ERROR
        {"some": [{"var": "roles"}, {"in": [{"var": ""}, ["staff", "admin"]]}]} ← {"roles": ["guest", "admin"]} → true
        {"merge": []} → []
        {"merge": [1, [2, 3], [[4]]]} → [1, 2, 3, [4]]
        {"merge": [null, {"var": "a"}]} → [null, null]
        {"merge": {"var": "a"}} ← {"a": [1, [2]]} → [1, 2]
        {"merge": "x"} → ["x"]
        {"in": ["a", ["a", "b"]]} → true
        {"in": [1, ["1"]]} → false
        {"in": [1, [1.0]]} → true
        {"in": [null, [null]]} → true
        {"in": [{"var": "a"}, [null]]} → true
        {"in": [[1], [[1], 2]]} → true
        {"in": ["x", []]} → false
        {"in": ["x", null]} → false
        {"in": ["x", 5]} → false
        {"in": ["x", {"var": "a"}]} ← {"a": {"x": 1}} → false
        {"in": ["x"]} → false
        {"in": []} → false
        """#
}
