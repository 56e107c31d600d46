internal import CLibCrypto

/// Encryption with AES-128 in GCM.
public enum AES128GCM {
    /// The length of a key in bytes.
    public static let keyCount = 16
    /// The length of a nonce in bytes; one key never uses a nonce twice.
    public static let nonceCount = 12
    /// How many bytes are added to those that are encrypted.
    public static let tagCount = 16

    /// Encrypts bytes, followed by their tag; nil where the key or the nonce has another length.
    public static func seal(_ bytes: [UInt8], key: [UInt8], nonce: [UInt8]) -> [UInt8]? {
        guard key.count == keyCount, nonce.count == nonceCount, let count = Int32(exactly: bytes.count) else {
            return nil
        }
        var sealed = [UInt8](repeating: 0, count: bytes.count + tagCount)
        return unsafe keys_seal(key, nonce, bytes, count, &sealed) == 1 ? sealed : nil
    }
}
