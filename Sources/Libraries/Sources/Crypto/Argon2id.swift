internal import CSodium

/// Password hashes with argon2id, as texts that say what they cost.
public enum Argon2id {
    /// Hashes a password, which takes a while; nil where the machine lacks the memory.
    ///
    /// - Parameters:
    ///   - passes: How often the hash goes through its memory.
    ///   - memory: The memory in bytes.
    public static func hash(_ password: [UInt8], passes: Int, memory: Int) -> String? {
        var characters = password.map { CChar(bitPattern: $0) }
        defer { unsafe sodium_memzero(&characters, characters.count) }
        var hash = [CChar](repeating: 0, count: Int(crypto_pwhash_STRBYTES))
        // With its length: a password may hold a NUL, which would end a C text.
        let failed = unsafe crypto_pwhash_str_alg(
            &hash, characters, UInt64(characters.count), UInt64(passes), memory, crypto_pwhash_ALG_ARGON2ID13)
        guard failed == 0 else { return nil }
        return String(decoding: hash.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Whether a password has this hash, which takes a while to find out.
    public static func matches(_ password: [UInt8], _ hash: String) -> Bool {
        var characters = password.map { CChar(bitPattern: $0) }
        defer { unsafe sodium_memzero(&characters, characters.count) }
        return unsafe crypto_pwhash_str_verify(hash, characters, UInt64(characters.count)) == 0
    }

    /// Whether a hash was made at another cost.
    public static func needsRehash(_ hash: String, passes: Int, memory: Int) -> Bool {
        unsafe crypto_pwhash_str_needs_rehash(hash, UInt64(passes), memory) != 0
    }
}
