import FeatureKit
import Glibc
internal import HostSystem
import TestSupport
import Testing

@testable import HostConfig

@Suite struct SecretTests {
    private func lampWithKey(_ key: String) -> CheckedLayers {
        check("features:\n  lamp:\n    settings:\n      every: 5s\n      key: \(key)\n")
    }

    @Test func isFoundAndKeptApart() throws {
        let checked = lampWithKey("{secret: env:LAMP_KEY}")
        let settings = try #require(checked.content?.features["lamp"]?.settings)
        #expect(settings.value["key"] == "env:LAMP_KEY")
        #expect(settings.revealed()["key"] == "opensesame")
        var printed = ""
        dump(checked, to: &printed)
        #expect(!printed.contains("opensesame"))
        #expect(!"\(checked)".contains("opensesame"))
    }

    @Test func anotherSecretIsAnotherSetting() throws {
        let text = "features: {lamp: {settings: {every: 5s, key: {secret: env:K}}}}"
        let document = HostDocument(Array(text.utf8), origin: origin)
        let one = document.check(against: knownFeatures, secrets: SecretStore { _ in "1" }).content
        let same = document.check(against: knownFeatures, secrets: SecretStore { _ in "1" }).content
        let other = document.check(against: knownFeatures, secrets: SecretStore { _ in "2" }).content
        #expect(one != nil && one == same && one != other)
    }

    static let writtenOut =
        "error: a secret is given by reference, {secret: env:NAME} or {secret: file:/path}, never written out"

    @Test(arguments: [
        ("hunter2", writtenOut), ("\"hunter2\"", writtenOut), ("[hunter2]", writtenOut),
        ("|\n        hunter2", writtenOut),
        ("{secret: env:LAMP_KEY, hunter2: 1}", writtenOut), ("{secret: [hunter2]}", writtenOut),
        ("{value: hunter2}", writtenOut), ("{}", writtenOut), ("env:LAMP_KEY", writtenOut),
    ])
    func isNeverWrittenOut(key: String, message: String) {
        let text = lampWithKey(key).diagnostics.text
        #expect(text == "plugins.yaml:5:12: \(message)\n")
    }

    @Test(arguments: [
        "hunter2", "\"env:\"", "env:1A", "env:A-B", "\"file:\"", "http://hunter2", "~", "\"\"", "\"file:/a\\0b\"",
    ])
    func needsAReferenceThatCanBeFollowed(reference: String) {
        let text = lampWithKey("{secret: \(reference)}").diagnostics.text
        #expect(text == "plugins.yaml:5:21: error: a secret's reference must be env:NAME or file:/path\n")
    }

    @Test func linesWithASecretAreNotShownForOtherMistakesEither() {
        let text = check("features: {lamp: {settings: {every: 5s, key: hunter2, cuont: 3, key: hunter3}}}").diagnostics
            .text
        #expect(
            text == """
                plugins.yaml:1:46: \(Self.writtenOut)
                plugins.yaml:1:55: error: unknown key "cuont"; did you mean "count"?
                plugins.yaml:1:65: error: duplicate key "key"
                plugins.yaml:1:41: note: it stands here first
                plugins.yaml:1:70: \(Self.writtenOut)

                """)
    }

    @Test func mayBeAbsent() {
        #expect(lampWithKey("~").content != nil)
    }

    @Test(arguments: [
        ("env:MISSING", "the secret \"env:MISSING\" is not set in the host's environment"),
        ("env:EMPTY", "the secret \"env:EMPTY\" is empty"),
        ("file:/dev/null", "the secret \"file:/dev/null\" is not there: is a device, not a file"),
        ("file:/", "the secret \"file:/\" is not there: is a folder, not a file"),
        ("file:gone", "the secret \"file:/venue/gone\" is not there: no such file"),
    ])
    func thatIsMissingIsNamed(reference: String, message: String) {
        let list = lampWithKey("{secret: \(reference)}").diagnostics.list
        #expect(list.map(\.headline) == ["plugins.yaml:5:21: error: \(message)"])
    }

    @Test(arguments: [
        ("value", "value"), ("value\n", "value"), ("value\r\n", "value"), ("value\n\n", "value\n"),
        (" value ", " value "),
    ])
    func aFilesLastLineEndIsLeftOut(content: String, secret: String) throws {
        try withFile(Array(content.utf8)) { path in
            let reference = try #require(SecretReference("file:\(path)", origin: origin))
            #expect(try SecretStore.host.secret(reference).reveal() == secret)
        }
    }

    @Test(arguments: [
        ([], SecretProblem.empty), ([0x0A], .empty), ([0xFF], .notText),
        ([UInt8](repeating: 0x61, count: 65_537), .tooLarge(most: 65_536)),
    ])
    func aFileThatHoldsNoSecretIsRefused(content: [UInt8], problem: SecretProblem) throws {
        try withFile(content) { path in
            let reference = try #require(SecretReference("file:\(path)", origin: origin))
            #expect(throws: problem) { try SecretStore.host.secret(reference) }
        }
    }

    @Test func aFileOfTheLargestSizeIsRead() throws {
        try withFile([UInt8](repeating: 0x61, count: 65_536)) { path in
            let reference = try #require(SecretReference("file:\(path)", origin: origin))
            #expect(try SecretStore.host.secret(reference).reveal().utf8.count == 65_536)
        }
    }

    @Test func aPipeDoesNotHoldTheHostUp() throws {
        try withFile([]) { path in
            let pipe = path + ".pipe"
            #expect(unsafe mkfifo(pipe, 0o600) == 0)
            let reference = try #require(SecretReference("file:\(pipe)", origin: origin))
            #expect(throws: SecretProblem.unreadable("is a pipe, not a file")) {
                try SecretStore.host.secret(reference)
            }
        }
    }

    @Test func theHostsEnvironmentIsAsked() throws {
        let reference = try #require(SecretReference("env:PATH", origin: origin))
        #expect(try SecretStore.host.secret(reference).reveal().contains("/"))
    }

    private func withFile(_ content: [UInt8], _ body: (String) throws -> Void) throws {
        let folder = try TestFolder()
        let file = try folder.open("secret")
        #expect(unsafe write(file.number, content, content.count) == content.count)
        try body(folder["secret"])
    }
}
