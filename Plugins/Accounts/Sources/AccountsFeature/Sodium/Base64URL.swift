internal import CSodium

/// Bytes as letters that stand in addresses and tokens, without padding.
enum Base64URL {
    static func text(_ bytes: [UInt8]) -> String {
        let size = sodium_base64_encoded_len(bytes.count, sodium_base64_VARIANT_URLSAFE_NO_PADDING)
        var letters = [CChar](repeating: 0, count: size)
        _ = unsafe sodium_bin2base64(
            &letters, size, bytes, bytes.count, sodium_base64_VARIANT_URLSAFE_NO_PADDING)
        return String(decoding: letters.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The bytes, where the text spells so many of them, and in the one way that there is.
    static func bytes(_ text: some StringProtocol, count: Int) -> [UInt8]? {
        let letters = text.utf8.map { CChar(bitPattern: $0) }
        var bytes = [UInt8](repeating: 0, count: count)
        var written = 0
        let failed = unsafe sodium_base642bin(
            &bytes, count, letters, letters.count, nil, &written, nil, sodium_base64_VARIANT_URLSAFE_NO_PADDING)
        guard failed == 0, written == count, self.text(bytes) == String(text) else { return nil }
        return bytes
    }
}
