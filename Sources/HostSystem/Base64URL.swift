/// Letters that may stand in addresses, file names and fields, of which each holds six bits (RFC 4648, 5).
package enum Base64URL {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    /// What bytes are in such letters, without a sign at the end.
    package static func letters(of bytes: some Collection<UInt8>) -> [UInt8] {
        var letters: [UInt8] = []
        letters.reserveCapacity((bytes.count * 4 + 2) / 3)
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
}
