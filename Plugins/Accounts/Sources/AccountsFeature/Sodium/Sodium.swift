internal import CSodium
internal import FeatureKit

/// What libsodium does for this feature, in Swift's words; the only file that calls it, but for passwords.
enum Sodium {
    /// Has to have returned before anything else here is used.
    static func begin() throws {
        guard sodium_init() >= 0 else { throw AccountsProblem(description: "libsodium can't be used on this machine") }
    }

    /// Bytes that nobody can guess.
    static func random(_ count: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        unsafe randombytes_buf(&bytes, count)
        return bytes
    }

    static func sha256(_ bytes: [UInt8]) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
        _ = unsafe crypto_hash_sha256(&digest, bytes, UInt64(bytes.count))
        return digest
    }

    /// A keyed hash (BLAKE2b), which nobody can make without the key.
    static func keyed(_ bytes: [UInt8], key: [UInt8], count: Int) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: count)
        _ = unsafe crypto_generichash(&digest, count, bytes, UInt64(bytes.count), key, key.count)
        return digest
    }

    /// Whether bytes are the same; it takes as long for those that differ.
    static func areSame(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        guard left.count == right.count else { return false }
        return unsafe sodium_memcmp(left, right, left.count) == 0
    }

    /// The public half of an Ed25519 key.
    static func publicKey(of seed: [UInt8]) -> [UInt8] { pair(of: seed).open }

    /// An Ed25519 signature.
    static func signature(of message: [UInt8], seed: [UInt8]) -> [UInt8] {
        var secret = pair(of: seed).secret
        defer { wipe(&secret) }
        var signature = [UInt8](repeating: 0, count: Int(crypto_sign_BYTES))
        _ = unsafe crypto_sign_detached(&signature, nil, message, UInt64(message.count), secret)
        return signature
    }

    private static func pair(of seed: [UInt8]) -> (open: [UInt8], secret: [UInt8]) {
        var open = [UInt8](repeating: 0, count: Int(crypto_sign_PUBLICKEYBYTES))
        var secret = [UInt8](repeating: 0, count: Int(crypto_sign_SECRETKEYBYTES))
        _ = unsafe crypto_sign_seed_keypair(&open, &secret, seed)
        return (open, secret)
    }

    static let seedBytes = Int(crypto_sign_SEEDBYTES)

    /// Leaves nothing of what was in them.
    static func wipe(_ bytes: inout [UInt8]) { unsafe sodium_memzero(&bytes, bytes.count) }
}
