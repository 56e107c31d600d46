internal import Dispatch
internal import FeatureKit
internal import Glibc
internal import WebClient

/// A server on a socket of its own that says whatever a test wants, one connection after the other or some at once.
public final class RudeServer: Sendable {
    /// What it does with a connection, which it closes at the end.
    public enum Step: Sendable {
        /// Says these bytes.
        case say([UInt8])
        /// Says nothing more until the caller has gone.
        case wait
        /// Says nothing more until the test opens the gate.
        case pause(Gate)
        /// Says one byte after the other, slowly, until the caller has gone.
        case trickle(UInt8)
        /// Ends as a process does that is killed.
        case reset
    }

    /// What a connection waits at.
    public final class Gate: Sendable {
        private let semaphore = DispatchSemaphore(value: 0)

        /// Makes a gate that is shut.
        public init() {}

        /// Lets one connection through, also one that comes later.
        public func open() { semaphore.signal() }

        fileprivate func pass() { semaphore.wait() }
    }

    private let socket: Int32
    /// Where it listens.
    public let port: UInt16
    private let heard = Lock<[String]>([])
    private let arrivals: AsyncStream<Void>
    private let arrive: AsyncStream<Void>.Continuation
    private let answer: @Sendable (String) -> [Step]

    /// What it is asked by.
    public var address: String { "http://127.0.0.1:\(port)" }
    /// The heads of all requests so far.
    public var requests: [String] { heard.withLock { $0 } }

    /// Returns once it was asked one more time than when it last returned; for one who waits.
    public func isAsked() async { for await _ in arrivals { return } }

    private init(_ answer: @escaping @Sendable (String) -> [Step]) throws(SocketFailure) {
        self.answer = answer
        (arrivals, arrive) = AsyncStream.makeStream()
        let number = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard number >= 0 else { throw SocketFailure(code: errno) }
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = unsafe withUnsafeMutablePointer(to: &place) { place in
            unsafe place.withMemoryRebound(to: sockaddr.self, capacity: 1) { place in
                unsafe bind(number, place, size) == 0 && listen(number, 16) == 0
                    && getsockname(number, place, &size) == 0
            }
        }
        guard isBound else {
            let code = errno
            close(number)
            throw SocketFailure(code: code)
        }
        socket = number
        port = UInt16(bigEndian: place.sin_port)
    }

    deinit { close(socket) }

    /// There is no socket to listen on.
    public struct SocketFailure: Error {
        /// The number of the system's error.
        public let code: Int32
    }

    /// Serves as long as the body runs.
    ///
    /// - Parameter count: How many connections are served at once.
    public static func serve(
        atOnce count: Int = 1, _ answer: @escaping @Sendable (String) -> [Step],
        _ body: (RudeServer) async throws -> Void
    ) async throws {
        let server = try RudeServer(answer)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 1...max(1, count) { group.addTask { try await WebThread.run { server.run() } } }
            // A listening socket that is shut down lets go of who waits for it.
            defer { shutdown(server.socket, Int32(SHUT_RDWR)) }
            try await body(server)
        }
    }

    private func run() {
        while true {
            let connection = accept(socket, nil, nil)
            guard connection >= 0 else { return }
            if let head = Self.head(from: connection) {
                heard.withLock { $0.append(head) }
                arrive.yield()
                for step in answer(head) { Self.take(step, connection) }
            }
            close(connection)
        }
    }

    private static func head(from connection: Int32) -> String? {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while !bytes.suffix(4).elementsEqual([13, 10, 13, 10]) {
            guard unsafe recv(connection, &byte, 1, 0) == 1 else { return nil }
            bytes.append(byte)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func take(_ step: Step, _ connection: Int32) {
        switch step {
        case .say(let bytes): _ = say(bytes, connection)
        case .wait: while !hasGone(connection, within: -1) {}
        case .pause(let gate): gate.pass()
        case .trickle(let byte): while !hasGone(connection, within: 20), say([byte], connection) {}
        case .reset:
            var hard = linger(l_onoff: 1, l_linger: 0)
            unsafe setsockopt(connection, SOL_SOCKET, SO_LINGER, &hard, socklen_t(MemoryLayout<linger>.size))
        }
    }

    private static func say(_ bytes: [UInt8], _ connection: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes {
                unsafe send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    private static func hasGone(_ connection: Int32, within milliseconds: Int32) -> Bool {
        var wanted = pollfd(fd: connection, events: Int16(POLLIN), revents: 0)
        guard unsafe poll(&wanted, 1, milliseconds) > 0 else { return false }
        var byte: UInt8 = 0
        return unsafe recv(connection, &byte, 1, 0) <= 0
    }
}

extension RudeServer.Step {
    /// Says this text.
    public static func say(_ text: String) -> RudeServer.Step { .say(Array(text.utf8)) }

    /// A whole answer.
    public static func answer(_ status: String, _ fields: [String] = [], _ body: [UInt8] = []) -> RudeServer.Step {
        let head = ["HTTP/1.1 \(status)"] + fields + ["Content-Length: \(body.count)", "Connection: close"]
        return .say(Array((head.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body)
    }
}
