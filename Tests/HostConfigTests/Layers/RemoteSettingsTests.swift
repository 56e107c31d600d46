import FeatureKit
import FlagEngine
import Testing

@testable import HostConfig

/// Where a document says that another one is, and how it is asked; sources of flags say it in the same way.
@Suite struct RemoteSettingsTests {
    @Test func `an address alone`() throws {
        let checked = check("remote: https://config.example/prod.yaml")
        #expect(checked.diagnostics.isEmpty, "\(checked.diagnostics.text)")
        #expect(
            checked.content?.remote
                == WebAddress(url: "https://config.example/prod.yaml", every: .seconds(30), timeout: .seconds(10)))
        #expect(check("remote:").content?.remote == nil)
        #expect(check("{}").content?.remote == nil)
    }

    @Test func `all there is to say`() throws {
        let settings =
            "url: https://c.example, every: 1m, timeout: 5s, bearer: {secret: env:LAMP_KEY}, proxy: \"http://p.example:3\""
        let expected = WebAddress(
            url: "https://c.example", every: .seconds(60), timeout: .seconds(5), bearer: Secret("opensesame"),
            proxy: "http://p.example:3")
        let checked = check("remote: {\(settings)}\nflags: [{\(settings), bucketing: v1}]")
        #expect(checked.diagnostics.isEmpty, "\(checked.diagnostics.text)")
        #expect(checked.content?.remote == expected)
        #expect(checked.content?.flags.sources == [.url(expected, bucketing: .v1)])
        #expect(!"\(checked)".contains("opensesame"))
    }

    @Test func `it is known before the features are`() {
        let document = layered(["remote: {url: https://a, every: 5s}\nfeatures: nonsense", "remote: {every: 9s}"])
        #expect(
            document.remote(secrets: environment)
                == WebAddress(url: "https://a", every: .seconds(9), timeout: .seconds(10)))
        #expect(layered(["remote: {url: ftp://a}"]).remote(secrets: environment) == nil)
        #expect(layered(["remote: {url: https://a, bearer: {secret: env:NOT}}"]).remote(secrets: environment) == nil)
        #expect(layered(["{}"], remote: "remote: https://evil").remote(secrets: environment) == nil)
    }

    @Test(
        arguments: [
            ("remote: 5", [#"1:9: error: must be an address that begins with http:// or https://, not "5""#]),
            ("remote: [a]", [#"1:1: error: must be an address, or a mapping with "url", not a list"#]),
            ("remote: {every: 5s}", [#"1:1: error: missing key "url""#]),
            ("remote: {url: http://a, evry: 5s}", [#"1:25: error: unknown key "evry"; did you mean "every"?"#]),
            (
                "remote: \"ftp://u:secret@a?t=1\"",
                [#"1:9: error: must be an address that begins with http:// or https://, not "ftp://a""#]
            ),
            (
                "remote: \"http://a\\r\\nX: y\"",
                [#"1:9: error: must be an address that begins with http:// or https://, not "http://a\r\nX: y""#]
            ),
            ("remote: {url: http://a, every: 5ms}", ["1:32: error: must be from 1s to 1d, not 5ms"]),
            (
                "remote: {url: http://a, proxy: \"p:3\"}",
                [#"1:32: error: must be a proxy's address such as http://proxy.example:3128, not "p:3""#]
            ),
            (
                "remote: {url: http://a, bearer: {secret: env:NOT}}",
                [#"1:42: error: the secret "env:NOT" is not set in the host's environment"#]
            ),
            (
                "remote: {url: http://a, bearer: {secret: env:SPLIT}}",
                [
                    #"1:42: error: the secret "env:SPLIT" holds a blank, a line end or a letter that no header carries"#
                ]
            ),
            (
                "flags: [{file: a, proxy: \"http://p\"}]",
                [#"1:19: error: "proxy" goes with "url"; a file is read when it changes"#]
            ),
        ] as [(String, [String])])
    func `what is wrong is told in words`(text: String, expected: [String]) {
        let store = SecretStore { ["SPLIT": "a\r\nX: y"][$0] }
        let checked = HostDocument(Array(text.utf8), origin: origin).check(against: knownFeatures, secrets: store)
        #expect(checked.diagnostics.list.map(\.headline) == expected.map { "plugins.yaml:" + $0 })
        #expect(checked.content == nil)
    }

    @Test(arguments: [
        "remote: {url: http://a, every: 1ms, bearer: opensesame}",
        "flags: [{url: \"http://a\", every: 1ms, bearer: opensesame}]",
    ])
    func `a token that is written out is not shown`(text: String) {
        for index in 0...1 {
            let told = checkLayers(Array(repeating: "{}", count: index) + [text]).diagnostics.text
            #expect(told.contains("a secret is given by reference"))
            #expect(!told.contains("opensesame"), "\(told)")
        }
        let remote = checkLayers(["{}"], remote: text).diagnostics.text
        #expect(remote.contains("never by a remote one"))
    }

    @Test func `editors know it`() {
        let properties = HostSchema.json(features: [:])["properties"]
        let full = properties?["remote"]?["anyOf"]?[ValuePath([.element(1)])]
        #expect(full?["required"] == ["url"])
        #expect(full?["additionalProperties"] == false)
        #expect(full?["properties"]?["bearer"]?["required"] == ["secret"])
        let source = properties?["flags"]?["anyOf"]?[ValuePath([.element(1)])]?["items"]?["anyOf"]?[
            ValuePath([.element(2)])]
        guard case .object(let members)? = source?["properties"] else {
            Issue.record("\(String(describing: source))")
            return
        }
        #expect(members.names.sorted() == ["bearer", "bucketing", "every", "file", "proxy", "timeout", "url"])
    }
}
