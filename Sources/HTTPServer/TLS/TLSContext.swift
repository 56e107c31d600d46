internal import COpenSSL

/// How a server speaks TLS with one certificate; many connections share it, and nothing of it changes.
// Unchecked: OpenSSL counts its references atomically, and only `init` changes it.
@safe
final class TLSContext: @unchecked Sendable {
    /// Of TLS 1.2: forward secrecy and AEAD alone.
    private static let ciphers = "ECDHE+AESGCM:ECDHE+CHACHA20"
    /// Those of TLS 1.3.
    private static let suites = "TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256:TLS_AES_128_GCM_SHA256"
    private static let groups = "X25519:P-256"
    /// Keys under 112 bits of strength, such as RSA with less than 2,048 bits, are refused, and so is SHA-1.
    private static let securityLevel: Int32 = 2
    /// How long a session can be resumed, in seconds.
    private static let sessionTime = 2 * 60 * 60

    private let context: OpaquePointer

    init(_ identity: TLSIdentity, _ tickets: TicketKeys) throws(TLSProblem) {
        OpenSSLError.clear()
        guard let context = unsafe SSL_CTX_new(TLS_server_method()) else { throw .refused(OpenSSLError.take()) }
        unsafe self.context = context
        unsafe SSL_CTX_set_security_level(context, Self.securityLevel)
        unsafe tls_set_options(context)
        unsafe tls_read_ahead(context)
        unsafe tls_remember_no_sessions(context)
        unsafe SSL_CTX_set_timeout(context, Self.sessionTime)
        unsafe SSL_CTX_set_verify(context, SSL_VERIFY_NONE, nil)
        unsafe SSL_CTX_set_alpn_select_cb(context, Self.chooseHTTP, nil)
        guard unsafe tls_set_versions(context, TLS1_2_VERSION, TLS1_3_VERSION) == 1,
            unsafe SSL_CTX_set_cipher_list(context, Self.ciphers) == 1,
            unsafe SSL_CTX_set_ciphersuites(context, Self.suites) == 1,
            unsafe tls_set_groups(context, Self.groups) == 1,
            unsafe tickets.give(to: context),
            unsafe SSL_CTX_use_certificate(context, identity.certificates[0]) == 1,
            unsafe SSL_CTX_use_PrivateKey(context, identity.key) == 1,
            unsafe identity.certificates.dropFirst().allSatisfy({ unsafe tls_add_to_chain(context, $0) == 1 })
        else { throw .refused(OpenSSLError.take()) }
    }

    deinit { unsafe SSL_CTX_free(context) }

    /// What one connection says with it; nil where memory is short.
    func session(over number: Int32) -> TLSSession? {
        OpenSSLError.clear()
        guard let ssl = unsafe SSL_new(context) else { return nil }
        return unsafe TLSSession(ssl, over: number)
    }

    /// Speaks HTTP/1.1 with those who offer it, and refuses those who offer other things alone.
    private static let chooseHTTP:
        @convention(c) (
            OpaquePointer?, UnsafeMutablePointer<UnsafePointer<UInt8>?>?, UnsafeMutablePointer<UInt8>?,
            UnsafePointer<UInt8>?, UInt32, UnsafeMutableRawPointer?
        ) -> Int32 = { _, chosen, length, offered, count, _ in
            let wanted: StaticString = "http/1.1"
            let offers = unsafe UnsafeBufferPointer(start: offered, count: Int(count))
            var place = 0
            while place < offers.count {
                let (start, size) = unsafe (place + 1, Int(offers[place]))
                guard start + size <= offers.count else { break }
                let name = unsafe UnsafeBufferPointer(rebasing: offers[start..<(start + size)])
                if unsafe name.elementsEqual(
                    UnsafeBufferPointer(start: wanted.utf8Start, count: wanted.utf8CodeUnitCount))
                {
                    unsafe chosen?.pointee = name.baseAddress
                    unsafe length?.pointee = UInt8(size)
                    return SSL_TLSEXT_ERR_OK
                }
                place = start + size
            }
            return SSL_TLSEXT_ERR_ALERT_FATAL
        }
}
