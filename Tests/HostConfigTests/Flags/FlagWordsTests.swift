import Testing

@testable import HostConfig

/// Every word about flags in a document, beside what it is said of.
@Suite struct FlagWordsTests {
    static let documents: [(text: String, expected: [String])] = [
        ("", [#" error: is empty; write "flags: {}" where there are none"#]),
        ("[]", ["1:1: error: must be a mapping, not a list"]),
        (
            "flagz: {}",
            [
                #"1:1: warning: unknown key "flagz", which is ignored; did you mean "flags"?"#,
                #"1:1: error: missing key "flags""#,
            ]
        ),
        ("flags: 5", [#"1:8: error: must be a mapping of flags, or a list of flags that have a "key", not 5"#]),
        (
            "flags: {}\nsegment: {}",
            [#"2:1: warning: unknown key "segment", which is ignored; did you mean "segments"?"#]
        ),
        ("flags: {}\nbucketing: v4", [#"2:12: error: must be v1, v2 or v3, not "v4"; did you mean "v1"?"#]),
        ("flags: {}\nbucketing: [v1]", ["2:1: error: must be v1, v2 or v3, not a list"]),
        ("flags: {}\nmetadata: 5", ["2:11: error: must be a mapping, not 5"]),
        (
            "flags: {}\nmetadata: {team: [a]}",
            ["2:12: warning: metadata must be a text, a number, true or false, not a list; this is left out"]
        ),
        (
            "flags: {}\nmetadata: {team: }",
            ["2:18: warning: metadata must be a text, a number, true or false, not nothing; this is left out"]
        ),
        ("flags: {}\n$evaluators: []", ["2:1: error: must be a mapping, not a list"]),
        ("flags:\n- other.yaml", ["2:3: error: a document of flags names no other sources; only plugins.yaml does"]),
        (
            "flags:\n- {url: \"https://flags.example\"}",
            ["2:3: error: a document of flags names no other sources; only plugins.yaml does"]
        ),
        (
            "flags:\n- [a]",
            [#"2:3: error: must be a mapping of flags, or a list of flags that have a "key", not a list"#]
        ),
        ("flags:\n- {default: \"on\"}", [#"2:3: error: missing key "key""#]),
        ("flags:\n- {key: a, default: \"on\"}\n- {key: a, default: \"on\"}", [#"3:9: error: duplicate flag "a""#]),
        ("flags:\n- {key: , default: \"on\"}", ["2:9: error: must be a text, not nothing"]),
        (#"flags: {"": 5}"#, ["1:9: error: a name cannot be empty"]),
        (
            "flags: {a: 01234, b: {variants: {x: 0x1F, y: 1.5, z: 2.10, w: 3.0, v: 1e3}, when: {zip: [00501, 12]}, serve: x}}",
            [
                #"1:12: warning: 01234 is read as the number 1234; write "01234" in quotes if the text is meant"#,
                #"1:37: warning: 0x1F is read as the number 31; write "0x1F" in quotes if the text is meant"#,
                #"1:54: warning: 2.10 is read as the number 2.1; write "2.10" in quotes if the text is meant"#,
                #"1:90: warning: 00501 is read as the number 501; write "00501" in quotes if the text is meant"#,
            ]
        ),
        (#"segments: {"": {a: 1}}"#, ["1:12: error: a name cannot be empty"]),
        ("segments: []", ["1:1: error: must be a mapping, not a list"]),
        ("segments: {staff: [a]}", ["1:12: error: must be a condition: a mapping of attributes, not a list"]),
        (
            "flags: {feature.shop: true}",
            [
                #"1:9: error: the flag "feature.shop" is made from the feature's section; write "#
                    + #""enabled", "when", "rollout" or "split" in features.shop of plugins.yaml"#
            ]
        ),
    ]

    static let flags: [(text: String, expected: [String])] = [
        ("flags: {a: [1]}", ["1:9: error: must be a flag: a mapping, or a value alone, not a list"]),
        ("flags: {a: }", ["1:9: error: must be a flag: a mapping, or a value alone, not nothing"]),
        ("flags: {a: {}}", [#"1:9: error: this flag says nothing; write its "default", or a value in its place"#]),
        (
            "flags: {a: {enabled: true}}",
            [#"1:9: error: this flag says nothing; write its "default", or a value in its place"#]
        ),
        ("flags: {a: .inf}", ["1:12: error: must be a number that JSON can hold, not .inf or .nan"]),
        (#"flags: {a: {defualt: "on", rules: []}}"#, [#"1:13: error: unknown key "defualt"; did you mean "default"?"#]),
        ("flags: {a: {state: ENABLED}}", [#"1:9: error: missing key "variants""#]),
        (
            #"flags: {a: {state: ENABLED, variants: {"on": true}, defaultVarient: "on"}}"#,
            [#"1:53: warning: unknown key "defaultVarient", which is ignored; did you mean "defaultVariant"?"#]
        ),
        (
            #"flags: {a: {state: ENABLED, variants: {"on": true}, defaultVariant: "no"}}"#,
            [#"1:69: error: unknown variant "no"; did you mean "on"?"#]
        ),
        (
            #"flags: {a: {state: DISABELD, variants: {"on": true}, defaultVariant: "on"}}"#,
            [#"1:20: error: must be ENABLED or DISABLED, not "DISABELD"; did you mean "DISABLED"?"#]
        ),
        (
            #"flags: {a: {state: ENABLED, variants: {"on": true}, defaultVariant: "on", rules: []}}"#,
            [
                #"1:75: error: "rules" does not go with "defaultVariant"; a flag has either flagd's form "#
                    + "or the one for people"
            ]
        ),
        (
            #"flags: {a: {targeting: {}, variants: {"on": true}, default: "on"}}"#,
            [
                #"1:52: error: "default" does not go with "targeting"; a flag has either flagd's form or "#
                    + "the one for people"
            ]
        ),
        (
            #"flags: {a: {enabled: true, state: ENABLED, default: "on"}}"#,
            [#"1:28: error: "enabled" and "state" say the same; write one of them"#]
        ),
        (
            #"flags: {a: {enabled: yes, default: "on"}}"#,
            [#"1:22: error: must be true or false, not the text "yes"; did you mean "true"?"#]
        ),
        (#"flags: {a: {variants: {}, default: "on"}}"#, ["1:13: error: must be a mapping, not an empty one"]),
        (#"flags: {a: {variants: ["on"], default: "on"}}"#, ["1:13: error: must be a mapping, not a list"]),
        (
            "flags: {a: {variants: {one: [1]}}}",
            ["1:24: error: must be true or false, a text, a number or a mapping, not a list"]
        ),
        (
            "flags: {a: {variants: {one: }}}",
            ["1:29: error: must be true or false, a text, a number or a mapping, not nothing"]
        ),
        (
            "flags: {a: {variants: {one: 1, two: true}}}",
            [#"1:37: error: all variants of a flag have one type; this is true or false, and "one" is a number"#]
        ),
        (
            "flags: {a: {variants: {one: hi, two: {}}}}",
            [#"1:33: error: all variants of a flag have one type; this is a mapping, and "one" is a text"#]
        ),
        (
            "flags: {a: {variants: {one: 1, two: .nan}}}",
            ["1:37: error: must be a number that JSON can hold, not .inf or .nan"]
        ),
        (
            "flags: {a: {variants: {one: {deep: [.inf]}}}}",
            ["1:24: error: must be a number that JSON can hold, not .inf or .nan"]
        ),
        (#"flags: {a: {variants: {"": 1}}}"#, ["1:24: error: a name cannot be empty"]),
        (
            "flags: {a: {default: true}}",
            [#"1:22: error: "true" is the value of a variant, not its name; did you mean "on"?"#]
        ),
        (#"flags: {a: {default: "onn"}}"#, [#"1:22: error: unknown variant "onn"; did you mean "on"?"#]),
        (
            "flags: {a: {variants: {small: 1, large: 2}, default: large, off: smal}}",
            [#"1:66: error: unknown variant "smal"; did you mean "small"?"#]
        ),
        (#"flags: {a: {default: ["on"]}}"#, ["1:13: error: must be a variant's name, not a list"]),
        (
            #"flags: {a: {default: "on", description: [a], owner: {}}}"#,
            [
                "1:28: error: must be a text, not a list",
                "1:46: error: must be a text, not a mapping",
            ]
        ),
        (
            #"flags: {a: {default: "on", expires: soon}}"#,
            [#"1:37: error: must be a date such as 2027-01-31, not the text "soon""#]
        ),
        (
            #"flags: {a: {default: "on", expires: 2027-13-01}}"#,
            [#"1:37: error: must be a date such as 2027-01-31, not the text "2027-13-01""#]
        ),
        (#"flags: {a: {default: "on", requires: [b]}}"#, ["1:28: error: must be a mapping, not a list"]),
        (
            #"flags: {a: {default: "on", requires: {b: }}}"#,
            ["1:42: error: must be a text, a number, true or false, not nothing"]
        ),
        (
            #"flags: {a: {default: "on", requires: {b: [true]}}}"#,
            ["1:39: error: must be a text, a number, true or false, not a list"]
        ),
        (
            #"flags: {a: {default: "on", exposures: 10}}"#,
            [#"1:39: error: must be a percentage such as 25%, not "10"; did you mean "10%"?"#]
        ),
        (#"flags: {a: {default: "on", exposures: 110%}}"#, ["1:39: error: must be at most 100%"]),
        (
            #"flags: {a: {default: "on", silence: {expired: true}}}"#,
            ["1:28: error: must be a list of texts, not a mapping"]
        ),
        (#"flags: {a: {default: "on", silence: [[expired]]}}"#, ["1:38: error: must be a text, not a list"]),
        (
            #"flags: {a: {default: "on", metadata: {team: {a: b}}}}"#,
            ["1:39: warning: metadata must be a text, a number, true or false, not a mapping; this is left out"]
        ),
        (
            #"flags: {a: {default: "on", bucketing: v0}}"#,
            [#"1:39: error: must be v1, v2 or v3, not "v0"; did you mean "v1"?"#]
        ),
    ]

    static let rules: [(text: String, expected: [String])] = [
        (#"flags: {a: {default: "on", rules: {}}}"#, ["1:28: error: must be a list of rules, not a mapping"]),
        (#"flags: {a: {default: "on", rules: [staff]}}"#, [#"1:36: error: must be a mapping, not the text "staff""#]),
        (
            #"flags: {a: {default: "on", rules: [{serv: "on"}]}}"#,
            [
                #"1:36: error: missing key "serve" or "split""#,
                #"1:37: error: unknown key "serv"; did you mean "serve"?"#,
            ]
        ),
        (
            #"flags: {a: {default: "on", rules: [{serve: "no"}]}}"#,
            [#"1:44: error: unknown variant "no"; did you mean "on"?"#]
        ),
        (
            #"flags: {a: {default: "on", rules: [{serve: true}]}}"#,
            [#"1:44: error: "true" is the value of a variant, not its name; did you mean "on"?"#]
        ),
        (#"flags: {a: {default: "on", rules: [{serve: [a]}]}}"#, ["1:37: error: must be a variant's name, not a list"]),
        (
            #"flags: {a: {default: "on", rules: [{name: [a], serve: "on"}]}}"#,
            ["1:37: error: must be a text, not a list"]
        ),
        (#"flags: {a: {default: "on", when: {a: 1}}}"#, [#"1:28: error: missing key "serve" or "split""#]),
        (
            #"flags: {a: {default: "on", serve: "on", rules: []}}"#,
            [#"1:28: error: "serve" belongs into a rule where there are "rules""#]
        ),
        (
            #"flags: {a: {default: "on", serve: "on", split: {"on": 1}}}"#,
            [#"1:41: error: "serve" and "split" do not go together; write one of them"#]
        ),
        (
            #"flags: {a: {default: "on", rollout: 5%, split: {"on": 1}}}"#,
            [
                #"1:28: error: "rollout" goes with "serve"; percentages in a "split" leave the rest to "#
                    + "the next rule as well"
            ]
        ),
        (
            #"flags: {a: {default: "on", rollout: 25, serve: "on"}}"#,
            [#"1:37: error: must be a percentage such as 25%, not "25"; did you mean "25%"?"#]
        ),
        (
            #"flags: {a: {default: "on", rollout: 25 %, serve: "on"}}"#,
            [#"1:37: error: must be a percentage such as 25%, not "25 %"; did you mean "25%"?"#]
        ),
        (
            #"flags: {a: {default: "on", rollout: -5%, serve: "on"}}"#,
            [#"1:37: error: must be a percentage such as 25%, not "-5%""#]
        ),
        (#"flags: {a: {default: "on", rollout: 101%, serve: "on"}}"#, ["1:37: error: must be at most 100%"]),
        (
            #"flags: {a: {default: "on", rollout: 0.0000001%, serve: "on"}}"#,
            ["1:37: error: must have at most six digits after the point"]
        ),
        (
            #"flags: {a: {default: "on", rollout: 9999999999%, serve: "on"}}"#,
            ["1:37: error: must come to at most 2147483647"]
        ),
        (
            #"flags: {a: {default: "on", rollout: [5%], serve: "on"}}"#,
            ["1:28: error: must be a percentage such as 25%, not a list"]
        ),
        (#"flags: {a: {default: "on", split: 5}}"#, ["1:35: error: must be a mapping, not 5"]),
        (#"flags: {a: {default: "on", split: {}}}"#, ["1:28: error: must be a mapping, not an empty one"]),
        (#"flags: {a: {default: "on", split: {no: 5}}}"#, [#"1:36: error: unknown variant "no"; did you mean "on"?"#]),
        (
            #"flags: {a: {default: "on", split: {"on": x}}}"#,
            [#"1:42: error: must be a weight such as 10, or a percentage such as 10%, not "x""#]
        ),
        (
            #"flags: {a: {default: "on", split: {"on": "10"}}}"#,
            [#"1:42: error: must be a weight such as 10, or a percentage such as 10%, not "10""#]
        ),
        (
            #"flags: {a: {default: "on", split: {"on": -1}}}"#,
            [#"1:42: error: must be a weight such as 10, or a percentage such as 10%, not "-1""#]
        ),
        (
            #"flags: {a: {default: "on", split: {"on": [1]}}}"#,
            ["1:36: error: must be a weight such as 10, or a percentage such as 10%, not a list"]
        ),
        (
            #"flags: {a: {default: "on", split: {"on": 1, "off": 10%}}}"#,
            ["1:52: error: weights and percentages do not go together; write either everywhere"]
        ),
        (
            #"flags: {a: {default: "on", split: {"on": 60.5%, "off": 50%}}}"#,
            ["1:28: error: the percentages come to 110.5%, which is more than 100%"]
        ),
        (
            #"flags: {a: {default: "on", split: {"on": 0, "off": 0}}}"#,
            ["1:28: error: all weights are 0; somebody must get something"]
        ),
        (
            #"flags: {a: {default: "on", split: {"on": 2147483647, "off": 1}}}"#,
            ["1:28: error: must come to at most 2147483647"]
        ),
        (#"flags: {a: {default: "on", split: {"on": 2147483648}}}"#, ["1:42: error: must come to at most 2147483647"]),
        (
            #"flags: {a: {default: "on", split: {"on": 0.1234567}}}"#,
            ["1:42: error: must have at most six digits after the point"]
        ),
        (#"flags: {a: {default: "on", split: {by: deviceId}}}"#, [#"1:28: error: missing key "shares""#]),
        (
            #"flags: {a: {default: "on", split: {bye: deviceId, shares: {"on": 1}}}}"#,
            [#"1:36: error: unknown key "bye"; did you mean "by"?"#]
        ),
        (
            #"flags: {a: {default: "on", split: {by: , seed: [s], shares: {"on": 1}}}}"#,
            [
                "1:40: error: must be a text, not nothing",
                "1:42: error: must be a text, not a list",
            ]
        ),
        (
            #"flags: {a: {default: "on", split: {by: "", shares: 5}}}"#,
            [
                "1:40: error: a name cannot be empty",
                "1:52: error: must be a mapping, not 5",
            ]
        ),
    ]

    static let conditions: [(text: String, expected: [String])] = [
        ("segments: {s: ES}", [#"1:15: error: must be a condition: a mapping of attributes, not the text "ES""#]),
        ("segments: {s: {country: }}", ["1:25: error: nothing cannot be compared with; write { exists: false }"]),
        (
            "segments: {s: {country: {}}}",
            ["1:16: error: must be a value, a list, or a mapping of operators, not an empty one"]
        ),
        ("segments: {s: {country: {eq: }}}", ["1:30: error: nothing cannot be compared with; write { exists: false }"]),
        (
            "segments: {s: {country: {ends_wiht: a}}}",
            [#"1:26: error: unknown operator "ends_wiht"; did you mean "ends_with"?"#]
        ),
        ("segments: {s: {country: {is: a}}}", [#"1:26: error: unknown operator "is"; did you mean "in"?"#]),
        (#"segments: {s: {"": 1}}"#, ["1:16: error: a name cannot be empty"]),
        ("segments: {s: {and: {a: 1}}}", ["1:16: error: must be a list of conditions, not a mapping"]),
        ("segments: {s: {or: []}}", ["1:16: error: must be a list of conditions, not an empty one"]),
        ("segments: {s: {or: [a]}}", [#"1:21: error: must be a condition: a mapping of attributes, not the text "a""#]),
        (
            "segments: {s: {not: ES}}",
            [#"1:21: error: must be a condition: a mapping of attributes, not the text "ES""#]
        ),
        ("segments: {s: {segment: {}}}", ["1:16: error: must be a list of texts, not a mapping"]),
        ("segments: {s: {segment: []}}", ["1:16: error: must be a list of texts, not an empty one"]),
        ("segments: {s: {segment: [[a]]}}", ["1:26: error: must be a text, not a list"]),
        (
            "segments: {s: {attribute: ES}}",
            [#"1:27: error: must be a condition: a mapping of attributes, not the text "ES""#]
        ),
        (
            "segments: {s: {attribute: {}}}",
            ["1:16: error: must be a condition: a mapping of attributes, not a mapping"]
        ),
    ]

    static let logic: [(text: String, expected: [String])] = [
        (
            "flags: {a: {variants: {x: 1}, targeting: {$ref: staff}}}\n$evaluators: {staf: true}",
            [#"1:42: warning: unknown reference "staff"; the flag will answer PARSE_ERROR; did you mean "staf"?"#]
        ),
        (
            "flags: {}\n$evaluators: {one: {or: [{$ref: two}]}, two: true}",
            [
                #"2:26: warning: the reference "two" stands inside "$evaluators", where flagd follows "#
                    + "none; the flag will answer PARSE_ERROR"
            ]
        ),
    ]

    @Test(arguments: documents + flags + rules + conditions + logic)
    func `what is wrong is told in words`(text: String, expected: [String]) {
        let told = checkFlags(text).diagnostics.list.map(\.headline)
        #expect(told == expected.map { "flags.yaml:" + $0 })
    }
}
