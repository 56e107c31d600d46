import FeatureKit
import Foundation
import Glibc
import JSON
import TestSupport
import Testing

@testable import HostRuntime

/// `flagstand store` and what belongs to it, with a host and without one.
@Suite(.timeLimit(.minutes(3)))
struct StoreCommandTests {
    private let pantry: Pantry

    init() throws { pantry = try Pantry() }

    private func flagstand(_ words: String...) async throws -> (HostProcess.Exit, String, String) {
        var command = HostCommand(words + ["--state", "state"])
        command.folder = pantry.folder.path
        return try await HostProcess.end(of: command)
    }

    /// A host that has kept something, and a table of that.
    private func prepared(_ body: (HostProcess) async throws -> Void) async throws {
        try pantry.save("pantry: { store: { documents: 50, bytes: 2MiB } }", "larder: {}")
        try await pantry.runningToTheEnd { host in
            #expect(try await pantry.put("plum", 3).status == 200)
            #expect(try await pantry.photograph("plum", size: 5_000).status == 200)
            try await body(host)
        }
    }

    @Test func `with a host they ask it, without one they look themselves`() async throws {
        try await prepared { host in
            let (exit, output, errors) = try await flagstand("store")
            #expect(exit == .code(0) && errors == "")
            let rows = output.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
            #expect(rows.first == ["feature", "state", "documents", "of", "blobs", "bytes", "of", "reason"])
            #expect(
                rows.dropFirst().map { Array($0.prefix(5)) } == [
                    ["larder", "open", "0", "1000000", "0"], ["pantry", "open", "1", "50", "1"],
                ])
            #expect(rows.last?.last == "2MiB")
            let checked = try await flagstand("store", "check", "pantry")
            #expect(checked == (.code(0), "pantry: 1 document and 1 blob are as they were written\n", ""))
        }
        let (exit, output, errors) = try await flagstand("store", "--json")
        #expect(exit == .code(0) && errors == "")
        guard case .list(let stores)? = try Value(json: output)["stores"] else { throw CocoaError(.fileReadUnknown) }
        #expect(stores.map { $0["state"] } == ["closed", "closed"])
        #expect(stores.last?["documents"] == 1 && stores.last?["mostDocuments"] == .null)
        let checked = try await flagstand("store", "check")
        #expect(
            checked == (
                .code(0),
                "larder: 0 documents and 0 blobs are as they were written\n"
                    + "pantry: 1 document and 1 blob are as they were written\n", ""
            ))
    }

    @Test func `a backup of a running host can be put back as the page says`() async throws {
        let copies = pantry.folder["copies"]
        try await prepared { host in
            let made = try await flagstand("store", "backup", "copies")
            #expect(made.0 == .code(0), "\(made)")
            #expect(made.1.contains("pantry: copied to \(copies)/pantry.db ("))
            for (name, mode) in [("copies", 0o700), ("copies/pantry.db", 0o600)] {
                let attributes = try FileManager.default.attributesOfItem(atPath: pantry.folder[name])
                #expect(attributes[.posixPermissions] as? Int == mode, "\(name)")
            }
            #expect(try await pantry.put("plum", 4).status == 200)
            let again = try await flagstand("store", "backup", "copies")
            #expect(
                again == (
                    .code(1), "",
                    "flagstand store backup: error: taken: \(copies)/larder.db exists already; "
                        + "a backup overwrites nothing\n"
                ))
        }
        for suffix in ["-wal", "-shm"]
        where FileManager.default.fileExists(atPath: pantry.folder[pantry.file() + suffix]) {
            try pantry.folder.remove(pantry.file() + suffix)
        }
        try pantry.folder.remove(pantry.file())
        try FileManager.default.copyItem(atPath: "\(copies)/pantry.db", toPath: pantry.folder[pantry.file()])
        try await pantry.running { host in
            #expect(try await pantry.count("plum") == 3)
            let picture = try await pantry.localSocket.get("\(Pantry.mount)/pictures/plum")
            #expect(picture.status == 200 && picture.head["content-length"] == "5000")
            #expect(try await pantry.put("plum", 5).status == 200)
        }
    }

    @Test func `a backup is made without a host too`() async throws {
        try await prepared { _ in }
        let made = try await flagstand("store", "backup", pantry.folder["copies"], "pantry")
        #expect(made.0 == .code(0) && made.2 == "", "\(made)")
        #expect(FileManager.default.fileExists(atPath: pantry.folder["copies/pantry.db"]))
        #expect(!FileManager.default.fileExists(atPath: pantry.folder["copies/larder.db"]))
    }

    @Test func `compacting gives back what was deleted`() async throws {
        try await prepared { host in
            #expect(try await pantry.photograph("plum", size: 1_500_000).status == 200)
            #expect(try await pantry.localSocket.ask("DELETE", "\(Pantry.mount)/pictures/plum").status == 200)
            let done = try await flagstand("store", "compact", "pantry", "--json")
            #expect(done.0 == .code(0), "\(done)")
            guard case .list(let reports)? = try Value(json: done.1)["reports"],
                case .integer(let before)? = reports.first?["before"],
                case .integer(let after)? = reports.first?["after"]
            else { throw CocoaError(.fileReadUnknown) }
            #expect(before > 1_500_000 && after < 500_000)
            #expect(try await pantry.count("plum") == 3)
        }
        let done = try await flagstand("store", "compact")
        #expect(done.0 == .code(0) && done.1.contains("larder: ") && done.1.contains(" after"), "\(done)")
    }

    @Test func `what is damaged is found with a host and without one`() async throws {
        try await prepared { _ in }
        // In the middle of what was written, where nothing but the content tells.
        var bytes = try Data(contentsOf: URL(filePath: pantry.folder[pantry.file()]))
        let place = try #require(bytes.range(of: Data("\"plum\"".utf8)))
        bytes[place.lowerBound + 1] ^= 0x20
        try pantry.folder.overwrite(pantry.file(), bytes)
        let alone = try await flagstand("store", "check")
        #expect(alone.0 == .code(1), "\(alone)")
        #expect(alone.1.contains("pantry: error: "), "\(alone)")
        try await pantry.running { host in
            let asked = try await flagstand("store", "check", "pantry")
            #expect(asked.0 == .code(1) && asked.1.contains("pantry: error: "), "\(asked)")
        }
    }

    @Test func `who is misspelt is told, with a host and without one`() async throws {
        try await prepared { host in
            let asked = try await flagstand("store", "check", "pantri")
            #expect(
                asked == (
                    .code(1), "",
                    "flagstand store check: error: not-found: there is no store of \"pantri\"; did you mean \"pantry\"?\n"
                ))
        }
        let alone = try await flagstand("store", "compact", "pantri")
        #expect(
            alone == (
                .code(1), "",
                "flagstand store compact: error: there is no store of \"pantri\"; did you mean \"pantry\"?\n"
            ))
    }

    @Test func `a part that there is not is a mistake in the command`() async throws {
        let (exit, _, errors) = try await flagstand("store", "chekc")
        #expect(exit == .code(2))
        #expect(errors.hasPrefix("flagstand: error: unknown command \"store chekc\"; did you mean \"store check\"?\n"))
        let bare = try await flagstand("store", "backup")
        #expect(bare.0 == .code(2) && bare.2.contains("DIR is missing"))
    }

    @Test func `where no host ever ran, they say where they looked`() async throws {
        let (exit, output, errors) = try await flagstand("store", "check")
        #expect(exit == .code(1) && output == "")
        #expect(
            errors
                == "flagstand store check: error: \(pantry.folder["state"]): no host runs here; "
                + "--state DIR names another state folder\n")
    }
}
