import FeatureKit
import Foundation
import Glibc
import JSON
import TestSupport
import Testing

@testable import HostRuntime

/// What features keep in the real host.
@Suite(.timeLimit(.minutes(3)))
struct KeepingTests {
    private let pantry: Pantry

    init() throws { pantry = try Pantry() }

    @Test func `documents and blobs are there after a restart`() async throws {
        try pantry.save("pantry: {}")
        var token: String?
        try await pantry.runningToTheEnd { host in
            guard case .text(let start)? = try await pantry.localSocket.get("\(Pantry.mount)/jars").json()["token"]
            else {
                throw CocoaError(.fileReadUnknown)
            }
            try await pantry.localSocket.follow("\(Pantry.mount)/changes?after=\(start)") { events in
                #expect(try await pantry.put("plum", 3, label: "Ciruelas pequeñas").status == 200)
                let line = try await events.first(within: HostProcess.limit) { lines in
                    lines.first { $0.contains("\"plum\"") }
                }
                token = try #require(line?.firstMatch(of: /"token":"([^"]+)"/)).1.description
            }
            #expect(try await pantry.add("plum", 4).json()["count"] == 7)
            let photograph = try await pantry.photograph("plum", size: 300_000)
            #expect(try photograph.json()["size"] == 300_000, "\(photograph.text)")
        }
        try await pantry.running { host in
            #expect(try await pantry.count("plum") == 7)
            #expect(try await pantry.list("?contains=pequen") == ["plum"])
            let picture = try await pantry.localSocket.get("\(Pantry.mount)/pictures/plum")
            #expect(picture.status == 200 && picture.head["content-length"] == "300000")
            // Changes go on where they were left, also those that came before the restart.
            let place = try #require(token)
            try await pantry.localSocket.follow("\(Pantry.mount)/changes?after=\(place)") { events in
                let counts = try await events.first(within: HostProcess.limit) { lines in
                    let seven = lines.filter { $0.contains("\"count\":7") }
                    return seven.isEmpty ? nil : lines
                }
                #expect(counts?.contains { $0.contains("\"count\":3") } == false)
            }
        }
    }

    @Test func `the folder and the files are the host's alone`() async throws {
        try pantry.save("pantry: {}")
        try await pantry.running { host in
            #expect(try await pantry.put("plum", 1).status == 200)
            for (name, mode) in [("state/stores", 0o700), (pantry.file(), 0o600), (pantry.file() + "-wal", 0o600)] {
                let attributes = try FileManager.default.attributesOfItem(atPath: pantry.folder[name])
                #expect(attributes[.posixPermissions] as? Int == mode, "\(name)")
            }
        }
    }

    @Test func `after switching off and on again the store has its documents`() async throws {
        try pantry.save("pantry: {}")
        try await pantry.running { host in
            #expect(try await pantry.put("plum", 1).status == 200)
            let seen = host.errors.lines.count
            try pantry.save()
            try await host.expectState("off", of: "pantry")
            #expect(try await pantry.store()?["state"] == "closed")
            #expect(try await pantry.store()?["documents"] == 1)
            try pantry.save("pantry: {}")
            try await host.expectState("active", of: "pantry", after: seen)
            #expect(try await pantry.count("plum") == 1)
            #expect(try await pantry.store()?["state"] == "open")
        }
    }

    @Test func `two features with the same collection name see only their own documents`() async throws {
        try pantry.save("pantry: {}", "larder: {}")
        try await pantry.running { host in
            #expect(try await pantry.put("plum", 1).status == 200)
            let answer = try await pantry.localSocket.ask("PUT", "/api/v1/larder/jars/pear", json: ["shelf": 2])
            #expect(answer.status < 300, "\(answer.text)")
            #expect(try await pantry.list() == ["plum"])
            #expect(try await pantry.localSocket.get("/api/v1/larder/jars").json()["ids"] == ["pear"])
        }
    }

    @Test func `refusals reach the caller with their codes`() async throws {
        try pantry.save("pantry: {}")
        try await pantry.running { host in
            #expect(try await pantry.put("plum", 1, expecting: 0).status == 200)
            let again = try await pantry.put("plum", 2, expecting: 0)
            #expect(again.status == 409 && again.code == "exists", "\(again.text)")
            let stale = try await pantry.put("plum", 2, expecting: 999)
            #expect(stale.status == 409 && stale.code == "version-differs", "\(stale.text)")
            let nobody = try await pantry.photograph("pear", size: 1)
            #expect(nobody.status == 404 && nobody.code == "not-found", "\(nobody.text)")
            // Nothing of what was refused is left.
            #expect(try await pantry.localSocket.get("\(Pantry.mount)/jars/plum").json()["picture"] == nil)
            let behind = try await pantry.localSocket.get("\(Pantry.mount)/changes?after=0123.1")
            #expect(behind.text.contains("behind") || behind.code == "behind", "\(behind.text)")
        }
    }

    @Test func `a quota is a refusal in words, and can be raised without a restart`() async throws {
        try pantry.save("pantry: { store: { documents: 3, bytes: 64KiB } }")
        try await pantry.running { host in
            for number in 1...3 { #expect(try await pantry.put("jar-\(number)", number).status == 200) }
            let full = try await pantry.put("jar-4", 4)
            #expect(full.status == 507 && full.code == "full", "\(full.text)")
            #expect(full.text.contains("pantry may keep 3 documents and no more"))
            // What is there can still be changed, and what is dropped makes room.
            #expect(try await pantry.put("jar-3", 33).status == 200)
            let large = try await pantry.photograph("jar-1", size: 100_000)
            #expect(large.status == 507 && large.code == "full", "\(large.text)")
            let seen = host.errors.lines.count
            try pantry.save("pantry: { store: { documents: 4, bytes: 1MiB } }")
            try await host.expectRecord("document applied", after: seen)
            #expect(try await pantry.put("jar-4", 4).status == 200)
            #expect(try await pantry.photograph("jar-1", size: 100_000).status == 200)
            let starts = host.records.filter { $0.fields["id"] == "pantry" && $0.fields["state"] == "starting" }
            #expect(starts.count == 1)
            #expect(try await pantry.store()?["mostDocuments"] == 4)
            #expect(try await pantry.folder.metric("flagstand_store_documents{") == ["feature=\"pantry\"} 4"])
            #expect(try await pantry.folder.metric("flagstand_store_most_bytes{") == ["feature=\"pantry\"} 1048576"])
            #expect(try await pantry.folder.metric("flagstand_store_refused_total{") == ["feature=\"pantry\"} 0"])
        }
    }

    @Test func `many at once lose nothing`() async throws {
        try pantry.save("pantry: {}")
        try await pantry.running { host in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 1...16 {
                    group.addTask {
                        for _ in 1...10 {
                            let answer = try await pantry.add("plum")
                            #expect(answer.status == 200, "\(answer.text)")
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await pantry.count("plum") == 160)
        }
    }

    // MARK: - Damage

    @Test func `a damaged file is reported as an error, and all features run`() async throws {
        try pantry.save("pantry: {}", "larder: {}")
        try await pantry.runningToTheEnd { _ in _ = try await pantry.put("plum", 1) }
        let good = try Data(contentsOf: URL(filePath: pantry.folder[pantry.file()]))
        try pantry.folder.overwrite(pantry.file(), Data("no database at all".utf8))
        try await HostProcess.run(pantry.venue.host) { host in
            try await host.expectReady("larder active, pantry active")
            try await host.expectRecord("store is damaged", ["id": "pantry"])
            let said = try await host.expectRecord(
                "feature runs without its store, which can't be opened; it is tried again", ["id": "pantry"])
            #expect(said.fields["reason"] == "pantry: its store is damaged: its file is no SQLite database")
            let refused = try await pantry.add("plum")
            #expect(try refused.status == 503 && refused.json()["code"] == "damaged", "\(refused.text)")
            let ready = try await pantry.localSocket.get("/readyz")
            #expect(ready.status == 503)
            #expect(try ready.json()["checks"]?["store/pantry"]?["ok"] == false)
            #expect(try await pantry.localSocket.get("/readyz?exclude=store/pantry").status == 200)
            let why = try await pantry.folder.flagstand("features", "--why", "pantry")
            #expect(why.output.contains("its file is no SQLite database"))
            #expect(try await pantry.store()?["state"] == "damaged")
            #expect(try await pantry.folder.metric("flagstand_store_damaged{") == ["feature=\"pantry\"} 1"])
            let check = try await pantry.folder.flagstand("store", "check")
            #expect(check.exit == .code(1))
            #expect(
                check.output.contains("pantry: error: pantry: its store is damaged: its file is no SQLite database"))
            #expect(try await pantry.localSocket.get("/api/v1/larder/jars").status == 200)
            // It was not touched.
            #expect(
                try Data(contentsOf: URL(filePath: pantry.folder[pantry.file()])) == Data("no database at all".utf8))

            // Once the file is repaired, the store opens again by itself.
            try good.write(to: URL(filePath: pantry.folder[pantry.file()]), options: .atomic)
            let clock = ContinuousClock()
            let end = clock.now + HostProcess.limit
            while try await pantry.localSocket.get("\(Pantry.mount)/jars").status == 503, clock.now < end {}
            #expect(try await pantry.count("plum") == 1)
            #expect(try await pantry.localSocket.get("/readyz").status == 200)
        }
    }
}
