import TestSupport
import Testing

@testable import HostConfig

/// Each mistake, in its words; what is meant where something comes near.
@Suite struct ScenarioMistakeTests {
    @Test func `All mistakes are told at once, each at its place`() throws {
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
        try expectGolden(diagnostics.text, "scenario-mistakes")
    }

    @Test func ofTheFile() throws {
        let texts = [
            "[]",
            "{}",
            "scenarios: {}",
            "scenarios: []",
            "scenarios: [1]",
            "scenarios: [{ steps: [{}] }]",
            "scenarios: [{ name: a }]",
            "scenarios: [{ name: a, steps: [{}] }]",
            "scenarios: [{ name: a, steps: [{ wen: {} }] }]",
            "scenarios: [{ name: a, steps: [{ when: 1 }], when: [] }]",
            "scenarios: [{ name: a, preflight: yes, when: { advance: 1s } }]",
            "scenarios: [{ name: a, when: { advance: 1s } }, { name: a, when: { advance: 1s } }]",
            "scenarios: [{ name: a, rows: [], when: { advance: 1s } }]",
            "scenarios: [{ name: a, rows: [{}], when: { advance: 1s } }]",
            "scenarios: [{ name: a, rows: [{ now: 1, \"a b\": 1, b: 1 }], variables: { b: 1, settings: 2 }, when: { advance: 1s } }]",
            "conformance: { settings: { hodl: 1s } }",
        ]
        try expectGolden(
            texts.map { text in
                (
                    of: text,
                    lines: Shop.read(text).diagnostics.list.map {
                        String($0.headline.split(separator: ": ", maxSplits: 2)[2])
                    }
                )
            }, "scenario-files")
    }

    @Test func ofActions() throws {
        let texts = [
            "{}",
            "[1]",
            "{ pubish: shop.order }",
            "{ publish: shop.order, call: shop.buy, value: { name: a } }",
            "{ publish: shop.sold }",
            "{ publish: shop.order }",
            "{ publish: shop.order, value: { name: a, count: 10 } }",
            "{ publish: shop.order, value: { name: 5, count: five } }",
            "{ publish: shop.order, value: { name: a, ttl: 5 } }",
            "{ publish: shop.order, value: { name: { $any: true } } }",
            "{ publish: shop.order, value: { name: a }, times: 0 }",
            "{ call: shop.bye }",
            "{ call: shop.buy, request: { name: a }, as: ada }",
            "{ advance: 5 }",
            "{ advance: 400d }",
            "{ toggle: false }",
            "{ toggle: on }, { toggle: on }",
            "{ toggle: off }, { toggle: off }",
            "{ settings: { hold: 61s } }",
            "{ flags: { shop.close: true } }",
            "{ flags: { shop.closed: maybe } }",
            "{ flags: { shop.closed: { variants: { a: 1, b: 2 }, default: a } } }",
            "{ flags: { shop.closed: { defualt: on } } }",
            "{ flags: { shop.closed: { default: off, rules: [{ when: { segment: staff }, serve: on }] } } }",
            "{ neighbours: { ble: of, shop: off, B!: off } }",
            "{ routes: { power.drew: silent } }",
            "{ routes: { power.draw: loud } }",
            "{ routes: { power.draw: { refuse: { code: odd } } } }",
            "{ routes: { power.draw: { reply: { nam: a } } } }",
            "{ store: broken }",
            "{ clock: noon }",
        ]
        try expectGolden(
            texts.map { action in
                (
                    of: action,
                    lines: Shop.wrong(
                        "when: [\(action.hasPrefix("[") ? String(action.dropFirst().dropLast()) : action)]")
                )
            }, "scenario-actions")
    }

    @Test func ofExpectations() throws {
        let texts = [
            "{}",
            "{ mesage: shop.sold }",
            "{ message: shop.order }",
            "{ message: shop.sold, silence: shop.sold }",
            "{ message: shop.sold, times: 3 }",
            "{ reply: { name: a } }",
            "{ call: shop.buy, request: { name: a }, reply: {}, refused: {} }",
            "{ call: shop.buy, request: { name: a }, refused: { cod: conflict } }",
            "{ document: bars }",
            "{ document: beers/a }",
            "{ document: bars/a, absent: true, value: {} }",
            "{ documents: bars }",
            "{ state: on }",
            "{ log: a, level: warn }",
        ]
        try expectGolden(
            texts.map { expectation in (of: expectation, lines: Shop.wrong(expectation: expectation)) },
            "scenario-expectations")
    }

    @Test func ofPatterns() throws {
        let texts = [
            "{ mode: redFlg }",
            "{ zones: [{ zone: one }] }",
            "{ zones: [{}, {}, {}, {}] }",
            "{ zones: { $each: { zoen: 1 } } }",
            "{ zones: { $contains: { zone: { $gt: x } } } }",
            "{ zones: { $or: [[{ zoen: 1 }]] } }",
            "{ zones: { $not: [{ zone: { $matches: a } }] } }",
            "{ tags: { a: 1, b: { $count: 1 } } }",
            "{ name: { $gtt: 1 } }",
            "{ name: { $any: false } }",
            "{ name: { $any: true, other: 1 } }",
            "{ name: { $matches: \"(\" } }",
            "{ name: { $or: a } }",
            "{ name: { $not: { $save: a } } }",
            "{ name: { $save: now } }",
            "{ count: { $about: 3 } }",
            "{ count: { $about: 3, within: -1 } }",
            "{ ttl: { $gt: 5 } }",
            "{ at: { $lt: noon } }",
            "{ zones: { $exactly: [{ zone: 1, more: 2 }] } }",
            "{ mode: { $matches: \"^green\" } }",
            "{ mode: { $contains: green } }",
            "{ mode: { $not: { $or: [normal, redFlag] } } }",
            "{ mode: { $matches: Flag } }",
            "{ count: { $gt: 9 } }",
            "{ count: { $gte: 9 } }",
            "{ count: { $lt: 0 } }",
            "{ count: { $gt: 5, $lt: 5 } }",
            "{ count: { $gte: 5, $lte: 5 } }",
            "{ count: { $gt: 5, $gte: 5, $lte: 5 } }",
            "{ count: { $about: 12, within: 2.5 } }",
            "{ count: { $about: 12, within: 3 } }",
            "{ ttl: { $gt: 2h, $lt: 1h } }",
            "{ at: { $gt: \"${now}\", $lt: \"${now-1s}\" } }",
            "{ zones: { $count: 4 } }",
            "{ zones: { $count: { $gt: 3 } } }",
            "{ zones: { $each: { zone: { $gt: 1, $lt: 1 } } } }",
            "{ name: { $absent: true } }",
            "{ count: { $absent: true } }",
            "5",
        ]
        try expectGolden(texts.map { value in (of: value, lines: Shop.wrong(value: value)) }, "scenario-patterns")
    }

    private func wrong(variable text: String) -> [String] {
        Shop.wrong(
            "variables: { list: [1], map: { a: 1 }, next: \"${later}\", later: 1 }\n"
                + "when: { publish: shop.order, value: { name: a, any: \(text) } }"
        ).filter { !$0.hasPrefix("nothing here speaks of") }
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

    @Test func ofVariables() throws {
        let texts = [
            "\"${\"",
            "\"${}\"",
            "\"${now+x}\"",
            "\"${settings.hodl}\"",
            "\"${list}!\"",
            "\"${map.b}\"",
            "\"${late}\"",
            "\"${next}\"",
        ]
        try expectGolden(texts.map { text in (of: text, lines: wrong(variable: text)) }, "scenario-variables")
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
