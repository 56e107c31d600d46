internal import Crypto
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
        guard let hash = Argon2id.hash(password, passes: cost.passes, memory: cost.bytes) else { return nil }
        text = hash
    }

    /// Whether it is the hash of a password, which takes a while.
    func matches(_ password: [UInt8]) -> Bool { Argon2id.matches(password, text) }

    /// Whether it was made at another cost.
    func differs(from cost: HashingCost) -> Bool {
        Argon2id.needsRehash(text, passes: cost.passes, memory: cost.bytes)
    }
}
