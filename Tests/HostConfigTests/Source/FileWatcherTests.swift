import Glibc
import HostSystem
import TestSupport
import Testing

@testable import HostConfig

/// Every way in which people and machines save a file, against the real file system.
@Suite(.timeLimit(.minutes(1)))
struct FileWatcherTests {
    let scratch: TestFolder

    init() throws { scratch = try TestFolder() }

    /// A watcher of `plugins.yaml` that somebody reads from.
    final class Subject {
        let watcher: FileWatcher
        private var events: AsyncStream<FileEvent>.Iterator

        init(_ watcher: FileWatcher) {
            self.watcher = watcher
            events = watcher.events.makeAsyncIterator()
        }

        func next() async -> FileEvent? { await events.next(isolation: #isolation) }

        /// Waits for events until the file has the text; hangs into the time limit where a change is missed.
        func waits(for text: String, at path: String) async {
            while text != (try? FileSource.read(path)).map({ String(decoding: $0, as: UTF8.self) }) {
                guard await next() != nil else { return }
            }
        }

        /// Ends the watch and says what nobody has read yet.
        func rest() async -> [FileEvent] {
            watcher.stop()
            var rest: [FileEvent] = []
            while let event = await next() { rest.append(event) }
            return rest
        }
    }

    func watching(_ name: String = "plugins.yaml", _ body: (Subject, DescriptorLoop) async throws -> Void) async throws
    {
        let loop = try DescriptorLoop()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await loop.run() }
            defer { group.cancelAll() }
            try await body(Subject(try FileWatcher(path: scratch[name], on: loop)), loop)
        }
    }

    func text(_ name: String = "plugins.yaml") throws -> String {
        String(decoding: try FileSource.read(scratch[name]), as: UTF8.self)
    }

    /// Waits until the loop has dealt with everything that happened so far.
    func settle(on loop: DescriptorLoop) async throws {
        try scratch.write("", to: "fence")
        let fence = Subject(try FileWatcher(path: scratch["fence"], on: loop))
        try scratch.write("passed", to: "fence")
        #expect(await fence.next() == .changed)
        fence.watcher.stop()
    }

    @Test func `a file written in place has changed once it is closed`() async throws {
        try scratch.write("old", to: "plugins.yaml")
        try await watching { subject, _ in
            try scratch.write("new", to: "plugins.yaml")
            #expect(await subject.next() == .changed)
            #expect(try text() == "new")
        }
    }

    @Test func `a file that somebody still writes is not told`() async throws {
        try scratch.write("old", to: "plugins.yaml")
        try await watching { subject, loop in
            try scratch.append("half", to: try scratch.open("other"))
            let writer = try scratch.open("plugins.yaml")
            try scratch.append("ha", to: writer)
            try await settle(on: loop)
            #expect(await subject.rest() == [])
        }
    }

    @Test func `a file made in place is told when its writer closes it, not before`() async throws {
        try await watching { subject, loop in
            let file = try scratch.open("plugins.yaml")
            try await settle(on: loop)
            try scratch.append("whole", to: file)
            try await settle(on: loop)
            #expect(await subject.rest() == [])
        }
        try scratch.remove("plugins.yaml")
        try await watching { subject, _ in
            try scratch.write("whole", to: "plugins.yaml")
            #expect(await subject.next() == .changed)
            #expect(try text() == "whole")
        }
    }

    @Test func `a removed file is gone and a restored one has changed`() async throws {
        try scratch.write("old", to: "plugins.yaml")
        try await watching { subject, _ in
            for round in 1...3 {
                try scratch.remove("plugins.yaml")
                #expect(await subject.next() == .gone)
                try scratch.write("round \(round)", to: "plugins.yaml")
                #expect(await subject.next() == .changed)
                #expect(try text() == "round \(round)")
            }
        }
    }

    @Test func `a file renamed over has changed, every time`() async throws {
        try scratch.write("old", to: "plugins.yaml")
        try await watching { subject, _ in
            for round in 1...5 {
                try scratch.replace("plugins.yaml", with: "round \(round)")
                #expect(await subject.next() == .changed)
                #expect(try text() == "round \(round)")
            }
        }
    }

    @Test func `the file that was renamed into place can be written in place`() async throws {
        try scratch.write("old", to: "plugins.yaml")
        try await watching { subject, _ in
            try scratch.replace("plugins.yaml", with: "renamed")
            #expect(await subject.next() == .changed)
            try scratch.write("written", to: "plugins.yaml")
            #expect(await subject.next() == .changed)
            #expect(try text() == "written")
        }
    }

    @Test func `a config map's update is seen, every time`() async throws {
        func release(_ number: Int) throws {
            try scratch.makeFolder("..release-\(number)")
            try scratch.write("release \(number)", to: "..release-\(number)/plugins.yaml")
            try scratch.link("..data_tmp", to: "..release-\(number)")
            try scratch.rename("..data_tmp", to: "..data")
        }
        try release(0)
        try scratch.link("plugins.yaml", to: "..data/plugins.yaml")
        try await watching { subject, _ in
            for number in 1...4 {
                try release(number)
                #expect(await subject.next() == .changed)
                #expect(try text() == "release \(number)")
                try scratch.remove("..release-\(number - 1)/plugins.yaml")
                try scratch.remove("..release-\(number - 1)")
            }
        }
    }

    @Test func `a link that is exchanged is followed`() async throws {
        try scratch.makeFolder("far")
        try scratch.write("one", to: "far/one")
        try scratch.write("two", to: "far/two")
        try scratch.link("plugins.yaml", to: scratch["far/one"])
        try await watching { subject, _ in
            try scratch.write("one, written", to: "far/one")
            #expect(await subject.next() == .changed)
            #expect(try text() == "one, written")
            try scratch.link("other", to: "far/../far/./two")
            try scratch.rename("other", to: "plugins.yaml")
            #expect(await subject.next() == .changed)
            #expect(try text() == "two")
            try scratch.write("two, written", to: "far/two")
            #expect(await subject.next() == .changed)
            #expect(try text() == "two, written")
        }
    }

    @Test func `a link to itself is nothing, and heals`() async throws {
        try scratch.link("plugins.yaml", to: "plugins.yaml")
        try await watching { subject, _ in
            try scratch.replace("plugins.yaml", with: "healed")
            #expect(await subject.next() == .changed)
            try scratch.remove("plugins.yaml")
            #expect(await subject.next() == .gone)
        }
    }

    @Test func `a folder that is missing may come later`() async throws {
        try await watching("deep/er/plugins.yaml") { subject, _ in
            for round in 1...3 {
                try scratch.makeFolder("deep")
                try scratch.makeFolder("deep/er")
                try scratch.write("round \(round)", to: "deep/er/plugins.yaml")
                #expect(await subject.next() == .changed)
                #expect(try text("deep/er/plugins.yaml") == "round \(round)")
                try scratch.remove("deep/er/plugins.yaml")
                try scratch.remove("deep/er")
                try scratch.remove("deep")
                #expect(await subject.next() == .gone)
            }
        }
    }

    @Test func `a folder on the way may be exchanged`() async throws {
        try scratch.makeFolder("blue")
        try scratch.write("blue", to: "blue/plugins.yaml")
        try scratch.makeFolder("green")
        try scratch.write("green", to: "green/plugins.yaml")
        try await watching("blue/plugins.yaml") { subject, _ in
            try scratch.rename("blue", to: "retired")
            #expect(await subject.next() == .gone)
            try scratch.rename("green", to: "blue")
            #expect(await subject.next() == .changed)
            #expect(try text("blue/plugins.yaml") == "green")
        }
    }

    @Test func `a write through another name of the file is seen`() async throws {
        try scratch.makeFolder("elsewhere")
        try scratch.write("old", to: "plugins.yaml")
        try SystemError.check { unsafe link(scratch["plugins.yaml"], scratch["elsewhere/same"]) }
        try await watching { subject, _ in
            try scratch.write("new", to: "elsewhere/same")
            #expect(await subject.next() == .changed)
            #expect(try text() == "new")
        }
    }

    @Test func `a second name for a written file is told at once`() async throws {
        try scratch.write("whole", to: "draft")
        try await watching { subject, _ in
            try SystemError.check { unsafe link(scratch["draft"], scratch["plugins.yaml"]) }
            #expect(await subject.next() == .changed)
        }
    }

    @Test func `a file that becomes readable has changed`() async throws {
        try scratch.write("old", to: "plugins.yaml")
        try await watching { subject, _ in
            try SystemError.check { unsafe chmod(scratch["plugins.yaml"], 0) }
            #expect(await subject.next() == .changed)
            try SystemError.check { unsafe chmod(scratch["plugins.yaml"], 0o644) }
            #expect(await subject.next() == .changed)
        }
    }

    @Test func `what happens beside the file is not told`() async throws {
        try scratch.write("old", to: "plugins.yaml")
        try await watching { subject, loop in
            for round in 1...50 {
                try scratch.replace("other", with: "round \(round)")
                try scratch.write("round \(round)", to: "plugins.yaml~")
            }
            try scratch.remove("plugins.yaml~")
            try await settle(on: loop)
            #expect(await subject.rest() == [])
        }
    }

    @Test func `after more notices than the system keeps, the file counts as changed`() async throws {
        try scratch.write("old", to: "plugins.yaml")
        let limit = try #require(
            Int(
                String(decoding: try ProcFile.read("/proc/sys/fs/inotify/max_queued_events"), as: UTF8.self)
                    .filter(\.isNumber)))
        let loop = try DescriptorLoop()
        // Nobody reads while the queue fills up: the loop does not run yet.
        let subject = Subject(try FileWatcher(path: scratch["plugins.yaml"], on: loop))
        for _ in 0...limit / 2 {
            try scratch.link("other", to: "nowhere")
            try scratch.remove("other")
        }
        try scratch.write("new", to: "plugins.yaml")
        await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await loop.run() }
            #expect(await subject.next() == .changed)
            group.cancelAll()
        }
    }

    @Test func `a burst is told at least once after its end and never more often than it happened`() async throws {
        try scratch.write("old", to: "plugins.yaml")
        try await watching { subject, loop in
            for round in 1...1000 { try scratch.replace("plugins.yaml", with: "round \(round)") }
            var events = 0
            repeat {
                #expect(await subject.next() == .changed)
                events += 1
            } while try text() != "round 1000"
            try await settle(on: loop)
            events += await subject.rest().count
            #expect((1...1000).contains(events))
        }
    }

    @Test func `a stopped watcher's events end`() async throws {
        try await watching { subject, _ in
            subject.watcher.stop()
            #expect(await subject.next() == nil)
        }
    }
}
