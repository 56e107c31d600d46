import Glibc
import HostSystem
import TestSupport
import Testing

@testable import HostConfig

/// Local documents: a file, or a folder of them.
@Suite struct LocalSourceTests {
    let scratch: TestFolder

    init() throws { scratch = try TestFolder() }

    @Test func `a file is called as its operator calls it`() throws {
        try scratch.write("log: debug", to: "plugins.yaml")
        let texts = try LocalSource.read(scratch["plugins.yaml"])
        #expect(texts == [SourceText(name: scratch["plugins.yaml"], bytes: Array("log: debug".utf8))])
        #expect(LocalSource.folder(of: scratch["plugins.yaml"]) == scratch.path)
    }

    @Test func `a folder's documents come in the order of their bytes`() throws {
        try scratch.makeFolder("conf/inner.yaml")
        for name in ["b.yaml", "a.json", "B.yml", "10.yaml", "9.yaml", "ä.yaml", "z.yaml"] {
            try scratch.write(name, to: "conf/\(name)")
        }
        for name in [".a.yaml", "a.yaml~", "README.md", "c.yaml.bak", "yaml", "inner.yaml/x.yaml"] {
            try scratch.write("no", to: "conf/\(name)")
        }
        let folder = scratch["conf"]
        let expected = ["10.yaml", "9.yaml", "B.yml", "a.json", "b.yaml", "z.yaml", "ä.yaml"]
        for path in [folder, folder + "/"] {
            let texts = try LocalSource.read(path)
            #expect(texts.map(\.name) == expected.map { "\(folder)/\($0)" })
            #expect(texts.map { String(decoding: $0.bytes, as: UTF8.self) } == expected)
        }
        #expect(LocalSource.folder(of: folder) == folder)
    }

    @Test func `a config map's documents are links`() throws {
        try scratch.makeFolder("conf/..1")
        try scratch.write("log: debug", to: "conf/..1/a.yaml")
        try scratch.link("conf/..data", to: "..1")
        try scratch.link("conf/a.yaml", to: "..data/a.yaml")
        #expect(try LocalSource.read(scratch["conf"]).map(\.name) == [scratch["conf/a.yaml"]])
    }

    @Test func `what can't be read is told in words`() throws {
        func told(_ name: String) -> String {
            do throws(SourceProblem) {
                return "\(try LocalSource.read(scratch[name]).count)"
            } catch { return error.message }
        }
        #expect(told("nothing") == "no such file")
        try scratch.makeFolder("empty")
        try scratch.write("x", to: "empty/README.md")
        #expect(told("empty") == "holds no *.yaml, *.yml or *.json; write {} into one where nothing shall run")
        try scratch.makeFolder("many")
        for index in 0..<100 { try scratch.write("{}", to: "many/\(index).yaml") }
        #expect(told("many") == "100")
        try scratch.write("{}", to: "many/100.yaml")
        #expect(told("many") == "holds more than 100 documents")
        try scratch.makeFolder("large")
        let half = String(repeating: "#", count: 4 * 1024 * 1024)
        try scratch.write(half, to: "large/a.yaml")
        try scratch.write(half, to: "large/b.yaml")
        #expect(told("large") == "2")
        try scratch.write("#", to: "large/c.yaml")
        #expect(told("large") == "holds documents of more than 8 MiB together")
        try scratch.makeFolder("dangling")
        try scratch.link("dangling/a.yaml", to: "gone")
        #expect(told("dangling") == "no such file")
        try scratch.makeFolder("pipe")
        #expect(unsafe mkfifo(scratch["pipe/a.yaml"], 0o600) == 0)
        #expect(told("pipe") == "is a pipe, not a file")
    }

    /// Somebody exchanges the folder again and again; what is read is one generation, nearly always at once.
    @Test(.timeLimit(.minutes(1))) func `what is read was there together`() async throws {
        for name in ["one", "two"] {
            try scratch.makeFolder(name)
            for index in 0..<20 { try scratch.write(name, to: "\(name)/\(index).yaml") }
        }
        try scratch.link("conf", to: "one")
        let scratch = scratch
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await OwnedThread.run("swap") {
                    for round in 0..<300 {
                        try? scratch.link("next", to: round.isMultiple(of: 2) ? "two" : "one")
                        try? scratch.rename("next", to: "conf")
                    }
                }
            }
            for _ in 0..<100 {
                let texts = try LocalSource.read(scratch["conf"])
                #expect(texts.count == 20)
            }
            try await group.waitForAll()
        }
        #expect(Set(try LocalSource.read(scratch["conf"]).map(\.bytes)).count == 1)
    }
}
