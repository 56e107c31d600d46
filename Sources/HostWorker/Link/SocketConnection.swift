internal import CLinux
internal import FeatureKit
@_spi(Hosting) package import FeatureWire
internal import Glibc
package import HostSystem

/// One end of a socket pair between a host and a worker.
///
/// A send never blocks: it writes at once if no message is queued. Otherwise it leaves the message to the thread that
/// is writing, or to the thread that waits for the socket.
package final class SocketConnection: WireConnection {
    private struct State {
        var writer = FrameWriter()
        /// Bytes from the writer that the socket has not accepted yet.
        var unsent: ArraySlice<UInt8> = []
        var isWriting = false
        var isClosed = false
    }

    /// How many batches one call writes, its own and those of others, before it leaves the rest to the socket's thread.
    private static let mostTurns = 8

    let socket: Descriptor
    /// Readable when the socket's thread has to check the connection again.
    let wake: Descriptor
    private let state = Lock(State())

    /// Makes a connection of one end of a socket pair.
    ///
    /// - Parameter least: The lowest number for the connection's own descriptor.
    package init(_ socket: Descriptor, numbersFrom least: Int32 = 0) throws(SystemError) {
        self.socket = socket
        let wake = try Descriptor { eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK)) }
        self.wake = try Descriptor { fcntl(wake.number, F_DUPFD_CLOEXEC, least) }
        try SystemError.check { fcntl(socket.number, F_SETFL, O_NONBLOCK) }
    }

    package var waiting: Int { state.withLock { $0.writer.waiting + $0.unsent.count } }

    package func send(_ message: WireMessage) -> Bool {
        send { writer in
            guard writer.takes(message) else { return false }
            writer.add(message)
            return true
        }
    }

    package func sendInPieces(_ message: WireMessage) -> Bool {
        send { writer in
            guard writer.takesInPieces(message) else { return false }
            writer.addInPieces(message)
            return true
        }
    }

    package func close() {
        state.withLock { state in
            state.isClosed = true
            state.writer = FrameWriter()
            state.unsent = []
        }
        // Wakes the readers at both ends; the descriptor stays open until nobody holds it.
        shutdown(socket.number, Int32(SHUT_RDWR))
        lookAgain()
    }

    /// Whether this side has closed the link, or has noticed that the other side is gone.
    var isClosed: Bool { state.withLock { $0.isClosed } }

    /// Whether bytes are queued and no thread is writing them.
    var wantsToWrite: Bool {
        state.withLock { !$0.isWriting && !($0.unsent.isEmpty && $0.writer.isEmpty) && !$0.isClosed }
    }

    /// Writes queued bytes until the socket is full; for the thread that waits for the socket.
    func flush() {
        let isMine = state.withLock { state in
            guard !state.isWriting else { return false }
            state.isWriting = true
            return true
        }
        if isMine { write() }
    }

    /// Wakes the socket's thread.
    func lookAgain() {
        var one: UInt64 = 1
        _ = unsafe Glibc.write(wake.number, &one, MemoryLayout.size(ofValue: one))
    }

    /// Resets the wake-up of the socket's thread.
    func hasLooked() {
        var count: UInt64 = 0
        _ = unsafe Glibc.read(wake.number, &count, MemoryLayout.size(ofValue: count))
    }

    private enum Verdict { case refused, left, mine }

    private func send(_ add: (inout FrameWriter) -> Bool) -> Bool {
        let verdict = state.withLock { state in
            guard !state.isClosed, add(&state.writer) else { return Verdict.refused }
            guard !state.isWriting, state.unsent.isEmpty else { return .left }
            state.isWriting = true
            return .mine
        }
        if verdict == .mine { write() }
        return verdict != .refused
    }

    /// Writes until the queue is empty or the socket is full; only one thread at a time.
    private func write() {
        for _ in 0..<Self.mostTurns {
            let bytes = state.withLock { state -> ArraySlice<UInt8>? in
                if !state.unsent.isEmpty {
                    defer { state.unsent = [] }
                    return state.unsent
                }
                guard !state.writer.isEmpty else {
                    state.isWriting = false
                    return nil
                }
                return state.writer.next()[...]
            }
            guard let bytes else { return }
            let rest = put(bytes)
            guard let rest, rest.isEmpty else {
                state.withLock { state in
                    state.isWriting = false
                    // If the connection was closed meanwhile, the rest is dropped.
                    if let rest, !state.isClosed { state.unsent = rest } else { state.isClosed = true }
                }
                return lookAgain()
            }
        }
        state.withLock { $0.isWriting = false }
        lookAgain()
    }

    /// The bytes that the socket has not accepted; nil if the other side has gone.
    private func put(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        var rest = bytes
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes {
                unsafe Glibc.send(socket.number, $0.baseAddress, $0.count, Self.quietly)
            }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                return rest
            } else if errno != EINTR {
                return nil
            }
        }
        return rest
    }

    private static let quietly = Int32(MSG_NOSIGNAL)
}
