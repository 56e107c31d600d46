internal import Crypto
internal import OpenSSLKeys

/// What only the browser reads of a push message: `aes128gcm` (RFC 8188) with keys by RFC 8291.
enum PushEncryption {
    /// The largest body that every push service takes, which is one record.
    private static let recordCount = 4_096
    /// Texts are padded to a multiple of it, so that their lengths tell little.
    private static let paddingStep = 512
    static let saltCount = 16
    private static let headCount = saltCount + 4 + 1 + P256Key.publicCount
    /// The longest text: without the head, the tag and the byte that ends a text.
    static let longestText = recordCount - headCount - AES128GCM.tagCount - 1

    /// How many zeros follow a text of this length.
    static func padding(after count: Int) -> Int {
        min((count + paddingStep) / paddingStep * paddingStep, longestText) - count
    }

    /// The body of a push message; nil where the text is too long or the subscription's key is none.
    ///
    /// - Parameters:
    ///   - salt: Random bytes of this message.
    ///   - key: A key of this message.
    static func body(
        _ text: [UInt8], padding: Int, to subscription: PushSubscription, salt: [UInt8], key: P256Key
    ) -> [UInt8]? {
        guard text.count + padding <= longestText, let shared = key.sharedSecret(with: subscription.publicKey) else {
            return nil
        }
        let info = Array("WebPush: info\0".utf8) + subscription.publicKey + key.publicKey
        let secret = HKDF.key(from: shared, salt: subscription.authentication, info: info, count: 32)
        let content = HKDF.key(
            from: secret, salt: salt, info: Array("Content-Encoding: aes128gcm\0".utf8), count: AES128GCM.keyCount)
        let nonce = HKDF.key(
            from: secret, salt: salt, info: Array("Content-Encoding: nonce\0".utf8), count: AES128GCM.nonceCount)
        let record = text + [2] + [UInt8](repeating: 0, count: padding)
        guard let sealed = AES128GCM.seal(record, key: content, nonce: nonce) else { return nil }
        let head = salt + [0, 0, UInt8(recordCount >> 8), UInt8(recordCount & 0xFF), UInt8(key.publicKey.count)]
        return head + key.publicKey + sealed
    }
}
