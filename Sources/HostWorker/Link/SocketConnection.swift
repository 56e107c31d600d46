internal import CLinux
internal import FeatureKit
@_spi(Hosting) package import FeatureWire
internal import Glibc
package import HostSystem

/// One end of a socket pair between a host and a worker.
///
/// Whoever sends writes at once where nothing waits; otherwise it leaves the message to whoever is writing, or to the
/// thread that waits for the socket, and never waits itself.
package final class SocketConnection: WireConnection {
    private struct State {
        var writer = FrameWriter()
        /// What the socket has not taken yet of what has left the writer.
        var unsent: ArraySlice<UInt8> = []
        var isWriting = false
        var isClosed = false
    }

    /// How often one who sends goes on with what others have added meanwhile; then the socket's own thread does.
    private static let mostTurns = 8

    let socket: Descriptor
    /// Can be read when the socket's thread has to look again.
    let wake: Descriptor
    private let state = Lock(State())

    /// Takes one end of a socket pair.
    package init(_ socket: Descriptor) throws(SystemError) {
        self.socket = socket
        wake = try Descriptor { eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK)) }
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
        // Whoever reads at either end is told; the number stays this one's until nobody holds it.
        shutdown(socket.number, Int32(SHUT_RDWR))
        lookAgain()
    }

    /// Whether this side has ended the link, or has seen that the other one is gone.
    var isClosed: Bool { state.withLock { $0.isClosed } }

    /// Whether something waits that nobody is writing.
    var wantsToWrite: Bool {
        state.withLock { !$0.isWriting && !($0.unsent.isEmpty && $0.writer.isEmpty) && !$0.isClosed }
    }

    /// Writes what waits, as far as the socket takes it; for the thread that waits for the socket.
    func flush() {
        let isMine = state.withLock { state in
            guard !state.isWriting else { return false }
            state.isWriting = true
            return true
        }
        if isMine { write() }
    }

    /// Lets the socket's thread look again.
    func lookAgain() {
        var one: UInt64 = 1
        _ = unsafe Glibc.write(wake.number, &one, MemoryLayout.size(ofValue: one))
    }

    /// Takes back that it was told to look again.
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

    /// Writes until nothing waits or the socket is full; one thread at a time.
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
                    // Closed meanwhile, nothing waits any more.
                    if let rest, !state.isClosed { state.unsent = rest } else { state.isClosed = true }
                }
                return lookAgain()
            }
        }
        state.withLock { $0.isWriting = false }
        lookAgain()
    }

    /// What the socket has not taken; nil where the other side has gone.
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
