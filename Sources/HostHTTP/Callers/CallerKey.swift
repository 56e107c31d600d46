import Glibc
import HostSystem

/// A caller's key: 22 letters of base64url, which are 128 random bits where the host made it.
enum CallerKey {
    static let length = 22

    /// Whether a text may be a key; anything else that callers send counts as none.
    static func isValid(_ text: String) -> Bool { isValid(Array(text.utf8).span) }

    /// Whether bytes may be a key.
    static func isValid(_ bytes: borrowing Span<UInt8>) -> Bool {
        guard bytes.count == length else { return false }
        for index in bytes.indices {
            let byte = bytes[index]
            // The bits of "-", of digits, of capitals with "_", and of small letters, by halves of ASCII.
            let letters: UInt64 = byte < 64 ? 0x03FF_2000_0000_0000 : 0x07FF_FFFE_87FF_FFFE
            guard byte < 128, letters >> UInt64(byte & 63) & 1 != 0 else { return false }
        }
        return true
    }

    /// The key that bytes are; nil where they are none.
    static func text(_ bytes: borrowing Span<UInt8>) -> String? {
        guard isValid(bytes) else { return nil }
        return unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }
}

/// Makes keys that nobody can guess; one for each loop.
struct KeyMaker: Sendable {
    /// As much as the system gives at once.
    private static let batch = 256
    private static let keySize = 16

    private var bytes = [UInt8](repeating: 0, count: Self.batch)
    private var used = Self.batch

    /// A new key; nil where the system has no random numbers.
    mutating func next() -> [UInt8]? {
        if used >= Self.batch {
            let filled = unsafe bytes.withUnsafeMutableBytes { unsafe getentropy($0.baseAddress, $0.count) }
            guard filled == 0 else { return nil }
            used = 0
        }
        defer { used += Self.keySize }
        return Base64URL.letters(of: bytes[used..<(used + Self.keySize)])
    }
}
