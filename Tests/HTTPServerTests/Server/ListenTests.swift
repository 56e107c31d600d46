import Glibc
import HostSystem
import TestSupport
import Testing

@testable import HTTPServer

/// Where a server listens, and whether it may.
@Suite(.timeLimit(.minutes(1)))
struct ListenTests {
    static let last = "GET /last HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
    static let anyPort = ListenPlace.address("127.0.0.1", port: 0)

    /// Says who asked.
    static let whoAsks = ScriptedResponder { request, exchange in
        exchange.answer(Response(.ok, body: Array("\(request.peer)".utf8)))
    }

    static func server(_ place: ListenPlace) throws(ListenProblem) -> HTTPServer {
        try HTTPServer(ServerOptions([place], loops: 2), responder: ScriptedResponder.echo)
    }

    @Test func `port 0 becomes one port for all loops, and each has its share of clients`() async throws {
        let loops = ScriptedResponder { $1.answer(Response(.ok, body: Array("\($1.loop)".utf8))) }
        try await withServer(loops, loops: 2) { server in
            guard case .address("127.0.0.1", let port) = server.server.addresses[0] else {
                Issue.record("it listens on \(server.server.addresses)")
                return
            }
            #expect(port != 0)
            var seen: Set<String> = []
            for _ in 0..<200 where seen.count < 2 { seen.formUnion(try await server.talk(Self.last).map(\.body)) }
            #expect(seen == ["0", "1"])
        }
    }

    @Test func `IPv6 and several places at once work as well`() async throws {
        try await withServer(Self.whoAsks, on: [Self.anyPort, .address("::1", port: 0)], loops: 2) { server in
            #expect("\(server.server.addresses[1])".hasPrefix("[::1]:"))
            for (place, peer) in zip(server.server.addresses, ["127.0.0.1", "::1"]) {
                let client = try Client(place)
                try client.send(Self.last)
                #expect(try await client.answers().map(\.body) == [peer])
            }
        }
    }

    @Test func `an address of all of IPv6 leaves IPv4's alone`() throws {
        let six = try Self.server(.address("::", port: 0))
        guard case .address(_, let port) = six.addresses[0] else { return }
        // Another program could take the very same port meanwhile, but hardly does.
        _ = try Self.server(.address("0.0.0.0", port: port))
    }

    @Test func `a port that is in use is not shared silently`() throws {
        let first = try Self.server(Self.anyPort)
        #expect(throws: ListenProblem(first.addresses[0], SystemError(code: EADDRINUSE))) {
            try Self.server(first.addresses[0])
        }
        // Neither with a socket that does not share its port, nor the other way round.
        let place = first.addresses[0]
        #expect(throws: ListenProblem(place, SystemError(code: EADDRINUSE))) { try Self.server(place) }
    }

    @Test func `a port is free again when its server is gone`() async throws {
        var place = Self.anyPort
        try await withServer { server in
            place = server.server.addresses[0]
            // It leaves a connection behind that the system keeps for a minute.
            _ = try await server.talk(Self.last)
        }
        _ = try Self.server(place)
    }

    @Test(arguments: ["localhost", "", "1.2.3", "::g", "256.0.0.1"])
    func `an invalid address is refused`(_ host: String) {
        let place = ListenPlace.address(host, port: 0)
        #expect(throws: ListenProblem(place, SystemError(code: EINVAL))) { try Self.server(place) }
    }

    @Test func `an address that this machine does not have is refused`() {
        let place = ListenPlace.address("192.0.2.1", port: 0)
        #expect(throws: ListenProblem(place, SystemError(code: EADDRNOTAVAIL))) { try Self.server(place) }
    }

    @Test func `a Unix socket is its owner's alone, knows the peer, and is removed with its server`() async throws {
        let folder = try TestFolder()
        let path = folder["socket"]
        try await withServer(Self.whoAsks, on: [.socket(path: path)], loops: 2) { server in
            var found = stat()
            try SystemError.check { unsafe lstat(path, &found) }
            #expect(found.st_mode & 0o7777 == 0o600 && found.st_mode & S_IFMT == S_IFSOCK)
            #expect(server.server.addresses == [.socket(path: path)])
            for _ in 0..<20 {
                let answers = try await server.talk(Self.last)
                #expect(answers.map(\.body) == ["uid \(getuid()) pid \(getpid())"])
            }
        }
        #expect(unsafe access(path, F_OK) != 0)
    }

    @Test func `a socket's path may be longer than a socket address holds`() async throws {
        let folder = try TestFolder()
        let long = String(repeating: "a-rather-long-name/", count: 10)
        try folder.makeFolder(long)
        let path = folder[long + "socket"]
        #expect(path.utf8.count > 200)
        let server = try Self.server(.socket(path: path))
        #expect(unsafe access(path, F_OK) == 0)
        #expect(server.addresses == [.socket(path: path)])
        #expect(throws: ListenProblem(.socket(path: path), SystemError(code: EADDRINUSE))) {
            try Self.server(.socket(path: path))
        }
    }

    @Test func `a socket on which nobody listens is replaced`() async throws {
        let folder = try TestFolder()
        let path = folder["socket"]
        let stale = try Descriptor { Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0) }
        try #require(SocketAddress(path: path)).bind(stale)
        try await withServer(on: [.socket(path: path)]) { server in
            let answers = try await server.talk(Self.last)
            #expect(answers.map(\.status) == [200])
        }
    }

    @Test func `a file that is no socket is left alone`() throws {
        let folder = try TestFolder()
        let path = folder["socket"]
        _ = try Descriptor { unsafe open(path, O_CREAT | O_WRONLY, 0o644) }
        #expect(throws: ListenProblem(.socket(path: path), SystemError(code: EADDRINUSE))) {
            try Self.server(.socket(path: path))
        }
        #expect(unsafe access(path, F_OK) == 0)
        #expect(throws: ListenProblem(.socket(path: folder["none/door"]), SystemError(code: ENOENT))) {
            try Self.server(.socket(path: folder["none/door"]))
        }
    }

    @Test func `a socket that another server put in its place outlives the server`() throws {
        let folder = try TestFolder()
        let path = folder["socket"]
        var first: HTTPServer? = try Self.server(.socket(path: path))
        #expect(first != nil)
        try folder.remove("socket")
        let second = try Self.server(.socket(path: path))
        first = nil
        #expect(unsafe access(path, F_OK) == 0)
        #expect(second.addresses == [.socket(path: path)])
    }
}
