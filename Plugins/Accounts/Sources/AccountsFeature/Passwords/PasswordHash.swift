internal import CSodium
internal import FeatureKit

/// The argon2id hash of a password, as a text that says what it cost.
struct PasswordHash: Shaped, Hashable {
    private let text: String

    private static let length = 1...128
    static let shape = Shape.text(length: length)
    init(from reader: inout RecordReader) throws(RecordError) {
        text = try reader.text()
        guard Self.length.contains(text.unicodeScalars.count) else { throw reader.error(.outOfBounds) }
    }
    func write(to writer: inout RecordWriter) { writer.text(text) }

    /// Makes a hash, which takes a while; nil where the machine has not the memory.
    init?(_ password: [UInt8], _ cost: HashingCost) {
        var letters = Self.letters(password)
        defer { Self.wipe(&letters) }
        var hash = [CChar](repeating: 0, count: Int(crypto_pwhash_STRBYTES))
        let failed = unsafe crypto_pwhash_str_alg(
            &hash, letters, UInt64(letters.count), UInt64(cost.passes), cost.bytes, crypto_pwhash_ALG_ARGON2ID13)
        guard failed == 0 else { return nil }
        text = String(decoding: hash.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Whether it is the hash of a password, which takes a while.
    func matches(_ password: [UInt8]) -> Bool {
        var letters = Self.letters(password)
        defer { Self.wipe(&letters) }
        return unsafe crypto_pwhash_str_verify(text, letters, UInt64(letters.count)) == 0
    }

    /// Whether it was made at another cost.
    func differs(from cost: HashingCost) -> Bool {
        unsafe crypto_pwhash_str_needs_rehash(text, UInt64(cost.passes), cost.bytes) != 0
    }

    // With its length: a password may hold a NUL, which would end a C text.
    private static func letters(_ password: [UInt8]) -> [CChar] { password.map { CChar(bitPattern: $0) } }
    private static func wipe(_ letters: inout [CChar]) { unsafe sodium_memzero(&letters, letters.count) }
}
