import COpenSSL
import CTLSProbe
import FeatureKit
import Glibc
import HostSystem
import Testing

@testable import HTTPServer

/// A client by TLS on a real socket, with all the weaknesses that it is asked to have.
// Unchecked: one task uses it at a time.
@safe
final class TLSClient: @unchecked Sendable {
    /// How the server ended what it said.
    enum Ending: Equatable {
        /// As TLS has it.
        case goodbye
        /// Without a word, so that something may be missing.
        case cut
    }

    struct TooSlow: Error {}

    private let descriptor: Descriptor
    private let ssl: OpaquePointer
    private var received: [UInt8] = []

    init?(
        _ place: ListenPlace, least: Int32 = TLS1_2_VERSION, most: Int32 = TLS1_3_VERSION, ciphers: String? = nil,
        groups: String? = nil, protocols: String? = nil, resuming former: TLSClient? = nil
    ) throws {
        guard case .address(let host, let port) = place else { throw TooSlow() }
        let address = try #require(SocketAddress(host: host, port: port))
        let socket = try Descriptor {
            Glibc.socket(address.family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        }
        var limit = timeval(tv_sec: Int(Client.limit.components.seconds), tv_usec: 0)
        unsafe setsockopt(socket.number, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        unsafe setsockopt(socket.number, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        try address.connect(socket)
        descriptor = socket
        let session = unsafe former.flatMap { unsafe SSL_get1_session($0.ssl) }
        defer { unsafe SSL_SESSION_free(session) }
        guard let ssl = unsafe test_client(socket.number, least, most, ciphers, groups, protocols, session) else {
            return nil
        }
        unsafe self.ssl = ssl
    }

    deinit { unsafe SSL_free(ssl) }

    var number: Int32 { descriptor.number }

    /// Agrees with the server; false where that fails.
    func shakeHands() async throws -> Bool {
        try await onThread { [self] in
            ERR_clear_error()
            return unsafe SSL_do_handshake(ssl) == 1
        }
    }

    var version: String { unsafe String(cString: SSL_get_version(ssl)) }
    var cipher: String { unsafe String(cString: SSL_CIPHER_get_name(SSL_get_current_cipher(ssl))) }
    var isResumed: Bool { unsafe SSL_session_reused(ssl) == 1 }
    var hasSecureRenegotiation: Bool { unsafe SSL_ctrl(ssl, SSL_CTRL_GET_RI_SUPPORT, 0, nil) == 1 }
    var hasCompression: Bool { unsafe SSL_get_current_compression(ssl) != nil }

    /// What was chosen of the protocols that were offered.
    var chosen: String? {
        var bytes: UnsafePointer<UInt8>?
        var count: UInt32 = 0
        unsafe SSL_get0_alpn_selected(ssl, &bytes, &count)
        return unsafe bytes.map {
            unsafe String(decoding: UnsafeBufferPointer(start: $0, count: Int(count)), as: UTF8.self)
        }
    }

    /// The name in the server's certificate.
    var serverName: String {
        guard let certificate = unsafe SSL_get1_peer_certificate(ssl) else { return "" }
        defer { unsafe X509_free(certificate) }
        var name = [CChar](repeating: 0, count: 200)
        unsafe X509_NAME_get_text_by_NID(X509_get_subject_name(certificate), NID_commonName, &name, 200)
        return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The last reason that OpenSSL gave on this thread is lost with it, so that it is asked for on the same one.
    func alert() async throws -> String? {
        try await onThread { [self] in
            ERR_clear_error()
            if unsafe SSL_do_handshake(ssl) == 1 {
                var byte: UInt8 = 0
                if unsafe SSL_peek(ssl, &byte, 1) > 0 { return nil }
            }
            let code = ERR_peek_last_error()
            return unsafe ERR_reason_error_string(code).map { unsafe String(cString: $0) }
        }
    }

    func send(_ text: String) async throws { try await send(Array(text.utf8)) }

    func send(_ bytes: [UInt8]) async throws {
        try await onThread { [self] in
            ERR_clear_error()
            let count = unsafe SSL_write(ssl, bytes, Int32(bytes.count))
            guard count == bytes.count else { throw TooSlow() }
        }
    }

    /// Sends bytes that are no record of its own making.
    func sendRaw(_ bytes: [UInt8]) {
        _ = unsafe Glibc.send(number, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    /// The next answer.
    func answer(hasBody: Bool = true) async throws -> Answer {
        try await onThread { [self] in
            while true {
                if let (answer, length) = Answer.read(received, hasBody: hasBody, atEnd: false) {
                    received.removeFirst(length)
                    return answer
                }
                guard try receive() == nil else { throw TooSlow() }
            }
        }
    }

    /// Takes these bytes, which have to come next.
    func expect(_ bytes: [UInt8]) async throws {
        try await onThread { [self] in
            while received.count < bytes.count { guard try receive() == nil else { throw TooSlow() } }
            #expect(received.prefix(bytes.count) == bytes[...])
            received.removeFirst(bytes.count)
        }
    }

    /// Everything up to a text, and the text.
    func text(until end: String) async throws -> String {
        try await onThread { [self] in
            while true {
                if let range = received[...].place(of: end) {
                    defer { received.removeFirst(range.upperBound) }
                    return String(decoding: received[..<range.upperBound], as: UTF8.self)
                }
                guard try receive() == nil else { throw TooSlow() }
            }
        }
    }

    /// All that comes until the server ends, and how it ends.
    func rest() async throws -> (text: String, ending: Ending) {
        try await onThread { [self] in
            while true {
                if let ending = try receive() {
                    defer { received = [] }
                    return (String(decoding: received, as: UTF8.self), ending)
                }
            }
        }
    }

    /// Asks to shake hands once more, as TLS 1.2 has it; false where the server does not take part.
    func renegotiate() async throws -> Bool {
        try await onThread { [self] in
            ERR_clear_error()
            guard unsafe SSL_renegotiate(ssl) == 1 else { return false }
            return unsafe SSL_do_handshake(ssl) == 1
        }
    }

    /// Has both sides take new keys, as TLS 1.3 has it.
    func updateKeys() { unsafe SSL_key_update(ssl, SSL_KEY_UPDATE_REQUESTED) }

    /// Says that it sends no more.
    func sayGoodbye() {
        ERR_clear_error()
        unsafe SSL_shutdown(ssl)
    }

    /// Ends what it sends without a word.
    func cut() { shutdown(number, Int32(SHUT_WR)) }

    /// Goes away with a reset.
    func reset() {
        var option = linger(l_onoff: 1, l_linger: 0)
        unsafe setsockopt(number, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
        // What OpenSSL still holds of it is a number that is not used again.
        shutdown(number, Int32(SHUT_RDWR))
    }

    private func receive() throws -> Ending? {
        ERR_clear_error()
        var bytes = [UInt8](repeating: 0, count: 64 * 1024)
        let count = unsafe SSL_read(ssl, &bytes, Int32(bytes.count))
        if count > 0 {
            received += bytes.prefix(Int(count))
            return nil
        }
        switch unsafe SSL_get_error(ssl, count) {
        case SSL_ERROR_ZERO_RETURN: return .goodbye
        case SSL_ERROR_WANT_READ, SSL_ERROR_WANT_WRITE: throw TooSlow()
        default: return .cut
        }
    }

    private func onThread<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await OwnedThread.run("tls-client") { Swift.Result(catching: body) }.get()
    }
}
