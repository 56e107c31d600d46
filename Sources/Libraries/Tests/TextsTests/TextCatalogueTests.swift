import FeatureKit
import Testing

@testable import Texts

@Suite struct TextCatalogueTests {
    private let catalogue: TextCatalogue

    init() throws {
        catalogue = try TextCatalogue([
            "es": PackageResources.es_txt, "en": PackageResources.en_txt, "ca": PackageResources.ca_txt,
        ])
    }

    @Test func aTextFallsBackToTheLanguageThenToSpanish() throws {
        #expect(catalogue.languages == ["ca", "en", "es"])
        let shown = try ["ca-ES", "CA", "en-GB", "es", "fr", ""].map { try catalogue.text("booking.title", in: $0) }
        #expect(
            shown == [
                "Taula reservada", "Taula reservada", "Table booked", "Mesa reservada", "Mesa reservada",
                "Mesa reservada",
            ])
        #expect(
            ["ca-ES", "CA", "en-GB", "es", "fr", ""].map(catalogue.language) == ["ca", "ca", "en", "es", "es", "es"])
        let body = try catalogue.text("booking.body", in: "ca", ["name": "Ada", "seats": 2])
        #expect(body == "Hola, Ada:\nte esperan 2 plazas.\n\nHasta pronto.")
    }

    @Test func aNumberChoosesTheWords() throws {
        let texts = try [1, 0, 2, -1].map {
            try catalogue.text("booking.body", in: "en", ["name": "Ada", "seats": .number($0)])
        }
        #expect(
            texts == [
                "Hello Ada,\none seat is yours.", "Hello Ada,\n0 seats, all together, are yours.",
                "Hello Ada,\n2 seats, all together, are yours.", "Hello Ada,\n-1 seats, all together, are yours.",
            ])
    }

    @Test func parametersAreEscapedInHTMLAndNeverReadAsTemplates() throws {
        let parameters: [String: TextParameter] = ["address": "/?a=1&b=\"'>", "name": "<{address}>"]
        #expect(
            try catalogue.text("link", in: "es", parameters, isHTML: true)
                == "<a href=\"/?a=1&amp;b=&quot;&#39;&gt;\">&lt;{address}&gt;</a>")
        #expect(try catalogue.text("link", in: "es", parameters) == "<a href=\"/?a=1&b=\"'>\"><{address}></a>")
    }

    @Test func renderingRefusesParametersThatDoNotFit() {
        func error(_ key: String, _ parameters: [String: TextParameter]) -> TextError? {
            #expect(throws: TextError.self) { try catalogue.text(key, in: "en", parameters) }
        }
        #expect(error("nothing", [:]) == .unknownKey("nothing"))
        #expect(error("booking.title", ["name": "Ada"]) == .unknownParameter("name", key: "booking.title"))
        #expect(error("booking.body", ["name": "Ada"]) == .missingParameter("seats", key: "booking.body"))
        #expect(error("booking.body", ["name": "Ada", "seats": "1"]) == .noNumber("seats", key: "booking.body"))
    }

    @Test func everythingThatIsWrongWithFilesIsToldWithItsPlace() {
        let files = [
            "es": "a: {n}\nb: x\nc: {x}\nd: {\nno key\n  went on\na: twice\nUPPER: x\ne:\nf: {n, one: x}",
            "en": "a: {m}\nc: y", "es_ES": "a: x", "ca": "b: {z}\nb2: {n, one: {n, one: a, other: b}, other: c}",
        ]
        let problems = #expect(throws: TextProblems.self) { try TextCatalogue(files.mapValues { Array($0.utf8) }) }
        #expect(
            problems?.description == """
                ca, line 2: must write a choice as {seats, one: a seat, other: {seats} seats}
                es, line 4: must have braces around names of parameters only, such as {name}
                es, line 5: must begin with a key such as booking.title and a colon, or go on with a text after spaces
                es, line 6: must begin with a key such as booking.title and a colon, or go on with a text after spaces
                es, line 7: has a second text "a"
                es, line 8: must begin with a key such as booking.title and a colon, or go on with a text after spaces
                es, line 9: must not be empty
                es, line 10: must write a choice as {seats, one: a seat, other: {seats} seats}
                es_ES: must be a language such as es or ca-ES
                en, a: lacks {n} and has {m}, unlike the Spanish text
                en, b: is missing
                ca, b: has {z}, unlike the Spanish text
                en, c: lacks {x}, unlike the Spanish text
                """)
        let bytes = #expect(throws: TextProblems.self) {
            try TextCatalogue(["es": [0x61, 0x3A, 0xFF], "en": Array(repeating: 0x20, count: TextFile.mostBytes + 1)])
        }
        #expect(bytes?.description == "en: must have at most 262144 bytes\nes: must be UTF-8")
    }

    @Test func settingsReplaceSingleTexts() throws {
        let replaced = try catalogue.replacing([
            "booking.title": ["es": "Su mesa", "fr": "Table réservée"], "link": ["ca-ES": "{name}: {address}"],
        ])
        #expect(try replaced.text("booking.title", in: "es") == "Su mesa")
        #expect(try replaced.text("booking.title", in: "fr-FR") == "Table réservée")
        #expect(try replaced.text("booking.title", in: "en") == "Table booked")
        #expect(try replaced.text("link", in: "ca-ES", ["name": "a", "address": "b"]) == "a: b")
    }

    @Test func replacementsAreCheckedLikeFilesAtTheirPlaces() {
        let replacements = [
            "booking.title": ["es": "{name}", "a b": "x"], "link": ["es": "{name}", "ca": "{name} {", "en": ""],
            "nothing": [:],
        ]
        let problems = catalogue.problems(in: replacements).map { "\($0.path): \($0.sentence)" }
        #expect(
            problems == [
                "texts.booking.title.a b: must be a language such as es or ca-ES",
                "texts.booking.title.es: has {name}, unlike the Spanish text",
                "texts.link.ca: must have braces around names of parameters only, such as {name}",
                "texts.link.en: must not be empty", "texts.link.es: lacks {address}, unlike the Spanish text",
                "texts.nothing: is no key of a text",
            ])
        #expect(throws: TextProblems.self) { try catalogue.replacing(replacements) }
    }
}
