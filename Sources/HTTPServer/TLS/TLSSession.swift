internal import COpenSSL

/// What one connection says by TLS; like the socket itself it never waits, and belongs to its loop.
@safe
final class TLSSession {
    /// What came of shaking hands.
    enum Handshake {
        case done
        /// The client is to say something, or to take something.
        case waiting
        case failed
    }

    private let ssl: OpaquePointer
    /// Whether reading goes on once there is room to send.
    private(set) var readsOnceWritable = false
    /// After a mistake nothing more is said.
    private var isBroken = false
    private var hasSaidGoodbye = false

    /// - Parameter ssl: Becomes its own.
    init?(_ ssl: OpaquePointer, over number: Int32) {
        guard let bio = unsafe SocketBIO.make(over: number) else {
            unsafe SSL_free(ssl)
            return nil
        }
        unsafe SSL_set_bio(ssl, bio, bio)
        unsafe SSL_set_accept_state(ssl)
        unsafe self.ssl = ssl
    }

    deinit { unsafe SSL_free(ssl) }

    /// Goes on with the handshake.
    func shakeHands() -> Handshake {
        OpenSSLError.clear()
        let answer = unsafe SSL_do_handshake(ssl)
        if answer == 1 { return .done }
        switch unsafe SSL_get_error(ssl, answer) {
        case SSL_ERROR_WANT_READ, SSL_ERROR_WANT_WRITE: return .waiting
        default:
            isBroken = true
            OpenSSLError.clear()
            return .failed
        }
    }

    /// Receives what was said.
    func receive(_ memory: UnsafeMutableRawBufferPointer) -> Socket.Received {
        guard !isBroken else { return .gone }
        OpenSSLError.clear()
        var count = 0
        let answer = unsafe SSL_read_ex(ssl, memory.baseAddress, memory.count, &count)
        return received(answer, count)
    }

    /// Whether the client has said goodbye, or cut the connection; what else it said stays to be read.
    func hasEnded() -> Bool {
        guard !isBroken else { return true }
        OpenSSLError.clear()
        var byte: UInt8 = 0
        var count = 0
        let answer = unsafe SSL_peek_ex(ssl, &byte, 1, &count)
        switch received(answer, count) {
        case .end, .gone: return true
        case .bytes, .nothing: return false
        }
    }

    private func received(_ answer: Int32, _ count: Int) -> Socket.Received {
        readsOnceWritable = false
        if answer == 1 { return .bytes(count) }
        switch unsafe SSL_get_error(ssl, answer) {
        case SSL_ERROR_WANT_READ: return .nothing
        case SSL_ERROR_WANT_WRITE:
            readsOnceWritable = true
            return .nothing
        case SSL_ERROR_ZERO_RETURN: return .end
        default: return broken(.gone)
        }
    }

    /// Says something; what found no room has to come again, at the beginning of what is said next.
    func send(_ memory: UnsafeRawBufferPointer) -> Socket.Sent {
        guard !isBroken else { return .gone }
        // To say nothing is a mistake to OpenSSL.
        guard unsafe !memory.isEmpty else { return .bytes(0) }
        OpenSSLError.clear()
        var count = 0
        let answer = unsafe SSL_write_ex(ssl, memory.baseAddress, memory.count, &count)
        if answer == 1 { return .bytes(count) }
        switch unsafe SSL_get_error(ssl, answer) {
        case SSL_ERROR_WANT_READ, SSL_ERROR_WANT_WRITE: return .full
        default: return broken(.gone)
        }
    }

    /// Says that nothing more will come, as far as there is room for that.
    func sayGoodbye() {
        guard !isBroken, !hasSaidGoodbye else { return }
        guard unsafe SSL_is_init_finished(ssl) == 1 else { return }
        hasSaidGoodbye = true
        OpenSSLError.clear()
        _ = unsafe SSL_shutdown(ssl)
        OpenSSLError.clear()
    }

    private func broken<Outcome>(_ outcome: Outcome) -> Outcome {
        isBroken = true
        OpenSSLError.clear()
        return outcome
    }
}
