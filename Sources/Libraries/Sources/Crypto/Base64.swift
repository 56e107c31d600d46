internal import CSodium

/// Bytes as text: RFC 4648 section 4, with padding.
public enum Base64 {
    /// Encodes bytes.
    public static func text(_ bytes: some Collection<UInt8>) -> String {
        let bytes = Array(bytes)
        let size = sodium_base64_encoded_len(bytes.count, sodium_base64_VARIANT_ORIGINAL)
        var characters = [CChar](repeating: 0, count: size)
        _ = unsafe sodium_bin2base64(&characters, size, bytes, bytes.count, sodium_base64_VARIANT_ORIGINAL)
        return String(decoding: characters.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Decodes a text, or returns nil unless it is the encoding of bytes.
    public static func bytes(_ text: some StringProtocol) -> [UInt8]? {
        let characters = text.utf8.map { CChar(bitPattern: $0) }
        var bytes = [UInt8](repeating: 0, count: characters.count)
        var written = 0
        let failed = unsafe sodium_base642bin(
            &bytes, bytes.count, characters, characters.count, nil, &written, nil, sodium_base64_VARIANT_ORIGINAL)
        return failed == 0 ? Array(bytes.prefix(written)) : nil
    }
}
