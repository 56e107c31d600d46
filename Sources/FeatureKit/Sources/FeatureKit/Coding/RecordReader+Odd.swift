// What is rare or long enough not to be inlined: texts with escapes, numbers with fractions, values of any type.

extension RecordReader {
    /// Reads the rest of a text that is not plain ASCII, from its start and its first special byte.
    @usableFromInline
    mutating func oddText(from start: Int, special: Int) throws(RecordError) -> String {
        var bytes: [UInt8] = []
        var index = special
        unsafe bytes.append(contentsOf: UnsafeBufferPointer(start: base + start, count: special - start))
        while true {
            guard index < count else { throw RecordError(.malformed, at: index) }
            let byte = unsafe base[index]
            switch byte {
            case 0x22:
                position = index + 1
                guard let text = String(validating: bytes, as: UTF8.self) else {
                    throw RecordError(.malformed, at: start)
                }
                return text
            case 0x5C: index = try escape(at: index, into: &bytes)
            case 0..<0x20: throw RecordError(.malformed, at: index)
            default:
                bytes.append(byte)
                index += 1
            }
        }
    }

    /// Reads an escape; returns the index after it.
    private func escape(at index: Int, into bytes: inout [UInt8]) throws(RecordError) -> Int {
        guard index + 1 < count else { throw RecordError(.malformed, at: index) }
        switch unsafe base[index + 1] {
        case let byte where byte == 0x22 || byte == 0x5C || byte == 0x2F: bytes.append(byte)
        case UInt8(ascii: "b"): bytes.append(0x08)
        case UInt8(ascii: "f"): bytes.append(0x0C)
        case UInt8(ascii: "n"): bytes.append(0x0A)
        case UInt8(ascii: "r"): bytes.append(0x0D)
        case UInt8(ascii: "t"): bytes.append(0x09)
        case UInt8(ascii: "u"):
            let unit = try hexDigits(at: index + 2)
            guard 0xD800..<0xE000 ~= unit else {
                append(UInt32(unit), to: &bytes)
                return index + 6
            }
            guard unit < 0xDC00, index + 7 < count, unsafe base[index + 6] == 0x5C,
                unsafe base[index + 7] == UInt8(ascii: "u")
            else { throw RecordError(.malformed, at: index) }
            let low = try hexDigits(at: index + 8)
            guard 0xDC00..<0xE000 ~= low else { throw RecordError(.malformed, at: index) }
            append(0x1_0000 + (UInt32(unit) & 0x3FF) << 10 + UInt32(low) & 0x3FF, to: &bytes)
            return index + 12
        default: throw RecordError(.malformed, at: index)
        }
        return index + 2
    }

    private func append(_ scalar: UInt32, to bytes: inout [UInt8]) {
        guard let scalar = Unicode.Scalar(scalar), let encoded = UTF8.encode(scalar) else { return }
        bytes.append(contentsOf: encoded)
    }

    private func hexDigits(at index: Int) throws(RecordError) -> UInt16 {
        guard index + 4 <= count else { throw RecordError(.malformed, at: index) }
        var unit: UInt16 = 0
        for offset in 0..<4 {
            guard let digit = unsafe Character(Unicode.Scalar(base[index + offset])).hexDigitValue,
                unsafe base[index + offset] < 0x80
            else { throw RecordError(.malformed, at: index) }
            unit = unit << 4 | UInt16(digit)
        }
        return unit
    }

    /// Reads a number: `.integer` where it is written as a whole number that fits 64 bits, else `.number`.
    mutating func anyNumber() throws(RecordError) -> Value {
        _ = peek()
        let start = position
        var isWhole = true
        if next() == UInt8(ascii: "-") { position += 1 }
        let firstDigit = position
        try skipDigits()
        if position - firstDigit > 1, unsafe base[firstDigit] == UInt8(ascii: "0") { throw error(.malformed) }
        if next() == UInt8(ascii: ".") {
            isWhole = false
            position += 1
            try skipDigits()
        }
        if next() | 0x20 == UInt8(ascii: "e") {
            isWhole = false
            position += 1
            if next() == UInt8(ascii: "+") || next() == UInt8(ascii: "-") { position += 1 }
            try skipDigits()
        }
        let text = unsafe String(
            decoding: UnsafeBufferPointer(start: base + start, count: position - start), as: UTF8.self)
        if isWhole, let integer = Int64(text) { return .integer(integer) }
        guard let number = Double(text), number.isFinite else { throw RecordError(.malformed, at: start) }
        return .number(number)
    }

    /// The next byte as it is; 0 at the end.
    private func next() -> UInt8 { position < count ? unsafe base[position] : 0 }

    private mutating func skipDigits() throws(RecordError) {
        let start = position
        while (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(next()) { position += 1 }
        guard position > start else { throw error(start == position && next() == 0 ? .malformed : .wrongType) }
    }

    /// Reads a value of any type.
    public mutating func value() throws(RecordError) -> Value {
        switch peek() {
        case UInt8(ascii: "\""): return .text(try text())
        case UInt8(ascii: "{"):
            position += 1
            try descend()
            var isFirst = true
            var members = Members()
            while try nextMember(isFirst: &isFirst, end: UInt8(ascii: "}")) {
                let name = try text()
                try expect(UInt8(ascii: ":"))
                guard members[name] == nil else { throw error(.repeatedField) }
                members[name] = try value()
            }
            return .object(members)
        case UInt8(ascii: "["): return .list(try list(of: Value.self))
        case UInt8(ascii: "t"), UInt8(ascii: "f"): return .boolean(try boolean())
        case UInt8(ascii: "n"):
            try word("null")
            return .null
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try anyNumber()
        default: throw error(.malformed)
        }
    }

    /// Passes over a value of any type.
    @usableFromInline
    mutating func skipValue() throws(RecordError) { _ = try value() }

    /// The media that came beside the bytes, where an empty mapping stands for them.
    mutating func attachedMedia() throws(RecordError) -> Media? {
        guard let attachment, peek() == UInt8(ascii: "{") else { return nil }
        let start = position
        position += 1
        guard take(UInt8(ascii: "}")) else {
            position = start
            return nil
        }
        return attachment.media
    }

    /// Reads a value after which nothing but spaces may come.
    mutating func readWhole<T: Shaped>(_ type: T.Type) -> Result<T, RecordError> {
        do {
            let value = try T(from: &self)
            skipSpace()
            return position == count ? .success(value) : .failure(error(.malformed))
        } catch { return .failure(error) }
    }
}
