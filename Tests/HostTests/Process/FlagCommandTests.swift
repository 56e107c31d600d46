import TestSupport
import Testing

/// `flagstand evaluate`, `explain` and `flags` with files, and what `check` says about flags.
@Suite(.timeLimit(.minutes(2)))
struct FlagCommandTests {
    typealias Outcome = (exit: HostProcess.Exit, output: String, errors: String)

    private static let colors = """
        {
          "flags": {
            "color": {
              "state": "ENABLED", "variants": { "red": "#f00", "blue": "#00f" }, "defaultVariant": "red",
              "targeting": { "if": [{ "==": [{ "var": "country" }, "ES"] }, "blue"] }
            }
          }
        }
        """

    private static let document = """
        flags:
          shop.beta: { default: "off", when: { vip: true }, serve: "on", owner: shop-team, expires: 2020-01-31 }
          limit: 3
        """

    private func flagstand(_ words: String...) async throws -> Outcome {
        let folder = try TestFolder()
        try folder.write("colors.json", Self.colors)
        try folder.write("plugins.yaml", Self.document)
        var command = HostCommand(words)
        command.folder = folder.path
        return try await HostProcess.end(of: command)
    }

    @Test func `flagd's own document is evaluated without a host`() async throws {
        let answer = try await flagstand("evaluate", "color", "country=ES", "--flags", "colors.json")
        #expect(answer == (.code(0), "value    \"#00f\"\nvariant  blue\nreason   TARGETING_MATCH\n", ""))
    }

    @Test func `a host's document, for programs`() async throws {
        let answer = try await flagstand("evaluate", "shop.beta", "vip=true", "--config", "plugins.yaml", "--json")
        #expect(answer.exit == .code(0))
        #expect(answer.output.contains("\"variant\": \"on\""))
    }

    @Test func `what is not there or of another type is bad`() async throws {
        let lost = try await flagstand("evaluate", "colr", "--flags", "colors.json")
        let words = "flagstand evaluate: error: there is no flag \"colr\"; did you mean \"color\"? (FLAG_NOT_FOUND)\n"
        #expect(lost == (.code(1), "", words))
        let other = try await flagstand("evaluate", "limit", "--config", "plugins.yaml", "--type", "string")
        #expect(other == (.code(1), "", "flagstand evaluate: error: 3 is not of type string (TYPE_MISMATCH)\n"))
    }

    @Test func `why a flag holds what it holds`() async throws {
        let answer = try await flagstand("explain", "shop.beta", "vip=true", "--config", "plugins.yaml")
        #expect(answer.exit == .code(0))
        #expect(answer.output.hasPrefix("shop.beta is \"on\", true, by rule 1 (TARGETING_MATCH)\n"))
        #expect(answer.output.contains("plugins.yaml:2:"))
    }

    @Test func `the flags of a document`() async throws {
        let answer = try await flagstand("flags", "--flags", "colors.json")
        #expect(
            answer == (
                .code(0),
                "key    type    default  source       owner  expires\ncolor  string  red      colors.json\n", ""
            ))
    }

    @Test func `a document of flags alone is checked as the host reads it`() async throws {
        #expect(try await flagstand("check", "colors.json") == (.code(0), "colors.json: fine; 1 flag\n", ""))
        let folder = try TestFolder()
        try folder.write("odd.json", #"{"$schema": "x", "flags": {"a": 1, "a": 2}, "\u0062": "\ud83d\ude00"}"#)
        var command = HostCommand(["check", "odd.json"])
        command.folder = folder.path
        let told = try await HostProcess.end(of: command)
        #expect(told.exit == .code(1))
        #expect(told.output.hasPrefix(#"odd.json:1:36: error: duplicate key "a""#))
    }

    @Test func `what is odd is told, and is bad where that is wanted`() async throws {
        let told = try await flagstand("check", "plugins.yaml")
        #expect(told.exit == .code(0))
        #expect(told.output.contains("plugins.yaml:2:3: warning: flag \"shop.beta\": it expired on 2020-01-31"))
        #expect(try await flagstand("check", "--strict", "plugins.yaml").exit == .code(1))
    }
}
