import FeatureKit
import Glibc
import HostSystem
import Testing

@testable import HTTPServer

/// A client on a real socket. What waits does so on a thread of its own, and no longer than a test may.
// Unchecked: one task uses it at a time.
final class Client: @unchecked Sendable {
    /// How long anything may take.
    static let limit = Duration.seconds(20)

    struct TooSlow: Error {
        let received: String
    }

    private var descriptor: Descriptor?
    private let number: Int32
    private var received: [UInt8] = []
    private(set) var hasEnded = false

    /// Connects.
    ///
    /// - Parameters:
    ///   - room: How many bytes the kernel keeps for it unread.
    ///   - source: The address that it has; by default the kernel chooses one.
    init(_ place: ListenPlace, room: Int32? = nil, from source: String? = nil) throws {
        let address: SocketAddress?
        switch place {
        case .address(let host, let port): address = SocketAddress(host: host, port: port)
        case .socket(let path): address = SocketAddress(path: path)
        }
        let family = try #require(address).family
        let socket = try Descriptor { Glibc.socket(family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0) }
        if var room {
            unsafe setsockopt(socket.number, SOL_SOCKET, SO_RCVBUF, &room, socklen_t(MemoryLayout<Int32>.size))
        }
        if let source { try #require(SocketAddress(host: source, port: 0)).bind(socket) }
        try #require(address).connect(socket)
        descriptor = socket
        number = socket.number
    }

    /// Sends a few bytes.
    func send(_ text: String) throws { try send(Array(text.utf8)) }

    func send(_ bytes: [UInt8]) throws {
        let sent = unsafe bytes.withUnsafeBytes {
            unsafe Glibc.send(number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        guard sent == bytes.count else { throw SystemError(code: errno) }
    }

    /// Sends many bytes, until the server answers or does not want them any more.
    func sendUntilAnswered(_ bytes: [UInt8], times: Int = 1) async throws {
        try await onThread { [self] in
            for _ in 0..<times {
                var offset = 0
                while offset < bytes.count {
                    var poll = pollfd(fd: number, events: Int16(POLLOUT | POLLIN), revents: 0)
                    guard unsafe Glibc.poll(&poll, 1, Self.milliseconds) > 0 else { throw self.tooSlow }
                    if poll.revents & Int16(POLLIN) != 0 { return }
                    let sent = unsafe bytes.withUnsafeBytes {
                        unsafe Glibc.send(
                            number, $0.baseAddress?.advanced(by: offset), $0.count - offset,
                            Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
                    }
                    guard sent >= 0 || errno == EAGAIN else { return }
                    offset += max(0, sent)
                }
            }
        }
    }

    /// Says that it sends no more.
    func endSending() { shutdown(number, Int32(SHUT_WR)) }

    /// Goes away.
    func close() { descriptor = nil }

    /// Goes away with a reset.
    func reset() {
        var option = linger(l_onoff: 1, l_linger: 0)
        unsafe setsockopt(number, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
        descriptor = nil
    }

    /// The next answer.
    func answer(hasBody: Bool = true) async throws -> Answer {
        try await onThread { [self] in
            while true {
                if let (answer, length) = Answer.read(received, hasBody: hasBody, atEnd: hasEnded) {
                    received.removeFirst(length)
                    return answer
                }
                try receive()
            }
        }
    }

    /// The head of the next answer, whose body comes bit by bit.
    func head() async throws -> Answer { try await answer(hasBody: false) }

    /// Everything up to a text, and the text.
    func text(until end: String) async throws -> String {
        try await onThread { [self] in
            while true {
                if let range = received[...].place(of: end) {
                    defer { received.removeFirst(range.upperBound) }
                    return String(decoding: received[..<range.upperBound], as: UTF8.self)
                }
                try receive()
            }
        }
    }

    /// The next bytes.
    func bytes(_ count: Int) async throws -> [UInt8] {
        try await onThread { [self] in
            while received.count < count { try receive() }
            defer { received.removeFirst(count) }
            return Array(received.prefix(count))
        }
    }

    /// All that comes until the server ends the connection.
    func rest() async throws -> String {
        try await onThread { [self] in
            while !hasEnded { try receive() }
            defer { received = [] }
            return String(decoding: received, as: UTF8.self)
        }
    }

    /// All answers that come until the server ends the connection.
    func answers() async throws -> [Answer] {
        try await onThread { [self] in
            while !hasEnded { try receive() }
            var answers: [Answer] = []
            while let (answer, length) = Answer.read(received, hasBody: true, atEnd: true) {
                received.removeFirst(length)
                answers.append(answer)
            }
            return answers
        }
    }

    private func receive() throws {
        guard !hasEnded else { throw tooSlow }
        var poll = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
        guard unsafe Glibc.poll(&poll, 1, Self.milliseconds) > 0 else { throw tooSlow }
        var bytes = [UInt8](repeating: 0, count: 64 * 1024)
        let count = unsafe recv(number, &bytes, bytes.count, 0)
        if count > 0 { received += bytes.prefix(count) } else { hasEnded = true }
    }

    private var tooSlow: TooSlow { TooSlow(received: String(decoding: received.suffix(2000), as: UTF8.self)) }
    private static var milliseconds: Int32 { Int32(limit.components.seconds * 1000) }

    private func onThread<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await OwnedThread.run("client") { Swift.Result(catching: body) }.get()
    }
}
