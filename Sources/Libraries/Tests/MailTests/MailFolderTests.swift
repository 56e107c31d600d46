import Delivery
import Foundation
import Glibc
import Testing

@testable import Mail

@Suite struct MailFolderTests {
    private func inFolder(_ body: (String) async throws -> Void) async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "mails-\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try await body(path)
    }

    private func mode(_ path: String) throws -> Int {
        try #require(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
    }

    @Test func aRepeatReplacesTheSameMail() async throws {
        try await inFolder { path in
            let folder = MailFolder(path)
            var mail = MailMessage.full
            for text in ["one", "two"] {
                mail.text = text
                #expect(await folder.deliver(mail) == .delivered(receipt: "17.confirm@circuit.example.eml"))
            }
            let file = "\(path)/17.confirm@circuit.example.eml"
            let written = try Array(Data(contentsOf: URL(filePath: file)))
            let names = try FileManager.default.contentsOfDirectory(atPath: path)
            let modes = try [mode(path), mode(file)]
            #expect(try written == mail.bytes() && names.count == 1 && modes == [0o700, 0o600])
        }
    }

    @Test func aFolderThatOthersReadGetsNoMail() async throws {
        try await inFolder { path in
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
            #expect(await MailFolder(path).deliver(.full) == .retry(after: nil, .file(EPERM)))
            #expect(await MailFolder("\(path)/a/b").deliver(.full) == .retry(after: nil, .file(ENOENT)))
        }
    }

    @Test func anIdThatIsNoNameIsHashed() {
        for id in ["../../etc/passwd@a", "a/b@c", ".a@b", String(repeating: "a", count: 300) + "@b"] {
            let name = MailFolder.name(of: id)
            #expect(name.utf8.count == 47 && !name.contains("/") && name.hasSuffix(".eml"))
        }
    }
}
