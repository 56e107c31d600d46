import Glibc
import HostSystem
import Testing

@testable import HTTPServer

/// More clients than a server bears.
@Suite(.timeLimit(.minutes(1)))
struct CrowdTests {
    static let get = "GET /g HTTP/1.1\r\nHost: a\r\n\r\n"

    @Test func `one client too many is told so, and has its place once another one goes`() async throws {
        try await withServer {
            $0.connections = 3
        } _: { server in
            var clients: [Client] = []
            for _ in 0..<3 {
                let client = try server.connect()
                try client.send(Self.get)
                #expect(try await client.answer().status == 200)
                clients.append(client)
            }
            let fourth = try server.connect()
            let answers = try await fourth.answers()
            #expect(answers.map(\.status) == [503])
            #expect(answers.first?.fields["connection"] == "close" && answers.first?.fields["retry-after"] == "1")
            #expect(answers.first?.body == "there are too many connections\n")
            #expect(server.server.counts.refusedConnections == 1 && server.server.counts.accepted == 3)
            clients.removeLast().close()
            fourth.close()
            await eventually("there is room") { server.server.counts.open == 2 }
            let fifth = try server.connect()
            try fifth.send(Self.get)
            #expect(try await fifth.answer().status == 200)
        }
    }

    @Test func `beyond those who can be told, clients are dropped`() async throws {
        try await withServer {
            $0.connections = 1
        } _: { server in
            var clients: [Client] = []
            for _ in 0..<(Occupancy.mostTurnedAway + 8) { clients.append(try server.connect()) }
            await eventually("they were refused") {
                server.server.counts.refusedConnections == UInt64(clients.count - 1)
            }
            #expect(server.server.counts.open <= Occupancy.mostTurnedAway + 1)
            try clients[0].send(Self.get)
            #expect(try await clients[0].answer().status == 200)
        }
    }

    @Test func `an address that has its share is told so, while others are served`() async throws {
        try await withServer(ScriptedResponder(isShared: false) { $1.answer(ScriptedResponder.echo(of: $0)) }) {
            $0.connections = 24
        } _: { server in
            var clients: [Client] = []
            for _ in 0..<3 {
                let client = try server.connect()
                try client.send(Self.get)
                #expect(try await client.answer().status == 200)
                clients.append(client)
            }
            let fourth = try server.connect()
            let answer = try #require(try await fourth.answers().first)
            #expect(answer.status == 503 && answer.body == "there are too many connections from this address\n")
            #expect(server.server.counts.crowdedConnections == 1 && server.server.counts.refusedConnections == 1)
            // From another address of this machine.
            let other = try server.connect(from: "127.0.0.2")
            try other.send(Self.get)
            #expect(try await other.answer().status == 200)
            fourth.close()
            clients.removeLast().close()
            await eventually("there is room") { server.server.counts.open == 3 }
            let fifth = try server.connect()
            try fifth.send(Self.get)
            #expect(try await fifth.answer().status == 200)
            // What is configured counts at once.
            server.server.limit(connectionsOfAddress: 4)
            let sixth = try server.connect()
            try sixth.send(Self.get)
            #expect(try await sixth.answer().status == 200)
        }
    }

    @Test func `an address that others share has no limit of its own`() async throws {
        try await withServer {
            $0.connections = 8
        } _: { server in
            var clients: [Client] = []
            for _ in 0..<8 {
                let client = try server.connect()
                try client.send(Self.get)
                #expect(try await client.answer().status == 200)
                clients.append(client)
            }
            #expect(server.server.counts.crowdedConnections == 0)
        }
    }

    @Test func `of one address that floods, most are dropped, and it is forgotten once it has gone`() throws {
        var limits = ServerLimits()
        limits.connections = 80
        let occupancy = Occupancy(limits)
        let flood = ClientNetwork(try #require(IPAddress("2001:db8::1")))
        let places = (0..<100).map { _ in occupancy.enter(flood) }
        #expect(places.count { $0.refusal == nil } == 10)
        #expect(places.count { $0.refusal == .address && $0.isTaken } == Occupancy.mostTurnedAway)
        #expect(occupancy.count == 10 + Occupancy.mostTurnedAway)
        #expect(occupancy.enter(ClientNetwork(try #require(IPAddress("2001:db8:0:1::1")))).refusal == nil)
        for place in places { place.leave() }
        #expect(occupancy.count == 1 && occupancy.enter(flood).refusal == nil)
    }

    @Test func `there are never more than descriptors allow`() {
        var limits = ServerLimits()
        limits.connections = .max
        limits.spareDescriptors = 64
        var now = rlimit()
        _ = unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &now)
        let occupancy = Occupancy(limits)
        var served = 0
        while occupancy.enter(nil).refusal == nil { served += 1 }
        #expect(served == Int(now.rlim_cur) - 64)
    }

    /// Takes all descriptors that the process has left, so nothing else may run in it meanwhile: it runs in a child.
    @Test func `a server without a descriptor left neither spins nor hangs`() async {
        await #expect(processExitsWith: .success) {
            var few = rlimit(rlim_cur: 64, rlim_max: 64)
            try SystemError.check { unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &few) }
            try await withServer {
                $0.spareDescriptors = 0
            } _: { server in
                let first = try server.connect()
                try first.send("GET /g HTTP/1.1\r\nHost: a\r\n\r\n")
                #expect(try await first.answer().status == 200)
                let last = try server.connect()
                await eventually("it is there") { server.server.counts.accepted == 2 }
                // The client's socket is made while there is one, so that only the server finds none.
                let second = try Descriptor { Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) }
                let third = try Descriptor { Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) }
                var hoard: [Descriptor] = []
                while let one = try? Descriptor(opening: { dup(0) }) { hoard.append(one) }
                guard case .address(let host, let port) = server.server.addresses[0] else { return }
                let address = try #require(SocketAddress(host: host, port: port))
                try address.connect(second)
                try address.connect(third)
                await eventually("they were sent away") { server.server.counts.refusedConnections >= 2 }
                // Those who were there are served as before.
                try first.send("GET /g HTTP/1.1\r\nHost: a\r\n\r\n")
                hoard.removeLast()
                #expect(try await first.answer().status == 200)
                hoard = []
                try last.send("GET /g HTTP/1.1\r\nHost: a\r\n\r\n")
                #expect(try await last.answer().status == 200)
                let fourth = try server.connect()
                try fourth.send("GET /g HTTP/1.1\r\nHost: a\r\n\r\n")
                #expect(try await fourth.answer().status == 200)
            }
        }
    }
}
