internal import CSodium

/// A private key that signs with Ed25519 (RFC 8032).
public struct Ed25519Key: Sendable, Equatable {
    /// The length of a seed in bytes.
    public static let seedCount = Int(crypto_sign_SEEDBYTES)

    /// The seed that the key is made from.
    public let seed: [UInt8]
    /// The public key, which checks signatures.
    public let publicKey: [UInt8]

    /// Makes a new key from random bytes.
    public init() { self.init(checked: SecureRandom.bytes(Self.seedCount)) }

    /// Makes the key of a seed, or nil unless it has `seedCount` bytes.
    public init?(seed: [UInt8]) {
        guard seed.count == Self.seedCount else { return nil }
        self.init(checked: seed)
    }

    private init(checked seed: [UInt8]) {
        self.seed = seed
        publicKey = Self.keyPair(seed).publicKey
    }

    /// Signs a message.
    public func signature(of message: [UInt8]) -> [UInt8] {
        var secretKey = Self.keyPair(seed).secretKey
        defer { unsafe sodium_memzero(&secretKey, secretKey.count) }
        var signature = [UInt8](repeating: 0, count: Int(crypto_sign_BYTES))
        _ = unsafe crypto_sign_detached(&signature, nil, message, UInt64(message.count), secretKey)
        return signature
    }

    /// Whether a signature of a message was made with the private half of a public key.
    public static func isValid(_ signature: [UInt8], of message: [UInt8], publicKey: [UInt8]) -> Bool {
        guard signature.count == Int(crypto_sign_BYTES), publicKey.count == Int(crypto_sign_PUBLICKEYBYTES) else {
            return false
        }
        return unsafe crypto_sign_verify_detached(signature, message, UInt64(message.count), publicKey) == 0
    }

    private static func keyPair(_ seed: [UInt8]) -> (publicKey: [UInt8], secretKey: [UInt8]) {
        var publicKey = [UInt8](repeating: 0, count: Int(crypto_sign_PUBLICKEYBYTES))
        var secretKey = [UInt8](repeating: 0, count: Int(crypto_sign_SECRETKEYBYTES))
        _ = unsafe crypto_sign_seed_keypair(&publicKey, &secretKey, seed)
        return (publicKey, secretKey)
    }
}
