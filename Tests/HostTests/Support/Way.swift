import FeatureKit
import Glibc
import HostSystem
import JSON
import Testing

@testable import HostRuntime

/// A way into a host; each question has a connection of its own.
enum Way: Sendable {
    case tcp(ListenAddress)
    /// Over the local socket in a state folder.
    case localSocket(String)

    /// What a host answered.
    struct Answer: Sendable {
        let head: ReplyHead
        let text: String

        var status: Int { head.status }

        /// What it shows, apart from what differs from one to the next by nature.
        var visible: [String] {
            let hidden = ["date", "set-cookie", "x-flagstand-key"]
            let shown = head.fields.map { hidden.contains($0.name) ? $0.name : "\($0.name): \($0.value)" }
            return ["\(status)"] + shown + [text]
        }

        func json(at place: SourceLocation = #_sourceLocation) throws -> Value {
            do { return try Value(json: text) } catch {
                Issue.record("\(error): \(text)", sourceLocation: place)
                throw error
            }
        }
    }

    /// Asks something and takes all of the answer.
    func ask(
        _ method: String, _ target: String, fields: [(String, String)] = [], json: Value? = nil
    ) async throws -> Answer {
        let request = ClientRequest(method, target, fields: fields, json: json)
        let outcome: Result<Answer, any Error> = try await OwnedThread.run("client") {
            Result {
                let reply = try HostConnection(socket()).ask(request, within: HostProcess.limit)
                return Answer(head: reply.head, text: String(decoding: try reply.body(), as: UTF8.self))
            }
        }
        return try outcome.get()
    }

    func get(_ target: String, fields: [(String, String)] = []) async throws -> Answer {
        try await ask("GET", target, fields: fields)
    }

    /// What a flag holds for somebody, as an app is answered.
    func flag(_ key: String, for person: Value = [:]) async throws -> Answer {
        try await ask("POST", "/ofrep/v1/evaluate/flags/\(key)", json: ["context": person])
    }

    /// Follows a stream of events while `body` runs: each is a line of its name and its data.
    func follow<Result>(
        _ target: String, fields: [(String, String)] = [], _ body: (LineStream) async throws -> Result
    ) async throws -> Result {
        let events = LineStream()
        let socket = try socket()
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await OwnedThread.run("follower") {
                    defer { events.end() }
                    guard
                        let reply = try? HostConnection(socket).ask(
                            ClientRequest("GET", target, fields: fields), within: HostProcess.limit)
                    else { return }
                    while let event = try? reply.nextEvent() {
                        events.add([Array("\(event.name) \(event.data)".utf8)[...]])
                    }
                }
            }
            let result: Swift.Result<Result, any Error>
            do { result = .success(try await body(events)) } catch { result = .failure(error) }
            shutdown(socket.number, Int32(SHUT_RDWR))
            try await group.waitForAll()
            return try result.get()
        }
    }

    /// A connected socket.
    func socket() throws -> Descriptor {
        switch self {
        case .localSocket(let state): return try LocalSocket(state: state).connectedSocket()
        case .tcp(let address):
            let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
            let socket = try Descriptor { Glibc.socket(AF_INET, kind, 0) }
            var place = sockaddr_in()
            place.sin_family = sa_family_t(AF_INET)
            place.sin_port = address.port.bigEndian
            try #require(unsafe inet_pton(AF_INET, address.host, &place.sin_addr) == 1)
            let size = socklen_t(MemoryLayout.size(ofValue: place))
            try SystemError.check {
                unsafe withUnsafePointer(to: place) { place in
                    unsafe place.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                        unsafe connect(socket.number, $0, size)
                    }
                }
            }
            return socket
        }
    }
}

extension LineStream {
    /// Waits for an event with that text in it.
    @discardableResult
    func expectEvent(_ text: String, at place: SourceLocation = #_sourceLocation) async throws -> String {
        let found = try await first(within: HostProcess.limit) { lines in lines.first { $0.contains(text) } }
        return try #require(found, "there was never an event with \(text): \(lines)", sourceLocation: place)
    }
}

extension HostProcess {
    /// Waits until it is ready, and says where it listens on TCP.
    func expectListening(at place: SourceLocation = #_sourceLocation) async throws -> Way {
        let address = try await expect("a readiness line with an address", at: place) { line in
            line.firstMatch(of: #/flagstand: ready in \d+ ms on http://(\S+): /#).map { String($0.1) }
        }
        return .tcp(try ListenAddress(address))
    }
}
