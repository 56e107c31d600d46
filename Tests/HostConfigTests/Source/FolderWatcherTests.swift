import FeatureKit
import Glibc
import HostSystem
import TestSupport
import Testing

@testable import HostConfig

/// Every way in which a folder of documents changes, against the real file system.
@Suite(.timeLimit(.minutes(1)))
struct FolderWatcherTests {
    let scratch: TestFolder

    init() throws {
        scratch = try TestFolder()
        try scratch.makeFolder("conf")
        try scratch.write("a", to: "conf/a.yaml")
    }

    private func watching(
        _ name: String = "conf", _ body: (FileWatcherTests.Subject, DescriptorLoop) async throws -> Void
    ) async throws {
        let loop = try DescriptorLoop()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await loop.run() }
            defer { group.cancelAll() }
            try await body(FileWatcherTests.Subject(try FileWatcher(path: scratch[name], on: loop)), loop)
        }
    }

    /// Waits until the loop has dealt with everything that happened so far.
    private func settle(on loop: DescriptorLoop) async throws {
        try scratch.write("", to: "fence")
        let fence = FileWatcherTests.Subject(try FileWatcher(path: scratch["fence"], on: loop))
        try scratch.write("passed", to: "fence")
        #expect(await fence.next() == .changed)
        fence.watcher.stop()
    }

    private func texts() -> [String] {
        ((try? LocalSource.read(scratch["conf"])) ?? []).map { String(decoding: $0.bytes, as: UTF8.self) }
    }

    @Test func `a document that is made, changed, renamed and removed`() async throws {
        try await watching { subject, _ in
            try scratch.write("b", to: "conf/b.yaml")
            #expect(await subject.next() == .changed)
            #expect(texts() == ["a", "b"])
            try scratch.write("c", to: "conf/a.yaml")
            #expect(await subject.next() == .changed)
            #expect(texts() == ["c", "b"])
            try scratch.rename("conf/a.yaml", to: "conf/z.yaml")
            #expect(await subject.next() == .changed)
            #expect(texts() == ["b", "c"])
            try scratch.rename("conf/z.yaml", to: "conf/z.bak")
            #expect(await subject.next() == .changed)
            #expect(texts() == ["b"])
            try scratch.replace("conf/b.yaml", with: "d")
            #expect(await subject.next() == .changed)
            #expect(texts() == ["d"])
            try scratch.remove("conf/b.yaml")
            #expect(await subject.next() == .changed)
            #expect(texts() == [])
            try scratch.write("e", to: "conf/first.json")
            #expect(await subject.next() == .changed)
            #expect(texts() == ["e"])
        }
    }

    @Test func `what is no document is not told`() async throws {
        try await watching { subject, loop in
            try scratch.write("x", to: "conf/README.md")
            try scratch.write("x", to: "conf/.a.yaml.swp")
            try scratch.makeFolder("conf/sub")
            try scratch.write("x", to: "conf/sub/a.yaml")
            try scratch.remove("conf/README.md")
            try await settle(on: loop)
            #expect(await subject.rest() == [])
        }
    }

    @Test func `a document that somebody still writes holds the others back`() async throws {
        try await watching { subject, loop in
            let writer = try scratch.open("conf/b.yaml")
            try scratch.append("ha", to: writer)
            try scratch.write("c", to: "conf/c.yaml")
            try await settle(on: loop)
            try scratch.append("lf", to: writer)
            try await settle(on: loop)
            _ = consume writer
            #expect(await subject.next() == .changed)
            #expect(texts() == ["a", "half", "c"])
            #expect(await subject.rest() == [])
        }
    }

    @Test func `a document written in place holds the others back until it is closed`() async throws {
        try await watching { subject, loop in
            let writer = try scratch.open("conf/a.yaml")
            try scratch.append("ha", to: writer)
            try await settle(on: loop)
            try scratch.write("c", to: "conf/c.yaml")
            try await settle(on: loop)
            try scratch.append("lf", to: writer)
            _ = consume writer
            #expect(await subject.next() == .changed)
            #expect(texts() == ["half", "c"])
            #expect(await subject.rest() == [])
        }
    }

    @Test func `a writer that never ends holds nobody back for ever`() throws {
        let pool = try WatchPool()
        let path = scratch["conf"]
        var folder = WatchedFolder(try FileIdentity(at: path), path: path, pool: pool)
        let writer = try scratch.open("conf/a.yaml")
        try scratch.append("ha", to: writer)
        try scratch.write("c", to: "conf/c.yaml")
        let held = folder.handle(pool.inotify.read(), now: .seconds(10))
        #expect(held == WatchDecision.Answer(event: nil, lookAt: .seconds(15)))
        #expect(folder.look(now: .seconds(14)) == held)
        #expect(folder.look(now: .seconds(15)).event == .changed)
        #expect(folder.look(now: .seconds(16)) == WatchDecision.Answer())
        withExtendedLifetime(writer) {}
    }

    @Test func `a config map's update is seen, every time`() async throws {
        try scratch.remove("conf/a.yaml")
        try scratch.makeFolder("conf/..0")
        for name in ["a", "b"] {
            try scratch.write("\(name)0", to: "conf/..0/\(name).yaml")
            try scratch.link("conf/\(name).yaml", to: "..data/\(name).yaml")
        }
        try scratch.link("conf/..data", to: "..0")
        try await watching { subject, loop in
            for round in 1...5 {
                try scratch.makeFolder("conf/..\(round)")
                for name in ["a", "b"] { try scratch.write("\(name)\(round)", to: "conf/..\(round)/\(name).yaml") }
                try scratch.link("conf/..tmp", to: "..\(round)")
                try scratch.rename("conf/..tmp", to: "conf/..data")
                try scratch.remove("conf/..\(round - 1)")
                #expect(await subject.next() == .changed)
                #expect(texts() == ["a\(round)", "b\(round)"])
                try await settle(on: loop)
            }
        }
    }

    @Test func `a folder that is exchanged by a link, gone, and there again`() async throws {
        try scratch.makeFolder("other")
        try scratch.write("other", to: "other/a.yaml")
        try scratch.rename("conf", to: "first")
        try scratch.link("conf", to: "first")
        try await watching { subject, loop in
            try scratch.link("next", to: "other")
            try scratch.rename("next", to: "conf")
            #expect(await subject.next() == .changed)
            #expect(texts() == ["other"])
            try scratch.write("more", to: "other/a.yaml")
            #expect(await subject.next() == .changed)
            #expect(texts() == ["more"])
            try await settle(on: loop)
            // What happens in the folder of before is no news.
            try scratch.write("old", to: "first/a.yaml")
            try await settle(on: loop)
            try scratch.remove("conf")
            #expect(await subject.next() == .gone)
            try scratch.link("conf", to: "first")
            #expect(await subject.next() == .changed)
            #expect(texts() == ["old"])
            try scratch.write("new", to: "first/b.yaml")
            #expect(await subject.next() == .changed)
            #expect(texts() == ["old", "new"])
        }
    }

    @Test func `a folder may come later, and a file in its place`() async throws {
        try await watching("later") { subject, _ in
            try scratch.makeFolder("later")
            #expect(await subject.next() == .changed)
            try scratch.write("x", to: "later/a.yaml")
            #expect(await subject.next() == .changed)
            try scratch.remove("later")
            while await subject.next() != .gone {}
            try scratch.write("y", to: "later")
            #expect(await subject.next() == .changed)
            try scratch.write("z", to: "later")
            #expect(await subject.next() == .changed)
        }
    }

    @Test func `a document elsewhere that is linked to`() async throws {
        try scratch.write("x", to: "elsewhere")
        try await watching { subject, _ in
            try scratch.link("conf/l.yaml", to: "../elsewhere")
            #expect(await subject.next() == .changed)
            #expect(texts() == ["a", "x"])
            try scratch.write("y", to: "elsewhere")
            #expect(await subject.next() == .changed)
            #expect(texts() == ["a", "y"])
        }
    }

    @Test func `the hundred and first document is told`() async throws {
        for index in 0..<99 { try scratch.write("x", to: "conf/\(index).yaml") }
        try await watching { subject, _ in
            try scratch.write("x", to: "conf/one-more.yaml")
            #expect(await subject.next() == .changed)
            #expect(throws: SourceProblem.tooManyDocuments(path: scratch["conf"], most: 100)) {
                try LocalSource.read(scratch["conf"])
            }
            try scratch.remove("conf/one-more.yaml")
            #expect(await subject.next() == .changed)
            #expect(texts().count == 100)
        }
    }
}
