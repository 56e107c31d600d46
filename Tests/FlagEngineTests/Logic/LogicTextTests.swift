import Testing

@Suite struct LogicTextTests {
    @Test(arguments: try LogicCase.table(table))
    func `handles texts and versions`(line: LogicCase) { #expect(line.outcome == line.wanted) }

    private static let table = #"""
        {"in": ["Spring", "Springfield"]} → true
        {"in": ["spring", "Springfield"]} → false
        {"in": ["field", "Springfield"]} → true
        {"in": ["fields", "Springfield"]} → false
        {"in": ["", "a"]} → true
        {"in": ["", ""]} → true
        {"in": ["aab", "aaab"]} → true
        {"in": [2, "123"]} → true
        {"in": [null, "null"]} → false
        {"in": [[1], "1"]} → false
        {"in": {"var": "a"}} ← {"a": ["x", "xyz"]} → true
        {"cat": []} → ""
        {"cat": "ice"} → "ice"
        {"cat": ["a", 1, 2.5, true, null, "z"]} → "a12.5truez"
        {"cat": [1.0]} → "1"
        {"cat": [-0.0]} → "0"
        {"cat": [1e21]} → "1e+21"
        {"cat": [1e20]} → "100000000000000000000"
        {"cat": [123456789012345680000]} → "123456789012345680000"
        {"cat": [0.000001]} → "0.000001"
        {"cat": [0.0000001]} → "1e-7"
        {"cat": [-1.25e-9]} → "-1.25e-9"
        {"cat": [1.5e300]} → "1.5e+300"
        {"cat": [12.75]} → "12.75"
        {"cat": [[1, [2, null, "x"]], "!"]} → "1,2,,x!"
        {"cat": [{"var": ""}]} ← {"a": 1} → "[object Object]"
        {"cat": {"var": "list"}} ← {"list": ["a", "b"]} → "ab"
        {"cat": [{"var": "list"}]} ← {"list": ["a", "b"]} → "a,b"
        {"cat": [{"cat": ["a", "b"]}, {"cat": ["c", {"cat": ["d"]}]}]} → "abcd"
        {"cat": ["ñ", "😀"]} → "ñ😀"
        {"substr": ["jsonlogic", 4]} → "logic"
        {"substr": ["jsonlogic", -5]} → "logic"
        {"substr": ["jsonlogic", 1, 3]} → "son"
        {"substr": ["jsonlogic", 4, -2]} → "log"
        {"substr": ["jsonlogic", -5, -2]} → "log"
        {"substr": ["jsonlogic", 20]} → ""
        {"substr": ["jsonlogic", -20]} → "jsonlogic"
        {"substr": ["jsonlogic", -20, 4]} → "json"
        {"substr": ["jsonlogic", 0, 0]} → ""
        {"substr": ["jsonlogic", 0, 99]} → "jsonlogic"
        {"substr": ["jsonlogic", 0, -99]} → ""
        {"substr": ["jsonlogic", 3, -9]} → ""
        {"substr": ["jsonlogic", "4"]} → "logic"
        {"substr": ["jsonlogic", 4, null]} → "logic"
        {"substr": ["jsonlogic"]} → "jsonlogic"
        {"substr": ["jsonlogic", 1.9, 1.9]} → "s"
        {"substr": ["jsonlogic", -9223372036854775808, 9223372036854775807]} → "jsonlogic"
        {"substr": ["jsonlogic", 9223372036854775807, -9223372036854775808]} → ""
        {"substr": ["jsonlogic", 1e300]} → "jsonlogic"
        {"substr": ["añ😀b", 1, 2]} → "ñ😀"
        {"substr": ["añ😀b", -2]} → "😀b"
        {"substr": [12345, 1, 3]} → "234"
        {"substr": [null, 0]} → ""
        {"substr": [[1], 0]} → ""
        {"substr": []} → PARSE_ERROR
        {"starts_with": ["abc", "ab"]} → true
        {"starts_with": ["abc", ""]} → true
        {"starts_with": ["abc", "b"]} → false
        {"starts_with": ["ab", "abc"]} → false
        {"starts_with": ["abc", "AB"]} → false
        {"starts_with": ["abc"]} → null
        {"starts_with": ["abc", "a", "b"]} → null
        {"starts_with": [1, "1"]} → null
        {"starts_with": ["abc", null]} → null
        {"starts_with": [{"var": "a"}, "x"]} → null
        {"starts_with": "abc"} → null
        {"starts_with": {"var": "a"}} ← {"a": ["xyz", "xy"]} → true
        {"ends_with": ["abc", "bc"]} → true
        {"ends_with": ["abc", "b"]} → false
        {"ends_with": ["bc", "abc"]} → false
        {"ends_with": ["", ""]} → true
        {"ends_with": ["abc", 3]} → null
        {"ends_with": []} → null
        {"ends_with": [{"cat": ["a", "@x.y"]}, "@x.y"]} → true
        {"sem_ver": ["1.2.3", "=", "v1.2.3"]} → true
        {"sem_ver": ["1.2.3", "!=", "1.2.3+build"]} → false
        {"sem_ver": ["1.2.3-rc.1", "<", "1.2.3"]} → true
        {"sem_ver": ["1.2.3", "<=", "1.2.3"]} → true
        {"sem_ver": ["1.10", ">", "1.9"]} → true
        {"sem_ver": ["1.9", ">=", "1.10"]} → false
        {"sem_ver": ["1.2.3", "^", "1.9.9"]} → true
        {"sem_ver": ["2.2.3", "^", "1.9.9"]} → false
        {"sem_ver": ["1.2.3", "~", "1.2.9"]} → true
        {"sem_ver": ["1.3.3", "~", "1.2.9"]} → false
        {"sem_ver": [1.2, "=", "1.2.0"]} → true
        {"sem_ver": [1, "=", "1.0.0"]} → true
        {"sem_ver": [1.0, "^", 1]} → true
        {"sem_ver": ["1.2.3.4", "=", "1.2.3.4"]} → null
        {"sem_ver": ["1.2.3", "==", "1.2.3"]} → null
        {"sem_ver": ["1.2.3", "?", "1.2.3"]} → null
        {"sem_ver": ["1.2.3", "?=", "1.2.3"]} → null
        {"sem_ver": ["1.2.3", "", "1.2.3"]} → null
        {"sem_ver": ["1.2.3", "==="  , "1.2.3"]} → null
        {"sem_ver": ["1.2.3", 1, "1.2.3"]} → null
        {"sem_ver": [true, "=", "1.0.0"]} → null
        {"sem_ver": [null, "=", "1.0.0"]} → null
        {"sem_ver": [["1.0.0"], "=", "1.0.0"]} → null
        {"sem_ver": ["1.2.3", "="]} → null
        {"sem_ver": ["1.2.3", "=", "1.2.3", "4"]} → null
        {"sem_ver": []} → null
        {"sem_ver": [-1, "<", "1.0.0"]} → null
        {"sem_ver": [1e21, "=", "1.0.0"]} → null
        {"sem_ver": {"var": "a"}} ← {"a": ["1", "<", "2"]} → true
        {"$ref": "nobody"} → PARSE_ERROR
        {"val": "a"} → PARSE_ERROR
        {"??": [null, 1]} → PARSE_ERROR
        {"": 1} → PARSE_ERROR
        """#
}
