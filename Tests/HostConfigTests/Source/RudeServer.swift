import FeatureKit
import Glibc
import HostSystem

/// A server on a socket of its own that says whatever a test wants, one connection after the other.
final class RudeServer: Sendable {
    /// What it does with a connection, which it closes at the end.
    enum Step: Sendable {
        case say([UInt8])
        /// Says nothing more until the asker has gone.
        case wait
        /// Says one byte after the other, slowly, until the asker has gone.
        case trickle(UInt8)
        /// Ends as a process does that is killed.
        case reset
    }

    private let socket: Descriptor
    let port: UInt16
    private let heard = Lock<[String]>([])
    private let answer: @Sendable (String) -> [Step]

    var address: String { "http://127.0.0.1:\(port)" }
    /// The heads of all requests so far.
    var requests: [String] { heard.withLock { $0 } }

    private init(_ answer: @escaping @Sendable (String) -> [Step]) throws {
        self.answer = answer
        socket = try Descriptor { Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0) }
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let number = socket.number
        try unsafe withUnsafeMutablePointer(to: &place) { place in
            try unsafe place.withMemoryRebound(to: sockaddr.self, capacity: 1) { place in
                try SystemError.check { unsafe bind(number, place, size) }
                try SystemError.check { listen(number, 16) }
                try SystemError.check { unsafe getsockname(number, place, &size) }
            }
        }
        port = UInt16(bigEndian: place.sin_port)
    }

    /// Serves as long as the body runs.
    static func serve(
        _ answer: @escaping @Sendable (String) -> [Step], _ body: (RudeServer) async throws -> Void
    ) async throws {
        let server = try RudeServer(answer)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await OwnedThread.run("rude") { server.run() } }
            // A listening socket that is shut down lets go of who waits for it.
            defer { shutdown(server.socket.number, Int32(SHUT_RDWR)) }
            try await body(server)
        }
    }

    private func run() {
        while true {
            let number = accept(socket.number, nil, nil)
            guard number >= 0 else { return }
            let connection = Descriptor(owning: number)
            guard let head = Self.head(from: connection) else { continue }
            heard.withLock { $0.append(head) }
            for step in answer(head) { Self.take(step, connection) }
        }
    }

    private static func head(from connection: Descriptor) -> String? {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while !bytes.suffix(4).elementsEqual([13, 10, 13, 10]) {
            guard unsafe recv(connection.number, &byte, 1, 0) == 1 else { return nil }
            bytes.append(byte)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func take(_ step: Step, _ connection: Descriptor) {
        switch step {
        case .say(let bytes): _ = say(bytes, connection)
        case .wait: while !hasGone(connection, within: -1) {}
        case .trickle(let byte): while !hasGone(connection, within: 20), say([byte], connection) {}
        case .reset:
            var hard = linger(l_onoff: 1, l_linger: 0)
            unsafe setsockopt(
                connection.number, SOL_SOCKET, SO_LINGER, &hard, socklen_t(MemoryLayout<linger>.size))
        }
    }

    private static func say(_ bytes: [UInt8], _ connection: Descriptor) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes {
                unsafe send(connection.number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    private static func hasGone(_ connection: Descriptor, within milliseconds: Int32) -> Bool {
        var wanted = pollfd(fd: connection.number, events: Int16(POLLIN), revents: 0)
        guard unsafe poll(&wanted, 1, milliseconds) > 0 else { return false }
        var byte: UInt8 = 0
        return unsafe recv(connection.number, &byte, 1, 0) <= 0
    }
}

extension RudeServer.Step {
    static func say(_ text: String) -> RudeServer.Step { .say(Array(text.utf8)) }

    /// A whole answer.
    static func answer(_ status: String, _ fields: [String] = [], _ body: [UInt8] = []) -> RudeServer.Step {
        let head = ["HTTP/1.1 \(status)"] + fields + ["Content-Length: \(body.count)", "Connection: close"]
        return .say(Array((head.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body)
    }
}

/// Bytes packed as gzip does it.
enum Packed {
    /// `flags: {}`.
    static let flags: [UInt8] = [
        31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 75, 203, 73, 76, 47, 182, 82, 168, 174, 5, 0, 65, 72, 210, 141, 9, 0, 0, 0,
    ]
}
