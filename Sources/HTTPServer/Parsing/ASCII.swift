/// What HTTP makes of single bytes.
enum ASCII {
    static let tab = UInt8(ascii: "\t")
    static let lineFeed = UInt8(ascii: "\n")
    static let carriageReturn = UInt8(ascii: "\r")
    static let space = UInt8(ascii: " ")

    /// The characters of a token (RFC 9110, 5.6.2), one bit for each: a table without memory to go to.
    private static let tokenBits: (low: UInt64, high: UInt64) = (0x03FF_6CFA_0000_0000, 0x57FF_FFFF_C7FF_FFFE)

    @inline(__always)
    static func isToken(_ byte: UInt8) -> Bool {
        let bits = byte < 64 ? tokenBits.low : tokenBits.high
        return byte < 128 && bits &>> UInt64(byte & 63) & 1 != 0
    }

    @inline(__always)
    static func isBlank(_ byte: UInt8) -> Bool { byte == space || byte == tab }

    @inline(__always)
    static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

    /// Whether a line may not hold it: a control character other than the tab.
    @inline(__always)
    static func isControl(_ byte: UInt8) -> Bool { byte < 0x20 && byte != tab || byte == 0x7F }

    @inline(__always)
    static func lowercased(_ byte: UInt8) -> UInt8 { byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte }

    /// Eight bytes at a time; those that are no ASCII stay as they are.
    @inline(__always)
    static func lowercased(_ word: UInt64) -> UInt64 {
        let each: UInt64 = 0x0101_0101_0101_0101
        let low = word & (each &* 0x7F)
        // The top bit of each byte from "A" on, and of each one after "Z".
        let letters = (low &+ each &* 0x3F) ^ (low &+ each &* 0x25)
        return word | (letters & ~word & (each &* 0x80)) &>> 2
    }

    /// What a hexadecimal digit stands for.
    @inline(__always)
    static func hexValue(_ byte: UInt8) -> UInt8? {
        if isDigit(byte) { return byte &- UInt8(ascii: "0") }
        let letter = (byte | 0x20) &- UInt8(ascii: "a")
        return letter < 6 ? letter &+ 10 : nil
    }
}
