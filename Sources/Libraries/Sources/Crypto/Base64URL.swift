internal import CSodium

/// Bytes as text for URLs and tokens: RFC 4648 section 5, without padding.
public enum Base64URL {
    /// Encodes bytes.
    public static func text(_ bytes: [UInt8]) -> String {
        let size = sodium_base64_encoded_len(bytes.count, sodium_base64_VARIANT_URLSAFE_NO_PADDING)
        var characters = [CChar](repeating: 0, count: size)
        _ = unsafe sodium_bin2base64(
            &characters, size, bytes, bytes.count, sodium_base64_VARIANT_URLSAFE_NO_PADDING)
        return String(decoding: characters.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Decodes a text, or returns nil unless it is the one encoding of `count` bytes.
    public static func bytes(_ text: some StringProtocol, count: Int) -> [UInt8]? {
        let characters = text.utf8.map { CChar(bitPattern: $0) }
        var bytes = [UInt8](repeating: 0, count: count)
        var written = 0
        let failed = unsafe sodium_base642bin(
            &bytes, count, characters, characters.count, nil, &written, nil, sodium_base64_VARIANT_URLSAFE_NO_PADDING)
        guard failed == 0, written == count, self.text(bytes) == String(text) else { return nil }
        return bytes
    }
}
