/// Keys that are derived from a secret: RFC 5869 with SHA-256.
public enum HKDF {
    /// Derives a key.
    ///
    /// - Parameter count: The length of the key in bytes, 32 at most.
    public static func key(from secret: [UInt8], salt: [UInt8], info: [UInt8], count: Int) -> [UInt8] {
        let extracted = Hash.hmacSHA256(secret, key: salt)
        return Array(Hash.hmacSHA256(info + [1], key: extracted).prefix(count))
    }
}
