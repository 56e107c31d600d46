import Testing

@testable import HostConfig

/// Each mistake, in its words; what is meant where something comes near.
@Suite struct ScenarioMistakeTests {
    @Test func `All mistakes are told at once, each at its place`() {
        let diagnostics = Shop.read(
            """
            given: { setings: {} }
            scenarios:
              - name: it works
                rows: [{ mode: redFlag }, { mode: normal, ttl: 5 }]
                steps:
                  - when: { publish: shop.oder, value: {} }
                    then: { message: shop.sold, value: { stael: true, zones: [{ zoen: 1 }] } }
                  - when: { publish: shop.order, value: { name: a, mode: "${mdoe}", ttl: "${ttl}" } }
            more: 1
            """
        ).diagnostics
        #expect(
            diagnostics.text == """
                Scenarios/shop.yaml:1:10: error: unknown key "setings"; did you mean "settings"?
                given: { setings: {} }
                         ^
                Scenarios/shop.yaml:6:26: error: the feature does not read "shop.oder"; did you mean "shop.order"?
                      - when: { publish: shop.oder, value: {} }
                                         ^
                Scenarios/shop.yaml:7:46: error: unknown key "stael"
                        then: { message: shop.sold, value: { stael: true, zones: [{ zoen: 1 }] } }
                                                             ^
                Scenarios/shop.yaml:7:69: error: unknown key "zoen"; did you mean "zone"?
                        then: { message: shop.sold, value: { stael: true, zones: [{ zoen: 1 }] } }
                                                                                    ^
                Scenarios/shop.yaml:8:62: error: unknown variable "mdoe"; did you mean "mode"?
                      - when: { publish: shop.order, value: { name: a, mode: "${mdoe}", ttl: "${ttl}" } }
                                                                             ^
                Scenarios/shop.yaml:8:78: error: unknown variable "ttl"
                      - when: { publish: shop.order, value: { name: a, mode: "${mdoe}", ttl: "${ttl}" } }
                                                                                             ^
                Scenarios/shop.yaml:4:12: note: with this row
                    rows: [{ mode: redFlag }, { mode: normal, ttl: 5 }]
                           ^
                Scenarios/shop.yaml:8:78: error: must be a duration such as 250ms, 5s or 1h30m, not the text "5"; did you mean "5s"?
                      - when: { publish: shop.order, value: { name: a, mode: "${mdoe}", ttl: "${ttl}" } }
                                                                                             ^
                Scenarios/shop.yaml:4:31: note: with this row
                    rows: [{ mode: redFlag }, { mode: normal, ttl: 5 }]
                                              ^
                Scenarios/shop.yaml:9:1: error: unknown key "more"
                more: 1
                ^

                """)
    }

    @Test(arguments: [
        ("[]", ["must be a mapping, not a list"]),
        ("{}", ["missing key \"scenarios\""]),
        ("scenarios: {}", ["must be a list of scenarios, not a mapping"]),
        ("scenarios: []", ["must be a list of scenarios, not a list"]),
        ("scenarios: [1]", ["must be a scenario: a mapping with \"name\" and \"steps\", not 1"]),
        ("scenarios: [{ steps: [{}] }]", ["missing key \"name\""]),
        ("scenarios: [{ name: a }]", ["missing key \"steps\""]),
        (
            "scenarios: [{ name: a, steps: [{}] }]",
            ["must be a step: a mapping with \"when\" or \"then\", not a mapping"]
        ),
        ("scenarios: [{ name: a, steps: [{ wen: {} }] }]", ["unknown key \"wen\"; did you mean \"when\"?"]),
        (
            "scenarios: [{ name: a, steps: [{ when: 1 }], when: [] }]",
            [
                "must be a mapping, or a list of mappings, not 1",
                "\"steps\" and \"when\" do not go together; write one of them",
            ]
        ),
        (
            "scenarios: [{ name: a, preflight: yes, when: { advance: 1s } }]",
            [
                "must be true or false, not the text \"yes\"; did you mean \"true\"?"
            ]
        ),
        (
            "scenarios: [{ name: a, when: { advance: 1s } }, { name: a, when: { advance: 1s } }]",
            [
                "a second scenario is called \"a\""
            ]
        ),
        ("scenarios: [{ name: a, rows: [], when: { advance: 1s } }]", ["must be a list of rows, not a list"]),
        (
            "scenarios: [{ name: a, rows: [{}], when: { advance: 1s } }]",
            [
                "must be a row: a mapping of variables, not a mapping"
            ]
        ),
        (
            "scenarios: [{ name: a, rows: [{ now: 1, \"a b\": 1, b: 1 }], variables: { b: 1, settings: 2 }, when: { advance: 1s } }]",
            [
                "\"now\" has a meaning of its own; take another name",
                "\"a b\" is no variable; a name has letters, digits, \"-\" and \"_\"",
                "\"b\" is taken; take another name",
                "\"settings\" has a meaning of its own; take another name",
            ]
        ),
        ("conformance: { settings: { hodl: 1s } }", ["unknown key \"hodl\"; did you mean \"hold\"?"]),
    ]) func ofTheFile(_ text: String, _ complaints: [String]) {
        let told = Shop.read(text).diagnostics.list.map {
            String($0.headline.split(separator: ": ", maxSplits: 2)[2])
        }
        #expect(told == complaints)
    }

    @Test(arguments: [
        ("{}", ["nothing is done here; name an action such as \"publish\""]),
        ("[1]", ["must be an action: a mapping such as { publish: TOPIC }, not 1"]),
        ("{ pubish: shop.order }", ["unknown key \"pubish\"; did you mean \"publish\"?"]),
        (
            "{ publish: shop.order, call: shop.buy, value: { name: a } }",
            [
                "\"publish\" and \"call\" are two things; write a list of them"
            ]
        ),
        ("{ publish: shop.sold }", ["the feature does not read \"shop.sold\""]),
        ("{ publish: shop.order }", ["missing key \"name\""]),
        ("{ publish: shop.order, value: { name: a, count: 10 } }", ["must be between 0 and 9, not 10"]),
        ("{ publish: shop.order, value: { name: 5, count: five } }", ["must be a whole number, not the text \"five\""]),
        (
            "{ publish: shop.order, value: { name: a, ttl: 5 } }",
            [
                "must be a duration such as 250ms, 5s or 1h30m, not the text \"5\"; did you mean \"5s\"?"
            ]
        ),
        (
            "{ publish: shop.order, value: { name: { $any: true } } }",
            [
                "\"$any\" is for what is expected; a key of that name is written \"$$any\""
            ]
        ),
        (
            "{ publish: shop.order, value: { name: a }, times: 0 }",
            ["must be a whole number between 1 and 100000, not 0"]
        ),
        ("{ call: shop.bye }", ["the feature does not serve \"shop.bye\"; did you mean \"shop.buy\"?"]),
        (
            "{ call: shop.buy, request: { name: a }, as: ada }",
            ["unknown caller \"ada\"; callers stand in given.callers"]
        ),
        ("{ advance: 5 }", ["must be a duration such as 250ms, 5s or 1h30m, not 5; did you mean \"5s\"?"]),
        ("{ advance: 400d }", ["must be at most 366d"]),
        ("{ toggle: false }", ["must be on or off, not false; did you mean \"off\"?"]),
        ("{ toggle: on }, { toggle: on }", ["it is on already"]),
        ("{ toggle: off }, { toggle: off }", ["it is off already"]),
        ("{ settings: { hold: 61s } }", ["must be between 0s and 1m, not 61s"]),
        (
            "{ flags: { shop.close: true } }",
            [
                "the feature does not declare the flag \"shop.close\"; did you mean \"shop.closed\"?"
            ]
        ),
        (
            "{ flags: { shop.closed: maybe } }",
            ["the feature declares this flag as true or false, and this is a text"]
        ),
        (
            "{ flags: { shop.closed: { variants: { a: 1, b: 2 }, default: a } } }",
            ["the feature declares this flag as true or false, and this is a whole number"]
        ),
        (
            "{ flags: { shop.closed: { defualt: on } } }",
            [
                "this flag says nothing; write its \"default\", or a value in its place",
                "unknown key \"defualt\"; did you mean \"default\"?",
            ]
        ),
        (
            "{ flags: { shop.closed: { default: off, rules: [{ when: { segment: staff }, serve: on }] } } }",
            [
                "flag \"shop.closed\": no segment is called \"staff\""
            ]
        ),
        (
            "{ neighbours: { ble: of, shop: off, B!: off } }",
            [
                "must be one of \"off\", \"waiting\", \"starting\", \"active\", \"stopping\", \"failed\", \"quarantined\", "
                    + "\"stuck\", not \"of\"; did you mean \"off\"?",
                "this is the feature itself; say it with \"toggle\"",
                "must be an id of lower case letters, digits and dashes that starts with a letter, not the text \"B!\"",
            ]
        ),
        (
            "{ routes: { power.drew: silent } }",
            [
                "the feature does not request \"power.drew\"; did you mean \"power.draw\"?"
            ]
        ),
        (
            "{ routes: { power.draw: loud } }",
            [
                "must be { reply: … }, { refuse: { code: … } } or silent, not the text \"loud\""
            ]
        ),
        ("{ routes: { power.draw: { refuse: { code: odd } } } }", ["missing key \"status\""]),
        (
            "{ routes: { power.draw: { reply: { nam: a } } } }",
            [
                "missing key \"name\"", "unknown key \"nam\"; did you mean \"name\"?",
            ]
        ),
        ("{ store: broken }", ["must be one of \"fails\", \"works\", not \"broken\""]),
        ("{ clock: noon }", ["must be a time such as 2026-11-20T14:03:05Z, not the text \"noon\""]),
    ]) func ofActions(_ action: String, _ complaints: [String]) {
        #expect(
            Shop.wrong("when: [\(action.hasPrefix("[") ? String(action.dropFirst().dropLast()) : action)]")
                == complaints)
    }

    @Test(arguments: [
        ("{}", ["nothing is expected here; name an expectation such as \"message\""]),
        ("{ mesage: shop.sold }", ["unknown key \"mesage\"; did you mean \"message\"?"]),
        ("{ message: shop.order }", ["the feature does not publish \"shop.order\""]),
        (
            "{ message: shop.sold, silence: shop.sold }",
            ["\"message\" and \"silence\" are two things; write a list of them"]
        ),
        ("{ message: shop.sold, times: 3 }", ["unknown key \"times\""]),
        ("{ reply: { name: a } }", ["nothing was asked before; \"call\" a route"]),
        (
            "{ call: shop.buy, request: { name: a }, reply: {}, refused: {} }",
            [
                "\"reply\" and \"refused\" do not go together; write one of them"
            ]
        ),
        (
            "{ call: shop.buy, request: { name: a }, refused: { cod: conflict } }",
            [
                "unknown key \"cod\"; did you mean \"code\"?"
            ]
        ),
        ("{ document: bars }", ["must be a collection and an id such as bars/la-pepita, not the text \"bars\""]),
        ("{ document: beers/a }", ["the feature does not keep \"beers\""]),
        (
            "{ document: bars/a, absent: true, value: {} }",
            ["\"absent\" and \"value\" do not go together; write one of them"]
        ),
        ("{ documents: bars }", ["missing key \"count\""]),
        ("{ state: on }", ["must be one of \"active\", \"off\", \"failed\", not \"on\""]),
        ("{ log: a, level: warn }", ["must be one of \"debug\", \"info\", \"warning\", \"error\", not \"warn\""]),
    ]) func ofExpectations(_ expectation: String, _ complaints: [String]) {
        #expect(Shop.wrong(expectation: expectation) == complaints)
    }

    @Test(arguments: [
        ("{ mode: redFlg }", ["must be one of \"normal\", \"redFlag\", not \"redFlg\"; did you mean \"redFlag\"?"]),
        ("{ zones: [{ zone: one }] }", ["must be a whole number, not the text \"one\""]),
        ("{ zones: [{}, {}, {}, {}] }", ["must have from 0 to 3 elements, not 4"]),
        ("{ zones: { $each: { zoen: 1 } } }", ["unknown key \"zoen\"; did you mean \"zone\"?"]),
        ("{ zones: { $contains: { zone: { $gt: x } } } }", ["must be a number, not the text \"x\""]),
        ("{ zones: { $or: [[{ zoen: 1 }]] } }", ["unknown key \"zoen\"; did you mean \"zone\"?"]),
        ("{ zones: { $not: [{ zone: { $matches: a } }] } }", ["\"$matches\" does not go with a whole number"]),
        ("{ tags: { a: 1, b: { $count: 1 } } }", ["\"$count\" does not go with a text"]),
        (
            "{ name: { $gtt: 1 } }",
            ["unknown matcher \"$gtt\"; a key of that name is written \"$$gtt\"; did you mean \"$gt\"?"]
        ),
        ("{ name: { $any: false } }", ["\"$any\" is always true; write { $any: true }"]),
        ("{ name: { $any: true, other: 1 } }", ["\"other\" stands beside a matcher; write either"]),
        ("{ name: { $matches: \"(\" } }", ["is no regular expression of RE2's: missing ): ("]),
        ("{ name: { $or: a } }", ["must be a list of what it may be like, not the text \"a\""]),
        ("{ name: { $not: { $save: a } } }", ["nothing can be saved where several things are tried, or none"]),
        ("{ name: { $save: now } }", ["\"now\" has a meaning of its own; take another name"]),
        ("{ count: { $about: 3 } }", ["missing key \"within\""]),
        ("{ count: { $about: 3, within: -1 } }", ["must not be negative; nothing is nearer than 0"]),
        ("{ ttl: { $gt: 5 } }", ["must be a duration such as 250ms, 5s or 1h30m, not 5; did you mean \"5s\"?"]),
        ("{ at: { $lt: noon } }", ["must be a time such as 2026-11-20T14:03:05Z, not the text \"noon\""]),
        ("{ zones: { $exactly: [{ zone: 1, more: 2 }] } }", ["unknown key \"more\""]),
        ("{ mode: { $matches: \"^green\" } }", [never("one of \"normal\", \"redFlag\"")]),
        ("{ mode: { $contains: green } }", [never("one of \"normal\", \"redFlag\"")]),
        ("{ mode: { $not: { $or: [normal, redFlag] } } }", []),
        ("{ mode: { $matches: Flag } }", []),
        ("{ count: { $gt: 9 } }", [never("a whole number")]),
        ("{ count: { $gte: 9 } }", []),
        ("{ count: { $lt: 0 } }", [never("a whole number")]),
        ("{ count: { $gt: 5, $lt: 5 } }", [never("a whole number")]),
        ("{ count: { $gte: 5, $lte: 5 } }", []),
        ("{ count: { $gt: 5, $gte: 5, $lte: 5 } }", [never("a whole number")]),
        ("{ count: { $about: 12, within: 2.5 } }", [never("a whole number")]),
        ("{ count: { $about: 12, within: 3 } }", []),
        ("{ ttl: { $gt: 2h, $lt: 1h } }", [never("a duration such as 250ms, 5s or 1h30m")]),
        ("{ at: { $gt: \"${now}\", $lt: \"${now-1s}\" } }", [never("a time such as 2026-11-20T14:03:05Z")]),
        ("{ zones: { $count: 4 } }", ["must be between 0 and 3, not 4"]),
        ("{ zones: { $count: { $gt: 3 } } }", [never("a whole number")]),
        ("{ zones: { $each: { zone: { $gt: 1, $lt: 1 } } } }", [never("a whole number")]),
        ("{ name: { $absent: true } }", ["this is never so: \"name\" is always there"]),
        ("{ count: { $absent: true } }", []),
        ("5", ["must be a mapping, not 5"]),
    ]) func ofPatterns(_ value: String, _ complaints: [String]) {
        #expect(Shop.wrong(value: value) == complaints)
    }

    private static func never(_ shape: String) -> String {
        "this is never so: no value of its Shape, \(shape), is like that"
    }

    @Test func `what is saved is known only while it runs, and may be anything`() {
        #expect(
            Shop.wrong(
                """
                steps:
                  - then: { message: shop.sold, value: { count: { $save: n } } }
                  - then: { message: shop.sold, value: { count: { $gt: "${n}", $lt: 1 }, mode: { $not: "${n}" } } }
                """) == [])
    }

    @Test func `a variable of which nothing speaks is told`() {
        #expect(
            Shop.wrong(
                """
                rows: [{ label: nobody speaks of it }]
                variables: { used: 1, given: 0s, above: 2, below: "${above}", left: 3, lefd: 4 }
                given: { settings: { hold: "${given}" } }
                when: { publish: shop.order, value: { name: a, any: ["${used}", "x${below}${left.a}"] } }
                """) == [
                    "nothing here speaks of \"${lefd}\"; use it, or leave it out",
                    "unknown variable \"left.a\"",
                ])
    }

    @Test(arguments: [
        ("\"${\"", ["\"${\" has no \"}\"; write \"$${\" for the text itself"]),
        ("\"${}\"", ["\"\" is no variable; a name has letters, digits, \"-\" and \"_\""]),
        ("\"${now+x}\"", ["\"now+x\" is no moment; write one such as ${now+90s}"]),
        ("\"${settings.hodl}\"", ["unknown variable \"settings.hodl\"; did you mean \"settings.hold\"?"]),
        ("\"${list}!\"", ["\"list\" is nothing that a text can hold; let it stand alone"]),
        ("\"${map.b}\"", ["unknown variable \"map.b\"; did you mean \"map.a\"?"]),
        ("\"${late}\"", ["unknown variable \"late\"; did you mean \"later\"?"]),
        ("\"${next}\"", ["unknown variable \"later\""]),
    ]) func ofVariables(_ text: String, _ complaints: [String]) {
        #expect(
            Shop.wrong(
                "variables: { list: [1], map: { a: 1 }, next: \"${later}\", later: 1 }\n"
                    + "when: { publish: shop.order, value: { name: a, any: \(text) } }"
            ).filter { !$0.hasPrefix("nothing here speaks of") } == complaints)
    }

    @Test func `A preflight takes settings and flags from the document`() {
        #expect(
            Shop.wrong(
                "preflight: true\nwhen: [{ settings: {} }, { flags: {} }]") == [
                    "a preflight scenario takes its settings from the document; it cannot change them",
                    "a preflight scenario takes its flags from the document; it cannot change them",
                ])
    }

    @Test func `What is given is held against the unit`() {
        #expect(
            Shop.wrong(
                """
                given:
                  documents: { bar: {}, bars: { a: { nam: a } } }
                  blobs: { a: { type: image/png, base64: "?" } }
                  topics: { shop.sold: {} }
                  callers: { ada: { kee: ada, roles: staff } }
                  clock: yesterday
                  settings: { hold: "${settings.hold}" }
                when: { advance: 1s }
                """) == [
                    "the feature does not keep \"bar\"; did you mean \"bars\"?", "missing key \"name\"",
                    "unknown key \"nam\"; did you mean \"name\"?", "must be bytes in base 64, not the text \"?\"",
                    "the feature does not read \"shop.sold\"", "unknown key \"kee\"; did you mean \"key\"?",
                    "must be a list of texts, not the text \"staff\"",
                    "must be a time such as 2026-11-20T14:03:05Z, not the text \"yesterday\"",
                    "unknown variable \"settings.hold\"",
                ])
    }
}
