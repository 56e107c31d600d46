import Foundation
import TestSupport
import Testing

/// However the document is saved, the host does what it says.
@Suite(.timeLimit(.minutes(2)))
struct SavedDocumentTests {
    enum Way: CaseIterable {
        case inPlace, removedAndRestored, renamedOver, linkExchanged
    }

    /// Lays the document out for a way of saving.
    private func prepare(_ way: Way) throws -> TestFolder {
        let folder = try TestFolder.withDocument()
        if way == .linkExchanged {
            // As a config map is mounted: the document is a link through a link.
            try folder.write("..version-0/plugins.yaml", TestFolder.document())
            try folder.link("..data", to: "..version-0")
            try folder.remove("plugins.yaml")
            try folder.link("plugins.yaml", to: "..data/plugins.yaml")
        }
        return folder
    }

    private func save(_ text: String, _ way: Way, number: Int, in folder: TestFolder) throws {
        switch way {
        case .inPlace: try folder.overwrite("plugins.yaml", Data(text.utf8))
        case .renamedOver: try folder.write("plugins.yaml", text)
        case .removedAndRestored:
            try folder.remove("plugins.yaml")
            try folder.write("plugins.yaml", text)
        case .linkExchanged:
            try folder.write("..version-\(number)/plugins.yaml", text)
            try folder.link("..data-new", to: "..version-\(number)")
            try folder.move("..data-new", over: "..data")
            try folder.remove("..version-\(number - 1)")
        }
    }

    @Test(arguments: Way.allCases)
    func `saving switches a feature off and on, and others hear of it`(way: Way) async throws {
        let folder = try prepare(way)
        try await HostProcess.run(folder.run()) { host in
            try await host.expectReady("ble active, track active")
            try await host.expectRecord("track status", ["stale": "false", "source": "ble"], from: "track")
            for round in 1...2 {
                var seen = host.errors.lines.count
                try save(TestFolder.document(ble: false), way, number: 2 * round - 1, in: folder)
                try await host.expectState("off", of: "ble", after: seen)
                try await host.expectRecord("document applied", ["file": "plugins.yaml"], after: seen)
                try await host.expectRecord("track status", ["stale": "true"], from: "track", after: seen)

                seen = host.errors.lines.count
                try save(TestFolder.document(), way, number: 2 * round, in: folder)
                try await host.expectState("active", of: "ble", after: seen)
                try await host.expectRecord("track status", ["stale": "false"], from: "track", after: seen)
            }
            // `track` was never touched.
            #expect(host.records.count { $0.fields == ["id": "track", "state": "starting"] } == 1)
        }
    }

    @Test func `settings that change reach the feature alone`() async throws {
        let folder = try TestFolder.withDocument()
        try await HostProcess.run(folder.run()) { host in
            try await host.expectReady()
            let seen = host.errors.lines.count
            try folder.write(
                "plugins.yaml",
                TestFolder.document().replacingOccurrences(
                    of: "track: {}", with: "track: { settings: { network: { url: 'http://127.0.0.1:9/' } } }"))
            try await host.expectState("active", of: "track", after: seen)
            #expect(!host.records.contains { $0.fields["id"] == "ble" && $0.fields["state"] == "stopping" })
        }
    }

    @Test func `a bad document changes nothing and says all that is wrong with it`() async throws {
        let folder = try TestFolder.withDocument()
        try await HostProcess.run(folder.run()) { host in
            try await host.expectReady()
            let seen = host.errors.lines.count
            try folder.write(
                "plugins.yaml",
                """
                features:
                  ble: { settings: { captures: [{}] },
                    enabeld: false }
                  trakc: {}
                log: loud

                """)
            try await host.expectRecord(
                "document refused; what runs stays as it is", ["file": "plugins.yaml"], after: seen)
            #expect(
                host.complaints == [
                    #"plugins.yaml:2:33: error: missing key "file""#,
                    #"plugins.yaml:3:5: error: unknown key "enabeld"; did you mean "enabled"?"#,
                    #"plugins.yaml:4:3: error: unknown feature "trakc"; did you mean "track"?"#,
                    #"plugins.yaml:5:6: error: must be one of "debug", "info", "warning", "error", not "loud""#,
                    "document refused; what runs stays as it is",
                ])
            // The next good one counts, and nothing happened in between.
            try folder.write("plugins.yaml", TestFolder.document(ble: false))
            try await host.expectState("off", of: "ble", after: seen)
            let states = host.records.filter { $0.message == "feature state" }.map { $0.fields["state"] ?? "" }
            #expect(states.suffix(2) == ["stopping", "off"])
            #expect(states.filter { $0 == "stopping" }.count == 1)
        }
    }

    /// What an editor leaves that finds no room on the disk must not stop everything.
    @Test func `a document that became empty changes nothing`() async throws {
        let folder = try TestFolder.withDocument()
        try await HostProcess.run(folder.run()) { host in
            try await host.expectReady()
            try folder.overwrite("plugins.yaml", Data())
            try await host.expectRecord("document refused; what runs stays as it is", ["file": "plugins.yaml"])
            #expect(host.complaints.first == "plugins.yaml: error: is empty; write {} where nothing shall run")
            #expect(!host.records.contains { $0.fields["state"] == "stopping" })
        }
    }

    @Test func `a document that is gone changes nothing`() async throws {
        let folder = try TestFolder.withDocument()
        try await HostProcess.run(folder.run()) { host in
            try await host.expectReady()
            try folder.remove("plugins.yaml")
            try await host.expectRecord("the document is gone; what runs stays as it is", ["file": "plugins.yaml"])
            // Asked to read it, the host says why it can't.
            let seen = host.errors.lines.count
            host.send(SIGHUP)
            try await host.expectRecord("plugins.yaml: error: no such file", after: seen)
            try await host.expectRecord("reloaded", ["document": "refused"], after: seen)
            #expect(!host.records.contains { $0.fields["state"] == "stopping" })

            try folder.write("plugins.yaml", TestFolder.document(ble: false))
            try await host.expectState("off", of: "ble", after: seen)
            host.send(SIGTERM)
            try await host.expectExit(.code(0))
        }
    }

    @Test func `each feature logs as much as the document says, from the moment of saving`() async throws {
        let folder = try TestFolder.withDocument()
        try folder.write("plugins.yaml", TestFolder.document("log: error"))
        try await HostProcess.run(folder.run()) { host in
            try await host.expectReady("ble active, track active")
            #expect(host.records == [])

            try folder.write("plugins.yaml", TestFolder.document(ble: false, "log: info"))
            try await host.expectState("off", of: "ble")
            let seen = host.errors.lines.count
            try folder.write(
                "plugins.yaml",
                TestFolder.document("log: warning")
                    .replacingOccurrences(of: "track: {}", with: "track: { log: info }"))
            try await host.expectRecord("track status", ["stale": "false"], from: "track", after: seen)
            // The host's own lines are as loud as the document says of all: it said that ble went, and not that it came.
            #expect(!host.records.contains { $0.fields["state"] == "active" })
        }
    }
}
