extension TapeView {
    /// The text of a name or a text.
    func text(_ index: Int) -> String {
        let token = self[index]
        guard token.kind == .text else { return "" }
        if token.hasEscapes { return unescaped(token) }
        return unsafe withBytes(from: Int(token.start), count: token.count) { bytes in
            // The scanner has seen that it is UTF-8.
            unsafe String(copying: UTF8Span(unchecked: bytes.span, isKnownASCII: token.isPlain))
        }
    }

    /// Whether a text is the same as one on another tape, as Swift's texts are: whatever code points an accent has.
    func text(_ index: Int, equals other: Int, on tape: TapeView) -> Bool {
        let left = self[index]
        let right = tape[other]
        guard left.isPlain, right.isPlain else { return text(index) == tape.text(other) }
        guard left.count == right.count else { return false }
        return hasSameBytes(from: Int(left.start), count: left.count, as: Int(right.start), on: tape)
    }

    /// Whether a text is the same as another, as Swift's texts are.
    func text(_ index: Int, equals other: String) -> Bool {
        let token = self[index]
        guard token.isPlain else { return text(index) == other }
        if token.count == other.utf8.count, hasSameBytes(token, as: other) ?? (text(index) == other) { return true }
        // A text that is no ASCII may still be the same: there are signs of Unicode that mean a letter.
        return other.utf8.count != other.utf16.count && text(index) == other
    }

    /// Whether a text of equally many bytes has the same ones; nil where that can't be told without a copy.
    @inline(__always)
    private func hasSameBytes(_ token: JSONToken, as other: String) -> Bool? {
        unsafe other.utf8.withContiguousStorageIfAvailable { other in
            let start = Int(token.start)
            guard other.count >= 8, let first = other.baseAddress else {
                return unsafe hasSameFewBytes(from: start, as: other)
            }
            var offset = 0
            while true {
                let word = unsafe UnsafeRawPointer(first + offset).loadUnaligned(as: UInt64.self)
                guard self[word: start &+ offset] == UInt64(littleEndian: word) else { return false }
                if offset == other.count &- 8 { return true }
                // The last word overlaps the one before.
                offset = min(offset &+ 8, other.count &- 8)
            }
        }
    }

    /// The same of fewer than eight bytes, four at a time where there are as many.
    @inline(__always)
    private func hasSameFewBytes(from start: Int, as other: UnsafeBufferPointer<UInt8>) -> Bool {
        guard other.count >= 4, let first = other.baseAddress else {
            for index in 0..<other.count {
                guard unsafe self[byte: start &+ index] == other[index] else { return false }
            }
            return true
        }
        let word = self[word: start]
        let behind = other.count &- 4
        let head = unsafe UnsafeRawPointer(first).loadUnaligned(as: UInt32.self)
        let tail = unsafe UnsafeRawPointer(first + behind).loadUnaligned(as: UInt32.self)
        return UInt32(truncatingIfNeeded: word) == UInt32(littleEndian: head)
            && UInt32(truncatingIfNeeded: word &>> UInt64(behind &* 8)) == UInt32(littleEndian: tail)
    }

    private func hasSameBytes(from start: Int, count: Int, as otherStart: Int, on tape: TapeView) -> Bool {
        var offset = 0
        while offset &+ 8 <= count {
            guard self[word: start &+ offset] == tape[word: otherStart &+ offset] else { return false }
            offset &+= 8
        }
        guard offset < count else { return true }
        let difference = self[word: start &+ offset] ^ tape[word: otherStart &+ offset]
        return difference & TextBytes.mask(count &- offset) == 0
    }

    private func unescaped(_ token: JSONToken) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(token.count)
        appendUnescaped(token, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Adds the bytes of a name or a text.
    func append(_ index: Int, to bytes: inout [UInt8]) {
        let token = self[index]
        guard token.kind == .text else { return }
        if token.hasEscapes { return appendUnescaped(token, to: &bytes) }
        unsafe withBytes(from: Int(token.start), count: token.count) { unsafe bytes.append(contentsOf: $0) }
    }

    private func appendUnescaped(_ token: JSONToken, to bytes: inout [UInt8]) {
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
