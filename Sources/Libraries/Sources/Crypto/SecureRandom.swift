internal import CSodium

/// Bytes that nobody can guess.
public enum SecureRandom {
    // Picks the fastest implementations for this machine, once; the generator works without it.
    private static let initialization = sodium_init()

    /// Makes random bytes from the system's generator.
    public static func bytes(_ count: Int) -> [UInt8] {
        _ = initialization
        var bytes = [UInt8](repeating: 0, count: count)
        unsafe randombytes_buf(&bytes, count)
        return bytes
    }

    /// A random text of 128 bits for ids and nonces.
    public static func id() -> String { Base64URL.text(bytes(16)) }
}
