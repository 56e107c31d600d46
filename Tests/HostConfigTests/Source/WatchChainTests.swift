import Glibc
import TestSupport
import Testing

@testable import HostConfig

@Suite struct WatchChainTests {
    let scratch: TestFolder

    init() throws { scratch = try TestFolder() }

    /// The hops below the scratch folder.
    func hops(_ name: String) -> [String] {
        WatchChain(following: scratch[name]).hops.drop { !$0.folder.hasPrefix(scratch.path) }
            .map { "\($0.folder.dropFirst(scratch.path.count))/\($0.name)" }
    }

    @Test func `the way through a config map`() throws {
        try scratch.makeFolder("..release")
        try scratch.write("x", to: "..release/plugins.yaml")
        try scratch.link("..data", to: "..release")
        try scratch.link("plugins.yaml", to: "..data/plugins.yaml")
        #expect(hops("plugins.yaml") == ["/plugins.yaml", "/..data", "/..release", "/..release/plugins.yaml"])
        let chain = WatchChain(following: scratch["plugins.yaml"])
        #expect(chain.targetPath == scratch["..release/plugins.yaml"])
        #expect(chain.target == (try FileIdentity(ofLink: scratch["..release/plugins.yaml"])))
    }

    @Test func `dots, double slashes and parents`() throws {
        try scratch.makeFolder("a")
        try scratch.write("x", to: "b")
        #expect(hops("a//.././b/") == ["/a", "/b"])
        try scratch.link("a/up", to: "..")
        #expect(hops("a/up/b") == ["/a", "/a/up", "/b"])
    }

    @Test func `a way that breaks off ends with the name to wait for`() throws {
        #expect(hops("a/b/c") == ["/a"])
        try scratch.makeFolder("a")
        #expect(hops("a/b/c") == ["/a", "/a/b"])
        #expect(WatchChain(following: scratch["a/b/c"]).target == nil)
        try scratch.write("x", to: "a/b")
        #expect(WatchChain(following: scratch["a/b/c"]).target == nil, "a file is no folder")
    }

    @Test func `as many links as the system follows and no more`() throws {
        try scratch.write("x", to: "0")
        for number in 1...41 { try scratch.link("\(number)", to: "\(number - 1)") }
        for (number, isReachable) in [(40, true), (41, false)] {
            #expect((WatchChain(following: scratch["\(number)"]).target != nil) == isReachable)
            #expect((try? FileSource.read(scratch["\(number)"])) == (isReachable ? Array("x".utf8) : nil))
        }
    }

    @Test func `a loop of links ends`() throws {
        try scratch.link("a", to: "b/x")
        try scratch.link("b", to: "a/y")
        #expect(WatchChain(following: scratch["a"]).target == nil)
    }
}
