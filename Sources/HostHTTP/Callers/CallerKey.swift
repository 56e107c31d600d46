import Glibc

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

    /// The key that 16 bytes spell.
    static func letters(of bytes: some Collection<UInt8>) -> [UInt8] {
        var letters: [UInt8] = []
        letters.reserveCapacity(length)
        var bits: UInt32 = 0
        var held: UInt32 = 0
        for byte in bytes {
            bits = bits << 8 | UInt32(byte)
            held += 8
            while held >= 6 {
                held -= 6
                letters.append(alphabet[Int(bits >> held & 63)])
            }
        }
        if held > 0 { letters.append(alphabet[Int(bits << (6 - held) & 63)]) }
        return letters
    }

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
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
        return CallerKey.letters(of: bytes[used..<(used + Self.keySize)])
    }
}
