internal import CLibCrypto
internal import Crypto

/// A private key of OpenSSL, made once and used by all threads.
// Unchecked: the pointer is set once and freed with the last reference; OpenSSL lets any number of threads sign with a key.
@safe
final class PrivateKey: @unchecked Sendable {
    let pointer: OpaquePointer

    init?(_ pointer: OpaquePointer?) {
        guard let pointer = unsafe pointer else { return nil }
        unsafe self.pointer = pointer
    }

    convenience init?(pem: String, type: String) {
        unsafe self.init(keys_read_pem(pem, Int32(clamping: pem.utf8.count), type))
    }

    deinit { unsafe EVP_PKEY_free(pointer) }

    /// The longest signature, of RSA with 16,384 bits.
    private static let longestSignature = 2_048

    /// A signature over the SHA-256 of a message; nil where OpenSSL can't make one.
    func signature(of message: [UInt8]) -> [UInt8]? {
        var signature = [UInt8](repeating: 0, count: Self.longestSignature)
        let count = unsafe keys_sign(pointer, message, message.count, &signature, signature.count)
        return count > 0 ? Array(signature.prefix(count)) : nil
    }
}

/// A key that signs JSON Web Tokens.
public protocol TokenKey: Sendable {
    /// The name of the algorithm in a token's header, such as `ES256`.
    static var algorithm: String { get }
    /// Signs a message as a token's signature is written; nil where OpenSSL can't.
    func signature(of message: [UInt8]) -> [UInt8]?
}

extension TokenKey {
    /// Signs two JSON texts as a token in three parts (RFC 7515); nil where OpenSSL can't.
    public func token(header: String, payload: String) -> String? {
        let parts = [header, payload].map { Base64URL.text(Array($0.utf8)) }.joined(separator: ".")
        return signature(of: Array(parts.utf8)).map { "\(parts).\(Base64URL.text($0))" }
    }
}
