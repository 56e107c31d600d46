import FlagEngine
import TestSupport
import Testing

@testable import HostConfig

/// The samples that come with flagd's own JSON schema.
@Suite(.enabled(if: ReferenceData.isWanted, Comment(rawValue: ReferenceData.absence)))
struct FlagdSchemaTests {
    private static let folder = "flagd-schemas/json/test"

    @Test(arguments: ["flagd/positive", "flags/positive"])
    func `what is right is taken without a word`(folder: String) throws {
        for file in try ReferenceData.files(in: Self.folder + "/" + folder, ending: ".json") {
            let told = try told(file)
            #expect(told.isEmpty, "\(file)")
        }
    }

    @Test(
        arguments: [
            ("empty-variants.json", ["6:7: error: must be a mapping, not an empty one"]),
            (
                "malformed-flag.json",
                [#"12:5: error: this flag says nothing; write its "default", or a value in its place"#]
            ),
            ("missing-variants.json", [#"4:5: error: missing key "variants""#]),
            (
                "mixed-variant-types.ffconfig.json",
                [#"8:16: error: all variants of a flag have one type; this is a text, and "on" is true or false"#]
            ),
            ("state-set-incorrectly.json", [#"5:16: error: must be ENABLED or DISABLED, not "WILL-FAIL""#]),
            // The schema is that of providers; flagd itself takes a list.
            ("with-array-flags.json", []),
            (
                "with-invalid-flag-metadata.json",
                [
                    "12:9: warning: metadata must be a text, a number, true or false, not a mapping; this is left out"
                ]
            ),
            (
                "with-invalid-flag-set-metadata.json",
                [
                    "14:5: warning: metadata must be a text, a number, true or false, not a mapping; this is left out"
                ]
            ),
            (
                "with-invalid-targeting.json",
                [
                    #"11:20: warning: flag "targetedFlag": no operator is called "not-a-real-rule"; where it is evaluated "#
                        + "the flag answers PARSE_ERROR"
                ]
            ),
        ] as [(String, [String])])
    func `what is wrong is told, as an error or as flagd takes it`(file: String, expected: [String]) throws {
        #expect(try told("\(Self.folder)/flags/negative/\(file)") == expected)
    }

    /// What the reader and the engine say about a file.
    private func told(_ file: String) throws -> [String] {
        let bytes = try ReferenceData.bytes(file)
        let checked = FlagDocument(bytes, origin: Origin(name: "flags.json", folder: "/")).check()
        var diagnostics = checked.diagnostics
        if let set = checked.content {
            var problems: [FlagProblem] = []
            _ = FlagProgram(FlagDefinitions(sets: [set]), revision: 1, problems: &problems)
            diagnostics.append(Diagnostics(problems, documents: ["flags.json": bytes]))
        }
        return diagnostics.list.map { String($0.headline.dropFirst("flags.json:".count)) }
    }
}
