import TestSupport
import Testing

@testable import HostConfig

/// Every word about flags in a document, beside what it is said of.
@Suite struct FlagWordsTests {
    private let documents = [
        "",
        "[]",
        "flagz: {}",
        "flags: 5",
        "flags: {}\nsegment: {}",
        "flags: {}\nbucketing: v4",
        "flags: {}\nbucketing: [v1]",
        "flags: {}\nmetadata: 5",
        "flags: {}\nmetadata: {team: [a]}",
        "flags: {}\nmetadata: {team: }",
        "flags: {}\n$evaluators: []",
        "flags:\n- other.yaml",
        "flags:\n- {url: \"https://flags.example\"}",
        "flags:\n- [a]",
        "flags:\n- {default: \"on\"}",
        "flags:\n- {key: a, default: \"on\"}\n- {key: a, default: \"on\"}",
        "flags:\n- {key: , default: \"on\"}",
        #"flags: {"": 5}"#,
        "flags: {a: 01234, b: {variants: {x: 0x1F, y: 1.5, z: 2.10, w: 3.0, v: 1e3}, when: {zip: [00501, 12]}, serve: x}}",
        #"segments: {"": {a: 1}}"#,
        "segments: []",
        "segments: {staff: [a]}",
        "flags: {feature.shop: true}",
    ]

    private let flags = [
        "flags: {a: [1]}",
        "flags: {a: }",
        "flags: {a: {}}",
        "flags: {a: {enabled: true}}",
        "flags: {a: .inf}",
        #"flags: {a: {defualt: "on", rules: []}}"#,
        "flags: {a: {state: ENABLED}}",
        #"flags: {a: {state: ENABLED, variants: {"on": true}, defaultVarient: "on"}}"#,
        #"flags: {a: {state: ENABLED, variants: {"on": true}, defaultVariant: "no"}}"#,
        #"flags: {a: {state: DISABELD, variants: {"on": true}, defaultVariant: "on"}}"#,
        #"flags: {a: {state: ENABLED, variants: {"on": true}, defaultVariant: "on", rules: []}}"#,
        #"flags: {a: {targeting: {}, variants: {"on": true}, default: "on"}}"#,
        #"flags: {a: {enabled: true, state: ENABLED, default: "on"}}"#,
        #"flags: {a: {enabled: yes, default: "on"}}"#,
        #"flags: {a: {variants: {}, default: "on"}}"#,
        #"flags: {a: {variants: ["on"], default: "on"}}"#,
        "flags: {a: {variants: {one: [1]}}}",
        "flags: {a: {variants: {one: }}}",
        "flags: {a: {variants: {one: 1, two: true}}}",
        "flags: {a: {variants: {one: hi, two: {}}}}",
        "flags: {a: {variants: {one: 1, two: .nan}}}",
        "flags: {a: {variants: {one: {deep: [.inf]}}}}",
        #"flags: {a: {variants: {"": 1}}}"#,
        "flags: {a: {default: true}}",
        #"flags: {a: {default: "onn"}}"#,
        "flags: {a: {variants: {small: 1, large: 2}, default: large, off: smal}}",
        #"flags: {a: {default: ["on"]}}"#,
        #"flags: {a: {default: "on", description: [a], owner: {}}}"#,
        #"flags: {a: {default: "on", expires: soon}}"#,
        #"flags: {a: {default: "on", expires: 2027-13-01}}"#,
        #"flags: {a: {default: "on", requires: [b]}}"#,
        #"flags: {a: {default: "on", requires: {b: }}}"#,
        #"flags: {a: {default: "on", requires: {b: [true]}}}"#,
        #"flags: {a: {default: "on", exposures: 10}}"#,
        #"flags: {a: {default: "on", exposures: 110%}}"#,
        #"flags: {a: {default: "on", silence: {expired: true}}}"#,
        #"flags: {a: {default: "on", silence: [[expired]]}}"#,
        #"flags: {a: {default: "on", metadata: {team: {a: b}}}}"#,
        #"flags: {a: {default: "on", bucketing: v0}}"#,
    ]

    private let rules = [
        #"flags: {a: {default: "on", rules: {}}}"#,
        #"flags: {a: {default: "on", rules: [staff]}}"#,
        #"flags: {a: {default: "on", rules: [{serv: "on"}]}}"#,
        #"flags: {a: {default: "on", rules: [{serve: "no"}]}}"#,
        #"flags: {a: {default: "on", rules: [{serve: true}]}}"#,
        #"flags: {a: {default: "on", rules: [{serve: [a]}]}}"#,
        #"flags: {a: {default: "on", rules: [{name: [a], serve: "on"}]}}"#,
        #"flags: {a: {default: "on", when: {a: 1}}}"#,
        #"flags: {a: {default: "on", serve: "on", rules: []}}"#,
        #"flags: {a: {default: "on", serve: "on", split: {"on": 1}}}"#,
        #"flags: {a: {default: "on", rollout: 5%, split: {"on": 1}}}"#,
        #"flags: {a: {default: "on", rollout: 25, serve: "on"}}"#,
        #"flags: {a: {default: "on", rollout: 25 %, serve: "on"}}"#,
        #"flags: {a: {default: "on", rollout: -5%, serve: "on"}}"#,
        #"flags: {a: {default: "on", rollout: 101%, serve: "on"}}"#,
        #"flags: {a: {default: "on", rollout: 0.0000001%, serve: "on"}}"#,
        #"flags: {a: {default: "on", rollout: 9999999999%, serve: "on"}}"#,
        #"flags: {a: {default: "on", rollout: [5%], serve: "on"}}"#,
        #"flags: {a: {default: "on", split: 5}}"#,
        #"flags: {a: {default: "on", split: {}}}"#,
        #"flags: {a: {default: "on", split: {no: 5}}}"#,
        #"flags: {a: {default: "on", split: {"on": x}}}"#,
        #"flags: {a: {default: "on", split: {"on": "10"}}}"#,
        #"flags: {a: {default: "on", split: {"on": -1}}}"#,
        #"flags: {a: {default: "on", split: {"on": [1]}}}"#,
        #"flags: {a: {default: "on", split: {"on": 1, "off": 10%}}}"#,
        #"flags: {a: {default: "on", split: {"on": 60.5%, "off": 50%}}}"#,
        #"flags: {a: {default: "on", split: {"on": 0, "off": 0}}}"#,
        #"flags: {a: {default: "on", split: {"on": 2147483647, "off": 1}}}"#,
        #"flags: {a: {default: "on", split: {"on": 2147483648}}}"#,
        #"flags: {a: {default: "on", split: {"on": 0.1234567}}}"#,
        #"flags: {a: {default: "on", split: {by: deviceId}}}"#,
        #"flags: {a: {default: "on", split: {bye: deviceId, shares: {"on": 1}}}}"#,
        #"flags: {a: {default: "on", split: {by: , seed: [s], shares: {"on": 1}}}}"#,
        #"flags: {a: {default: "on", split: {by: "", shares: 5}}}"#,
    ]

    private let conditions = [
        "segments: {s: ES}",
        "segments: {s: {country: }}",
        "segments: {s: {country: {}}}",
        "segments: {s: {country: {eq: }}}",
        "segments: {s: {country: {ends_wiht: a}}}",
        "segments: {s: {country: {is: a}}}",
        #"segments: {s: {"": 1}}"#,
        "segments: {s: {and: {a: 1}}}",
        "segments: {s: {or: []}}",
        "segments: {s: {or: [a]}}",
        "segments: {s: {not: ES}}",
        "segments: {s: {segment: {}}}",
        "segments: {s: {segment: []}}",
        "segments: {s: {segment: [[a]]}}",
        "segments: {s: {attribute: ES}}",
        "segments: {s: {attribute: {}}}",
    ]

    private let logic = [
        "flags: {a: {variants: {x: 1}, targeting: {$ref: staff}}}\n$evaluators: {staf: true}",
        "flags: {}\n$evaluators: {one: {or: [{$ref: two}]}, two: true}",
    ]

    @Test func `what is wrong is told in words`() throws {
        let kinds = [
            "documents": documents, "flags": flags, "rules": rules, "conditions": conditions, "logic": logic,
        ]
        for (kind, texts) in kinds {
            let said = texts.map { (of: $0, lines: checkFlags($0).diagnostics.list.map(\.headline)) }
            #expect(said.allSatisfy { !$0.lines.isEmpty })
            try expectGolden(said, "flags-\(kind)")
        }
    }
}
