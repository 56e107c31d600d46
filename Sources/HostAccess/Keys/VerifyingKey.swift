internal import CEd25519
internal import COpenSSL
package import HostConfig

/// A public key that tokens may be signed with; made once, and used by all threads.
// Unchecked: the pointer is set once and freed with the last reference; OpenSSL lets a key be used for verifying by any
// number of threads, as nothing of it changes.
@safe
package final class VerifyingKey: @unchecked Sendable {
    /// What a token calls it.
    package let id: String?
    package let algorithm: SigningAlgorithm
    /// The numbers that it was made of.
    let material: [UInt8]
    /// Nil for Ed25519, whose keys libsodium takes as they are.
    private let key: OpaquePointer?

    /// What a signature with it has, in bytes.
    let signatureCount: Int

    private init?(
        _ id: String?, _ algorithm: SigningAlgorithm, material: [UInt8], signatureCount: Int, _ key: OpaquePointer?
    ) {
        guard unsafe key != nil || algorithm == .eddsa else { return nil }
        self.id = id
        self.algorithm = algorithm
        self.material = material
        self.signatureCount = signatureCount
        unsafe self.key = key
    }

    deinit { unsafe EVP_PKEY_free(key) }

    /// How many bits an RSA key may have.
    static let rsaBits = 2_048...8_192
    /// The largest public exponent.
    static let largestExponent: UInt64 = 1 << 32

    /// An RSA key; nil where it is too weak, too large or none.
    static func rsa(_ id: String?, modulus: [UInt8], exponent: [UInt8]) -> VerifyingKey? {
        let modulus = Array(modulus.drop { $0 == 0 })
        let exponent = Array(exponent.drop { $0 == 0 })
        guard let first = modulus.first, let last = modulus.last, last & 1 == 1, exponent.count <= 5 else { return nil }
        let bits = modulus.count * 8 - first.leadingZeroBitCount
        let power = exponent.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        guard rsaBits.contains(bits), power >= 3, power <= largestExponent, power & 1 == 1 else { return nil }
        let key = unsafe modulus.withUnsafeBufferPointer { modulus in
            unsafe exponent.withUnsafeBufferPointer { exponent in
                unsafe access_rsa_key(
                    modulus.baseAddress, Int32(modulus.count), exponent.baseAddress, Int32(exponent.count))
            }
        }
        return unsafe VerifyingKey(
            id, .rs256, material: modulus + [0] + exponent, signatureCount: modulus.count, key)
    }

    /// A key of P-256; nil where its point is not on the curve.
    static func p256(_ id: String?, x: [UInt8], y: [UInt8]) -> VerifyingKey? {
        guard x.count == 32, y.count == 32 else { return nil }
        let point = [0x04] + x + y
        let key = unsafe point.withUnsafeBufferPointer { unsafe access_p256_key($0.baseAddress, $0.count) }
        return unsafe VerifyingKey(id, .es256, material: point, signatureCount: 64, key)
    }

    /// A key of Ed25519.
    static func ed25519(_ id: String?, x: [UInt8]) -> VerifyingKey? {
        guard x.count == Int(crypto_sign_ed25519_PUBLICKEYBYTES), isSodiumReady else { return nil }
        return unsafe VerifyingKey(id, .eddsa, material: x, signatureCount: Int(crypto_sign_ed25519_BYTES), nil)
    }

    /// libsodium chooses what is quickest on this machine, once.
    private static let isSodiumReady = sodium_init() >= 0

    /// Whether both are one key, by one name.
    func isSame(as other: VerifyingKey) -> Bool {
        id == other.id && algorithm == other.algorithm && material == other.material
    }

    /// Whether a signature is this key's over bytes.
    package func verifies(
        _ signature: [UInt8], over bytes: borrowing Span<UInt8>, with context: VerifyingContext
    ) -> Bool {
        // Before OpenSSL sees it: what has another length has been tampered with, whatever else it says.
        guard signature.count == signatureCount else { return false }
        if algorithm == .eddsa {
            return unsafe bytes.withUnsafeBufferPointer { bytes in
                unsafe crypto_sign_ed25519_verify_detached(
                    signature, bytes.baseAddress, UInt64(bytes.count), material) == 0
            }
        }
        let written: [UInt8]
        if algorithm == .es256 {
            guard let sequence = ECDSASignature.sequence(of: signature) else { return false }
            written = sequence
        } else {
            written = signature
        }
        return unsafe bytes.withUnsafeBufferPointer { bytes in
            unsafe written.withUnsafeBufferPointer { written in
                unsafe access_verifies(
                    context.pointer, key, written.baseAddress, written.count,
                    bytes.baseAddress, bytes.count) == 1
            }
        }
    }
}

/// What a thread verifies with, used again and again; one thread at a time.
// Unchecked: it is handed from one holder to the next with the lock that it lies under.
@safe
package final class VerifyingContext: @unchecked Sendable {
    fileprivate let pointer: OpaquePointer?

    package init() { unsafe pointer = EVP_MD_CTX_new() }

    deinit { unsafe EVP_MD_CTX_free(pointer) }
}
