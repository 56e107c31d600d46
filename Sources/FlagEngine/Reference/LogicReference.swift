/// What the reference says of an operator of JsonLogic.
package struct LogicReference: Sendable {
    /// An expression, the caller and what it gives, each as JSON.
    package struct Example: Sendable {
        package let rule: String
        package let caller: String
        package let result: String
    }

    package let operators: [String]
    package let summary: String
    package let examples: [Example]

    private init(_ operators: [String], _ summary: String, _ examples: [(String, String, String)]) {
        self.operators = operators
        self.summary = summary
        self.examples = examples.map { Example(rule: $0, caller: $1, result: $2) }
    }

    /// All of them; a test evaluates every example, and holds the names against those that are compiled.
    package static let all: [LogicReference] = [
        LogicReference(
            ["var"], "An attribute by its path, or the second argument where it is not there.",
            [
                (#"{"var": "device.os"}"#, #"{"device": {"os": "ios"}}"#, #""ios""#),
                (#"{"var": ["plan", "free"]}"#, "{}", #""free""#),
                (#"{"var": "list.1"}"#, #"{"list": ["a", "b"]}"#, #""b""#),
            ]),
        LogicReference(
            ["missing"], "Those of the paths that lead to nothing.",
            [(#"{"missing": ["email", "plan"]}"#, #"{"plan": "pro"}"#, #"["email"]"#)]),
        LogicReference(
            ["missing_some"], "The same, or nothing at all where so many of them lead somewhere.",
            [(#"{"missing_some": [1, ["email", "plan"]]}"#, #"{"plan": "pro"}"#, "[]")]),
        LogicReference(
            ["if", "?:"], "What follows the first condition that holds, or the last argument.",
            [(#"{"if": [{"<": [{"var": "age"}, 18]}, "child", "adult"]}"#, #"{"age": 17}"#, #""child""#)]),
        LogicReference(
            ["and"], "The first argument that does not hold, or the last one.",
            [
                (#"{"and": [true, {"var": "plan"}]}"#, #"{"plan": "pro"}"#, #""pro""#),
                (#"{"and": [[], 1]}"#, "{}", "[]"),
            ]),
        LogicReference(
            ["or"], "The first argument that holds, or the last one.",
            [(#"{"or": [{"var": "plan"}, "free"]}"#, "{}", #""free""#)]),
        LogicReference(["!"], "Whether it does not hold.", [(#"{"!": [0]}"#, "{}", "true")]),
        LogicReference(
            ["!!"], "Whether it holds; an empty list, an empty text, 0 and null do not.",
            [(#"{"!!": [[]]}"#, "{}", "false"), (#"{"!!": ["0"]}"#, "{}", "true")]),
        LogicReference(
            ["==", "!="], "Whether both are equal or not, after conversion.",
            [(#"{"==": [1, "1"]}"#, "{}", "true"), (#"{"!=": [1, 2]}"#, "{}", "true")]),
        LogicReference(
            ["===", "!=="], "Whether both are equal or not, without conversion.",
            [(#"{"===": [1, "1"]}"#, "{}", "false"), (#"{"!==": [1, "1"]}"#, "{}", "true")]),
        LogicReference(
            [">", ">=", "<", "<="], "Whether the arguments lie in this order; `<` and `<=` take a third one.",
            [(#"{">": [{"var": "age"}, 17]}"#, #"{"age": 18}"#, "true"), (#"{"<=": [1, 2, 2]}"#, "{}", "true")]),
        LogicReference(
            ["+", "-", "*", "/", "%"], "Numbers; `+` of one argument makes it a number, `-` turns its sign around.",
            [
                (#"{"+": [1, "2.5"]}"#, "{}", "3.5"), (#"{"-": [2]}"#, "{}", "-2"), (#"{"*": [2, 3, 4]}"#, "{}", "24"),
                (#"{"/": [7, 2]}"#, "{}", "3.5"), (#"{"%": [7, 2]}"#, "{}", "1"),
            ]),
        LogicReference(
            ["max", "min"], "The greatest or the smallest argument.",
            [(#"{"max": [1, 3, 2]}"#, "{}", "3"), (#"{"min": [1, 3, 2]}"#, "{}", "1")]),
        LogicReference(
            ["map", "filter"], "A list of what comes out for each element, or of the elements for which that holds.",
            [
                (#"{"map": [{"var": "n"}, {"*": [{"var": ""}, 2]}]}"#, #"{"n": [1, 2]}"#, "[2, 4]"),
                (#"{"filter": [{"var": "n"}, {">": [{"var": ""}, 1]}]}"#, #"{"n": [1, 2]}"#, "[2]"),
            ]),
        LogicReference(
            ["reduce"], "What comes out after all elements, each time of `current` and `accumulator`.",
            [
                (
                    #"{"reduce": [{"var": "n"}, {"+": [{"var": "current"}, {"var": "accumulator"}]}, 0]}"#,
                    #"{"n": [1, 2, 3]}"#, "6"
                )
            ]),
        LogicReference(
            ["all", "none", "some"], "Whether something holds for all elements, none or some of them.",
            [
                (#"{"all": [[1, 2], {">": [{"var": ""}, 0]}]}"#, "{}", "true"),
                (#"{"none": [[1, 2], {">": [{"var": ""}, 2]}]}"#, "{}", "true"),
                (#"{"some": [[1, 2], {">": [{"var": ""}, 1]}]}"#, "{}", "true"),
            ]),
        LogicReference(
            ["merge"], "One list of all arguments, of lists their elements.",
            [(#"{"merge": [[1], 2, [3]]}"#, "{}", "[1, 2, 3]")]),
        LogicReference(
            ["in"], "Whether a list has an element, or a text has a text in it.",
            [
                (#"{"in": [{"var": "country"}, ["ES", "FR"]]}"#, #"{"country": "FR"}"#, "true"),
                (#"{"in": ["circuit", {"var": "email"}]}"#, #"{"email": "ana@circuit.example"}"#, "true"),
            ]),
        LogicReference(["cat"], "All arguments as one text.", [(#"{"cat": ["v", 2]}"#, "{}", #""v2""#)]),
        LogicReference(
            ["substr"], "A part of a text: from where, and how many characters; below zero they count from the end.",
            [(#"{"substr": ["jsonlogic", -5, 3]}"#, "{}", #""log""#)]),
        LogicReference(
            ["starts_with", "ends_with"], "Whether a text starts or ends with another; of anything else null.",
            [
                (#"{"starts_with": [{"var": "email"}, "ana"]}"#, #"{"email": "ana@circuit.example"}"#, "true"),
                (#"{"ends_with": [{"var": "email"}, ".org"]}"#, #"{"email": "ana@circuit.example"}"#, "false"),
                (#"{"ends_with": [1, "1"]}"#, "{}", "null"),
            ]),
        LogicReference(
            ["sem_ver"], "Compares versions by `=`, `!=`, `<`, `<=`, `>`, `>=`, `^` (same major) or `~` (same minor).",
            [
                (#"{"sem_ver": [{"var": "app"}, ">=", "2.1"]}"#, #"{"app": "v2.10.0"}"#, "true"),
                (#"{"sem_ver": ["2.1.0", "^", "2.9.0"]}"#, "{}", "true"),
            ]),
        LogicReference(
            ["fractional"],
            "One of the variants, by the hash of a text or, without one, of the flag's key and `targetingKey`.",
            [
                (
                    #"{"fractional": [{"var": "email"}, ["red", 50], ["blue", 50]]}"#,
                    #"{"email": "ana@circuit.example"}"#, #""blue""#
                ),
                (#"{"fractional": [["red", 1], ["blue", 1]]}"#, "{}", "null"),
            ]),
    ]
}
