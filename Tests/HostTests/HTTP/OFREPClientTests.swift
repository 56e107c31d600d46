import Foundation
import TestSupport
import Testing

/// OpenFeature's own client for Python and the real host.
@Suite(.timeLimit(.minutes(2)), .enabled(if: OFREPClient.isWanted, "needs the client; run Tools/python-tools.sh ofrep"))
struct OFREPClientTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    /// What an app sees: what it asked for, the value, the variant, the reason and the error.
    private static let answers = """
        boolean static true on STATIC -
        boolean targeted true on TARGETING_MATCH -
        boolean targeted false off DEFAULT -
        boolean targeted false off DEFAULT -
        string greeting "Hola" hi STATIC -
        integer limit 30 many STATIC -
        float ratio 0.25 low STATIC -
        float whole 3.0 three STATIC -
        integer whole 1 - ERROR TYPE_MISMATCH
        object layout {"columns": [1, 2]} wide STATIC -
        string code-default "mine" - DEFAULT -
        string disabled "mine" - DISABLED -
        string off "" none DISABLED -
        string greeting/with/slashes "Hola" hi STATIC -
        string sp%20ace "Hola" hi STATIC -
        boolean nothing true - ERROR FLAG_NOT_FOUND
        boolean greeting true - ERROR TYPE_MISMATCH
        boolean broken true - ERROR PARSE_ERROR
        {"level": 3, "team": "shop"}
        there is no flag "nothing"

        """

    @Test func `all types, defaults, targeting and errors come out as an app expects them`() async throws {
        let seen = try await seen(by: "answers")
        #expect(seen == Self.answers)
    }

    @Test func `a client that gets an event about a change gets the changed flags`() async throws {
        try folder.write("next.yaml", Self.document(greeting: "Hello"))
        let seen = try await seen(by: "change", folder["plugins.yaml"], folder["next.yaml"])
        #expect(
            seen == """
                string greeting "Hola" hi STATIC -
                refetchEvaluation ['etag', 'lastModified', 'type']
                string greeting "Hello" hi STATIC -

                """)
    }

    @Test func `a client that is told to wait sends no request before`() async throws {
        let lines = try await seen(by: "limited", http: "ofrep: { rate: 1/h, burst: 2 }")
            .split(separator: "\n").map(String.init)
        try #require(lines.count == 8)
        #expect(lines[0] == "string greeting \"Hola\" hi STATIC -" && lines[2] == lines[0])
        #expect(lines[4] == "string greeting \"none\" - ERROR GENERAL")
        #expect(lines[5].hasPrefix("Rate limited, retry after: 3"))
        #expect(lines[7].hasPrefix("OFREP evaluation paused due to TooManyRequests until "))
    }

    /// What the client prints.
    private func seen(by task: String, _ more: String..., http: String = "") async throws -> String {
        try folder.write("plugins.yaml", Self.document(greeting: "Hola", http: http))
        return try await HostProcess.run(folder.run("--listen", "127.0.0.1:0")) { host in
            guard case .tcp(let address) = try await host.expectListening() else { return "" }
            var client = HostCommand([OFREPClient.script, "http://\(address)", task] + more)
            client.program = OFREPClient.python
            let (exit, output, errors) = try await HostProcess.end(of: client)
            #expect(exit == .code(0), "\(errors)\nthe host's log:\n\(host.errors.text)")
            return output
        }
    }

    private static func document(greeting: String, http: String = "") -> String {
        """
        http: { \(http) }
        flags:
          static: { variants: { "on": true, "off": false }, default: "on" }
          targeted:
            variants: { "on": true, "off": false }
            default: "off"
            when: { country: [ES, FR] }
            serve: "on"
          greeting: { variants: { hi: \(greeting), bye: Adios }, default: hi, metadata: { team: shop, level: 3 } }
          limit: { variants: { few: 3, many: 30 }, default: many }
          ratio: { variants: { low: 0.25, high: 0.75 }, default: low }
          whole: { variants: { three: 3, half: 0.5 }, default: three }
          layout: { variants: { wide: { columns: [1, 2] } }, default: wide }
          code-default: { variants: { a: b }, default: null }
          disabled: { enabled: false, variants: { a: b }, default: a }
          "off": { enabled: false, variants: { a: b, none: "" }, default: a, off: none }
          greeting/with/slashes: { variants: { hi: Hola }, default: hi }
          "sp ace": { variants: { hi: Hola }, default: hi }
          broken:
            state: ENABLED
            variants: { "on": true, "off": false }
            defaultVariant: "off"
            targeting: { no_such_operator: [1] }

        """
    }
}

/// OpenFeature's client for Python, where `Tools/python-tools.sh` put it.
private enum OFREPClient {
    static let python = "\(Built.tree)/.build/tools/ofrep/bin/python"
    static let script = "\(Built.tree)/Tests/HostTests/Fixtures/Clients/ofrep.py"

    /// Whether it is there; where the package index can't be reached, `make test` warns and goes on without it.
    static var isWanted: Bool { FileManager.default.isExecutableFile(atPath: python) }
}
