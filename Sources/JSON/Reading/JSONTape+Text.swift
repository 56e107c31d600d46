extension JSONTape {
    /// The text of a name or a text.
    func text(_ index: Int) -> String {
        let token = self[index]
        guard token.kind == .text else { return "" }
        if token.hasEscapes { return unescaped(token) }
        return unsafe withBytes(from: Int(token.start), count: token.count) {
            unsafe String(decoding: $0, as: UTF8.self)
        }
    }

    private func unescaped(_ token: JSONToken) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(token.count)
        var index = Int(token.start)
        let end = index &+ token.count
        while index < end {
            let byte = self[byte: index]
            guard byte == UInt8(ascii: "\\") else {
                bytes.append(byte)
                index &+= 1
                continue
            }
            let (scalar, length) = escape(at: index)
            bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            index &+= length
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// What an escape means that the scanner has passed, and how long it is.
    private func escape(at index: Int) -> (scalar: Unicode.Scalar, length: Int) {
        switch self[byte: index &+ 1] {
        case UInt8(ascii: "b"): return ("\u{08}", 2)
        case UInt8(ascii: "f"): return ("\u{0C}", 2)
        case UInt8(ascii: "n"): return ("\n", 2)
        case UInt8(ascii: "r"): return ("\r", 2)
        case UInt8(ascii: "t"): return ("\t", 2)
        case UInt8(ascii: "u"):
            let unit = hexDigits(at: index &+ 2) ?? 0
            if let scalar = Unicode.Scalar(unit) { return (scalar, 6) }
            let low = UInt32(hexDigits(at: index &+ 8) ?? 0)
            let pair = 0x1_0000 &+ (UInt32(unit) & 0x3FF) << 10 | low & 0x3FF
            return (Unicode.Scalar(pair) ?? "\u{FFFD}", 12)
        case let byte: return (Unicode.Scalar(byte), 2)
        }
    }

    /// How many code points a text has.
    func scalarCount(_ token: JSONToken) -> Int {
        guard !token.isPlain else { return token.count }
        var count = 0
        var index = Int(token.start)
        let end = index &+ token.count
        while index < end {
            let byte = self[byte: index]
            if byte == UInt8(ascii: "\\") {
                index &+= escape(at: index).length
                count &+= 1
            } else {
                index &+= 1
                if byte & 0xC0 != 0x80 { count &+= 1 }
            }
        }
        return count
    }
}
