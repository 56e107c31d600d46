import Dispatch
import Glibc
import HostSystem
import Testing

@testable import HTTPServer

/// A client at a socket file that sends bytes as a test wants them, for what `LocalSocket` would not send.
// Unchecked: only the queue uses the descriptor, one call after the other.
final class LineClient: @unchecked Sendable {
    /// How long the server may say nothing; only a failing test ever waits that long.
    // A timeval: the compiler finds the names of its members now in one module, now in another.
    private static let patience = (seconds: 20, microseconds: 0)

    private let socket: Descriptor
    private let queue = DispatchQueue(label: "line")

    init(_ path: String) throws {
        socket = try Descriptor { Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0) }
        var patience = Self.patience
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            unsafe setsockopt(
                socket.number, SOL_SOCKET, option, &patience, socklen_t(MemoryLayout.size(ofValue: patience)))
        }
        try #require(SocketAddress(path: path)).connect(socket)
    }

    /// Sends pieces one after the other, until all are sent or the server wants no more, and reads to the end.
    func exchange(_ pieces: [[UInt8]]) async throws -> String {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { [self] in
                continuation.resume(
                    with: Result {
                        for piece in pieces where !send(piece) { break }
                        return String(decoding: try receive(), as: UTF8.self)
                    })
            }
        }
    }

    private func send(_ bytes: [UInt8]) -> Bool {
        var offset = 0
        while offset < bytes.count {
            let sent = unsafe bytes.withUnsafeBytes { raw in
                let rest = unsafe UnsafeRawBufferPointer(rebasing: raw[offset...])
                return unsafe Glibc.send(socket.number, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
            }
            guard sent > 0 else { return false }
            offset += sent
        }
        return true
    }

    private func receive() throws -> [UInt8] {
        var all: [UInt8] = []
        var page = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = unsafe recv(socket.number, &page, page.count, 0)
            // A server that has said what it had to may cut off what is still being sent to it.
            if count < 0, errno == ECONNRESET, !all.isEmpty { return all }
            guard count >= 0 else { throw SystemError(code: errno) }
            guard count > 0 else { return all }
            all += page.prefix(count)
        }
    }
}
