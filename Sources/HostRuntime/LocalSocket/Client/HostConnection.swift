@_spi(Hosting) internal import FeatureKit
internal import Glibc
package import HostSystem

/// A connection to a host that carries one request and its answer; its calls block.
package final class HostConnection {
    /// The most bytes that one read takes.
    private static let readBytes = 64 * 1024

    private let socket: Descriptor
    private let clock = SystemClock()

    /// Takes a socket that is connected.
    package init(_ socket: Descriptor) { self.socket = socket }

    /// Asks, and waits for the beginning of the answer.
    ///
    /// - Parameter limit: How long the host may say nothing.
    package func ask(_ request: ClientRequest, within limit: Duration) throws(LocalSocketProblem) -> HostReply {
        // What a host refuses it may answer before it has read all, so the answer counts and not the sending.
        let rest = try? send(request.bytes[...], within: limit)
        if case .some(false) = rest { throw .silent(limit) }
        return try HostReply(self, ReplyReader(wantsHeadOnly: request.wantsHeadOnly), limit: limit)
    }

    /// The next bytes; none at the end.
    func receive(within limit: Duration) throws(LocalSocketProblem) -> [UInt8] {
        guard wait(for: POLLIN, until: clock.uptime + limit) else { throw .silent(limit) }
        var bytes = [UInt8](repeating: 0, count: Self.readBytes)
        let count = try? SystemError.check { unsafe recv(socket.number, &bytes, bytes.count, 0) }
        // A host that was killed resets the connection.
        guard let count else { throw .gone }
        return Array(bytes.prefix(count))
    }

    /// Sends all; false where the host does not take it in time.
    private func send(_ bytes: ArraySlice<UInt8>, within limit: Duration) throws(SystemError) -> Bool {
        let end = clock.uptime + limit
        var rest = bytes
        while !rest.isEmpty {
            guard wait(for: POLLOUT, until: end) else { return false }
            let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
            do throws(SystemError) {
                let count = try SystemError.check {
                    unsafe rest.withUnsafeBytes { unsafe Glibc.send(socket.number, $0.baseAddress, $0.count, flags) }
                }
                rest = rest.dropFirst(count)
            } catch { if error.code != EAGAIN { throw error } }
        }
        return true
    }

    private func wait(for events: Int32, until end: Duration) -> Bool {
        var entry = pollfd(fd: socket.number, events: Int16(events), revents: 0)
        while case let rest = end - clock.uptime, rest > .zero {
            let milliseconds = Int32(min(rest / .milliseconds(1), 1_000_000).rounded(.up))
            let count = try? SystemError.check { unsafe poll(&entry, 1, milliseconds) }
            if count != 0 { return true }
        }
        return false
    }
}
