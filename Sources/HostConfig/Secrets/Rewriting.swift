internal import HostSystem

/// The other writings of a secret in which somebody may have sent or said it.
enum Rewriting {
    /// What does not change in an address.
    private static let unreserved = Set(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8)

    /// The letters that plain base64 has instead of those that may stand in addresses.
    private static let plain = [UInt8(ascii: "-"): UInt8(ascii: "+"), UInt8(ascii: "_"): UInt8(ascii: "/")]

    /// All of them; those that are the secret itself aside.
    static func all(of secret: [UInt8]) -> [[UInt8]] {
        let percent = ["0123456789ABCDEF", "0123456789abcdef"].map { percentEncoded(secret, Array($0.utf8)) }
        let letters = (0..<3).flatMap { before -> [[UInt8]] in
            let url = base64(secret, after: before)
            return [url, url.map { plain[$0] ?? $0 }]
        }
        return (percent + letters).filter { $0 != secret }
    }

    /// As addresses have it.
    private static func percentEncoded(_ secret: [UInt8], _ digits: [UInt8]) -> [UInt8] {
        secret.flatMap { byte in
            unreserved.contains(byte)
                ? [byte] : [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
    }

    /// The letters of base64 that the secret alone decides, where so many bytes stand before it: `user:secret` is
    /// written as a whole.
    private static func base64(_ secret: [UInt8], after before: Int) -> [UInt8] {
        let letters = Base64URL.letters(of: [UInt8](repeating: 0, count: before) + secret)
        let whole = (before + secret.count) * 8 / 6
        return Array(letters[..<whole].dropFirst((before * 8 + 5) / 6))
    }
}
