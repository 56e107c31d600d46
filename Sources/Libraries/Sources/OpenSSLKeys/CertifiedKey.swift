internal import CLibCrypto

// Unchecked: the pointer is set once and freed with the last reference; OpenSSL lets any number of threads check with a key.
/// A public key of P-256 that a chain of certificates vouches for.
@safe
public final class CertifiedKey: @unchecked Sendable {
    private let pointer: OpaquePointer

    /// The key of the first of three certificates in DER, the last of which has to be one of the roots.
    ///
    /// Nil where the chain is another one, was not valid at that time, or the first two lack their marks.
    ///
    /// - Parameters:
    ///   - roots: The certificates that are trusted, in DER.
    ///   - seconds: The time, in seconds since 1970.
    ///   - marks: The object identifiers of an extension of the first certificate, and of one of the second.
    public init?(
        chain: [[UInt8]], roots: [[UInt8]], at seconds: Int64, marks: (leaf: String, middle: String)
    ) {
        guard chain.count == 3, let root = roots.first(where: { $0 == chain[2] }) else { return nil }
        let counts = chain.map(\.count)
        let key = unsafe keys_verify_chain(
            Array(chain.joined()), counts, root, root.count, seconds, marks.leaf, marks.middle)
        guard let key = unsafe key else { return nil }
        unsafe pointer = key
    }

    deinit { unsafe EVP_PKEY_free(pointer) }

    /// Whether the key made a signature of a message: two numbers of 32 bytes each.
    public func isSignature(_ numbers: [UInt8], of message: [UInt8]) -> Bool {
        guard numbers.count == 2 * P256Key.scalarCount else { return false }
        return unsafe keys_verify_p256(pointer, message, message.count, numbers) == 1
    }
}
