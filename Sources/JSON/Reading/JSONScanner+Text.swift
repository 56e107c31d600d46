extension JSONScanner {
    /// Reads a text from its opening quote on.
    @inline(__always)
    mutating func string(isName: Bool) throws(JSONFault) -> JSONToken {
        let start = position &+ 1
        let end = special(from: start)
        // Nearly all texts are plain, so the slow path for the others is a function of its own.
        guard text[byte: end] == UInt8(ascii: "\"") else { return try oddString(from: start, special: end) }
        let count = end &- start
        let fingerprint = isName ? TextBytes.fingerprint(of: text, from: start, count: count) : 0
        let token = JSONToken(text: start, count: count, isPlain: true, hasEscapes: false, fingerprint: fingerprint)
        try append(token)
        position = end &+ 1
        return token
    }

    /// The position of the next byte that is special in a text.
    @inline(__always)
    private func special(from start: Int) -> Int {
        var index = start
        while true {
            let before = TextBytes.special(in: text[word: index])
            index &+= before
            if before < 8 { return index }
        }
    }

    /// Reads a text with escapes or other special bytes, from the first of them on.
    @inline(never)
    private mutating func oddString(from start: Int, special: Int) throws(JSONFault) -> JSONToken {
        var index = special
        var hasEscapes = false
        while true {
            let byte = text[byte: index]
            if byte == UInt8(ascii: "\"") { break }
            if byte == UInt8(ascii: "\\") {
                hasEscapes = true
                index = try escape(at: index)
            } else if byte >= 0x80 {
                index = try sequence(at: index)
            } else if index >= text.byteCount {
                throw JSONFault(.endlessText, at: position)
            } else {
                throw JSONFault(.controlCharacter, at: index)
            }
            index = self.special(from: index)
        }
        let token = JSONToken(text: start, count: index &- start, isPlain: false, hasEscapes: hasEscapes)
        try append(token)
        position = index &+ 1
        return token
    }

    /// Reads the escape at an index and returns the index after it.
    private func escape(at index: Int) throws(JSONFault) -> Int {
        switch text[byte: index &+ 1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            return index &+ 2
        case UInt8(ascii: "u"):
            guard let unit = text.hexDigits(at: index &+ 2) else { throw JSONFault(.wantedHexDigits, at: index) }
            guard 0xD800..<0xE000 ~= unit else { return index &+ 6 }
            guard unit < 0xDC00, text[byte: index &+ 6] == UInt8(ascii: "\\"),
                text[byte: index &+ 7] == UInt8(ascii: "u"), let low = text.hexDigits(at: index &+ 8),
                0xDC00..<0xE000 ~= low
            else { throw JSONFault(.halfOfASurrogatePair, at: index) }
            return index &+ 12
        default:
            if index &+ 1 >= text.byteCount { throw JSONFault(.endlessText, at: position) }
            throw JSONFault(.unknownEscape, at: index)
        }
    }

    /// Checks a code point of several bytes by RFC 3629's table of well-formed sequences, and returns the index after
    /// it.
    private func sequence(at index: Int) throws(JSONFault) -> Int {
        let second = text[byte: index &+ 1]
        let (count, isWell): (Int, Bool) =
            switch text[byte: index] {
            case 0xC2...0xDF: (2, 0x80...0xBF ~= second)
            case 0xE0: (3, 0xA0...0xBF ~= second)
            case 0xE1...0xEC, 0xEE, 0xEF: (3, 0x80...0xBF ~= second)
            case 0xED: (3, 0x80...0x9F ~= second)
            case 0xF0: (4, 0x90...0xBF ~= second)
            case 0xF1...0xF3: (4, 0x80...0xBF ~= second)
            case 0xF4: (4, 0x80...0x8F ~= second)
            default: (1, false)
            }
        guard isWell else { throw JSONFault(.notUTF8, at: index) }
        for offset in 2..<max(count, 2) where text[byte: index &+ offset] & 0xC0 != 0x80 {
            throw JSONFault(.notUTF8, at: index)
        }
        return index &+ count
    }
}

extension TapeView {
    /// The UTF-16 unit of four hexadecimal digits.
    func hexDigits(at index: Int) -> UInt16? {
        var unit: UInt16 = 0
        for offset in 0..<4 {
            let byte = self[byte: index &+ offset]
            let digit: UInt8
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte &- UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte &- UInt8(ascii: "a") &+ 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte &- UInt8(ascii: "A") &+ 10
            default: return nil
            }
            unit = unit << 4 | UInt16(digit)
        }
        return unit
    }
}
