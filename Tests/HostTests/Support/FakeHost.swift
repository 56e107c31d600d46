@_spi(Hosting) import FeatureKit
import Glibc
import HostSystem
import Testing

@testable import HostRuntime

/// A local socket that answers from a script, for answers that a real host never gives.
final class FakeHost: Sendable {
    /// What is done with a request.
    enum Answer: Sendable {
        /// These bytes, and the connection ends.
        case bytes(String)
        /// These bytes, and the connection stays open as long as the host does.
        case open(String)

        /// A whole answer of JSON, with a fitting length.
        static func json(_ status: Int, _ body: String) -> Answer {
            let type = status < 400 ? "application/json" : "application/problem+json"
            return whole(status, type, body)
        }

        static func whole(_ status: Int, _ type: String, _ body: String) -> Answer {
            .bytes(
                "HTTP/1.1 \(status) Said\r\nContent-Type: \(type)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
        }

        /// The beginning of a stream of events.
        static let eventsHead = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"
    }

    private struct State {
        var requests: [String] = []
        var open: [Descriptor] = []
    }

    private let state = Lock(State())
    private let asked = Signal()
    private let answer: @Sendable (String) -> Answer

    private init(_ answer: @escaping @Sendable (String) -> Answer) { self.answer = answer }

    /// What was asked, each request with its body.
    var requests: [String] { state.withLock { $0.requests } }

    /// Waits until something was asked.
    func expectRequest(at place: SourceLocation = #_sourceLocation) async throws {
        let clock = SystemClock()
        let came = try await asked.wait(until: clock.uptime + HostProcess.limit, on: clock)
        try #require(came, "nobody asked", sourceLocation: place)
    }

    /// Listens in a state folder until `body` returns.
    static func listen<Result>(
        in folder: String, answering answer: @escaping @Sendable (String) -> Answer,
        _ body: (FakeHost) async throws -> Result
    ) async throws -> Result {
        let socket = try bound(in: folder)
        defer { unsafe unlink(Path.join(folder, LocalSocket.name)) }
        return try await listen(on: socket, answering: answer, body)
    }

    /// Listens on a port of 127.0.0.1 and says where, until `body` returns.
    ///
    /// - Parameter port: Where an earlier one listened; by default a free one.
    static func listen<Result>(
        on port: UInt16 = 0, answering answer: @escaping @Sendable (String) -> Answer,
        _ body: (String) async throws -> Result
    ) async throws -> Result {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        let socket = try Descriptor { Glibc.socket(AF_INET, kind, 0) }
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
        place.sin_port = port.bigEndian
        // What is left of the earlier one's connections keeps nobody out.
        var yes: Int32 = 1
        let yesSize = socklen_t(MemoryLayout.size(ofValue: yes))
        try SystemError.check { unsafe setsockopt(socket.number, SOL_SOCKET, SO_REUSEADDR, &yes, yesSize) }
        var size = socklen_t(MemoryLayout.size(ofValue: place))
        try unsafe withUnsafeMutablePointer(to: &place) { place in
            try unsafe place.withMemoryRebound(to: sockaddr.self, capacity: 1) { place in
                try SystemError.check { unsafe bind(socket.number, place, size) }
                try SystemError.check { unsafe getsockname(socket.number, place, &size) }
            }
        }
        let address = "http://127.0.0.1:\(UInt16(bigEndian: place.sin_port))"
        return try await listen(on: socket, answering: answer) { _ in try await body(address) }
    }

    private static func listen<Result>(
        on socket: Descriptor, answering answer: @escaping @Sendable (String) -> Answer,
        _ body: (FakeHost) async throws -> Result
    ) async throws -> Result {
        try SystemError.check { Glibc.listen(socket.number, 16) }
        let host = FakeHost(answer)
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await OwnedThread.run("fake host") { host.serve(socket) } }
            let result: Swift.Result<Result, any Error>
            do { result = .success(try await body(host)) } catch { result = .failure(error) }
            // Ends the call that waits for a connection.
            shutdown(socket.number, Int32(SHUT_RDWR))
            try await group.waitForAll()
            return try result.get()
        }
    }

    /// A socket that is bound to the local socket's path in a folder and does not listen.
    static func bound(in folder: String) throws -> Descriptor {
        let address = try #require(SocketAddress(name: Path.join(folder, LocalSocket.name)))
        let socket = try Descriptor { Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0) }
        try SystemError.check { unsafe address.withPointer { unsafe bind(socket.number, $0, $1) } }
        return socket
    }

    private func serve(_ socket: Descriptor) {
        while let connection = try? Descriptor(opening: { accept(socket.number, nil, nil) }) {
            guard let request = Self.read(connection) else { continue }
            state.withLock { $0.requests.append(request) }
            asked.raise()
            switch answer(request) {
            case .bytes(let text): Self.write(text, to: connection)
            case .open(let text):
                Self.write(text, to: connection)
                state.withLock { $0.open.append(connection) }
            }
        }
        state.withLock { $0.open = [] }
    }

    /// One request with its body; nil where the client went away before.
    private static func read(_ connection: Descriptor) -> String? {
        var text = ""
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            let count = unsafe recv(connection.number, &buffer, buffer.count, 0)
            guard count > 0 else { return nil }
            text += String(decoding: buffer.prefix(count), as: UTF8.self)
            let parts = text.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
            let length = parts[0].firstMatch(of: /Content-Length: (\d+)/).flatMap { Int($0.1) } ?? 0
            if parts.count == 2, parts[1].utf8.count >= length { return text }
        }
    }

    private static func write(_ text: String, to connection: Descriptor) {
        let bytes = Array(text.utf8)
        unsafe _ = send(connection.number, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }
}
