/// Reads JSON straight into Swift's types: `T(from: &reader)`.
///
/// It accepts what RFC 8259 allows and nothing else, in one pass. It refuses with a `RecordError`.
@safe
@frozen
public struct RecordReader: ~Copyable {
    @usableFromInline
    let base: UnsafePointer<UInt8>
    @usableFromInline
    let count: Int
    @usableFromInline
    var position = 0
    /// How many more lists and mappings may be opened inside each other.
    @usableFromInline
    var room: Int
    /// Whether fields that a record doesn't have are passed over, as in documents that an older version has written.
    @usableFromInline
    let skipsUnknownFields: Bool
    /// Media that came beside the bytes.
    @usableFromInline
    let attachment: Attachment?

    /// How deeply lists and mappings may be nested in what comes from outside.
    @_spi(Hosting) public static let maxDepth = 32
    /// How deeply they may be nested in what the kit itself has written.
    @usableFromInline static let ownDepth = 256

    @usableFromInline
    final class Attachment: Sendable {
        let media: Media
        init(_ media: Media) { self.media = media }
    }

    @inlinable
    init(_ bytes: UnsafeBufferPointer<UInt8>, depth: Int, skipsUnknownFields: Bool, attachment: Attachment?) {
        // An empty buffer may have no address; nothing is ever read from it.
        unsafe base = bytes.baseAddress ?? UnsafePointer(bitPattern: 1).unsafelyUnwrapped
        count = bytes.count
        room = depth
        self.skipsUnknownFields = skipsUnknownFields
        self.attachment = attachment
    }

    /// How many bytes have been read.
    @inlinable public var offset: Int { position }

    /// An error at the current offset, for types that are written by hand.
    @inlinable
    public func error(_ reason: RecordError.Reason) -> RecordError { RecordError(reason, at: position) }

    // MARK: - Bytes

    @inlinable
    mutating func skipSpace() {
        while position < count {
            switch unsafe base[position] {
            case 0x20, 0x0A, 0x0D, 0x09: position &+= 1
            default: return
            }
        }
    }

    /// The next byte that is no space, which stays; 0 at the end.
    @inlinable
    mutating func peek() -> UInt8 {
        skipSpace()
        return position < count ? unsafe base[position] : 0
    }

    @inlinable
    mutating func take(_ byte: UInt8) -> Bool {
        guard peek() == byte else { return false }
        position &+= 1
        return true
    }

    /// Takes a byte where nothing but it may stand.
    @inlinable
    mutating func expect(_ byte: UInt8, or reason: RecordError.Reason = .malformed) throws(RecordError) {
        guard take(byte) else { throw error(reason) }
    }

    /// Where the plain part of a text ends: at a quote, a backslash, a control character or a byte beyond ASCII.
    @inlinable
    func plainEnd(from start: Int) -> Int {
        var index = start
        while index &+ 8 <= count {
            let word = unsafe UInt64(littleEndian: UnsafeRawPointer(base + index).loadUnaligned(as: UInt64.self))
            let special = JSONBytes.special(in: word)
            guard special == 8 else { return index &+ special }
            index &+= 8
        }
        while index < count {
            let byte = unsafe base[index]
            if byte < 0x20 || byte >= 0x80 || byte == 0x22 || byte == 0x5C { break }
            index &+= 1
        }
        return index
    }

    // MARK: - Scalars

    /// Reads a text.
    @inlinable
    public mutating func text() throws(RecordError) -> String {
        try expect(0x22, or: .wrongType)
        let start = position
        let end = plainEnd(from: start)
        guard end < count, unsafe base[end] == 0x22 else { return try oddText(from: start, special: end) }
        position = end &+ 1
        return unsafe String(decoding: UnsafeBufferPointer(start: base + start, count: end &- start), as: UTF8.self)
    }

    /// Reads a text whose bytes a type takes as they are, such as a time; nil where the type doesn't take them.
    @inlinable
    mutating func plainText<T>(_ body: (UnsafeBufferPointer<UInt8>) -> T?) throws(RecordError) -> T? {
        skipSpace()
        let before = position
        try expect(0x22, or: .wrongType)
        let start = position
        let end = plainEnd(from: start)
        guard end < count, unsafe base[end] == 0x22 else {
            position = before
            var text = try text()
            return text.withUTF8 { unsafe body($0) }
        }
        position = end &+ 1
        return unsafe body(UnsafeBufferPointer(start: base + start, count: end &- start))
    }

    /// Reads a whole number, which is written without fraction and exponent.
    @inlinable
    public mutating func integer() throws(RecordError) -> Int64 {
        let first = peek()
        let isNegative = first == 0x2D
        if isNegative { position &+= 1 }
        let start = position
        var digits: UInt64 = 0
        while position < count {
            let digit = unsafe base[position] &- 0x30
            guard digit < 10 else { break }
            digits = digits &* 10 &+ UInt64(digit)
            position &+= 1
        }
        let length = position &- start
        guard length > 0 else {
            position = isNegative ? start &- 1 : start
            throw error(isNegative ? .malformed : .wrongType)
        }
        if length > 1, unsafe base[start] == 0x30 { throw error(.malformed) }
        if position < count {
            switch unsafe base[position] {
            case 0x2E, 0x65, 0x45: throw error(.wrongType)
            default: break
            }
        }
        // 19 digits fit 64 bits without sign; whether they fit with sign is looked at then.
        guard length <= 19, digits <= UInt64(Int64.max) &+ (isNegative ? 1 : 0) else { throw error(.wrongType) }
        return isNegative ? Int64(truncatingIfNeeded: 0 &- digits) : Int64(truncatingIfNeeded: digits)
    }

    /// Reads a number.
    public mutating func number() throws(RecordError) -> Double {
        switch try anyNumber() {
        case .integer(let integer): return Double(integer)
        case .number(let number): return number
        default: throw error(.wrongType)
        }
    }

    /// Reads `true` or `false`.
    @inlinable
    public mutating func boolean() throws(RecordError) -> Bool {
        switch peek() {
        case 0x74:
            try word("true")
            return true
        case 0x66:
            try word("false")
            return false
        default: throw error(.wrongType)
        }
    }

    /// Reads `null` if it comes next.
    @inlinable
    public mutating func null() throws(RecordError) -> Bool {
        guard peek() == 0x6E else { return false }
        try word("null")
        return true
    }

    @inlinable
    mutating func word(_ word: StaticString) throws(RecordError) {
        let length = word.utf8CodeUnitCount
        guard position &+ length <= count else { throw error(.malformed) }
        for index in 0..<length {
            guard unsafe base[position &+ index] == word.utf8Start[index] else { throw error(.malformed) }
        }
        position &+= length
    }

    // MARK: - Records

    /// Opens a record.
    @inlinable
    public mutating func beginRecord() throws(RecordError) -> RecordCursor {
        try expect(0x7B, or: .wrongType)
        try descend()
        return RecordCursor()
    }

    @inlinable
    mutating func descend() throws(RecordError) {
        guard room > 0 else { throw error(.tooDeep) }
        room &-= 1
    }

    /// The number of the next field, whose value is read next; nil at the record's end.
    @inlinable
    public mutating func nextField(
        _ cursor: inout RecordCursor, _ fields: RecordFields
    ) throws(RecordError) -> Int? {
        while true {
            guard try nextMember(isFirst: &cursor.isFirst, end: 0x7D) else { return nil }
            try expect(0x22)
            let start = position
            var found = hinted(cursor.expected, fields)
            if found == nil { found = try search(from: start, fields) }
            if let number = found {
                let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: number)
                guard cursor.seen & bit == 0 else { throw RecordError(.repeatedField, at: start) }
                cursor.seen |= bit
                cursor.expected = number &+ 1
                try expect(0x3A)
                return number
            }
            guard skipsUnknownFields else { throw RecordError(.unknownField, at: start) }
            try expect(0x3A)
            try skipValue()
        }
    }

    /// Goes to the next part of a list or mapping, past the comma; false at the end.
    @inlinable
    mutating func nextMember(isFirst: inout Bool, end: UInt8) throws(RecordError) -> Bool {
        if isFirst {
            isFirst = false
            guard take(end) else { return true }
        } else {
            if take(0x2C) { return true }
            try expect(end)
        }
        room &+= 1
        return false
    }

    /// The expected field, if its name comes next.
    @inlinable
    mutating func hinted(_ expected: Int, _ fields: RecordFields) -> Int? {
        guard expected < fields.count else { return nil }
        let name = unsafe fields.names[expected]
        let end = position &+ name.count
        guard end < count, unsafe base[end] == 0x22, isSame(name, at: position) else { return nil }
        position = end &+ 1
        return expected
    }

    @inlinable
    func isSame(_ name: RecordFields.Name, at start: Int) -> Bool {
        for index in 0..<name.count {
            guard unsafe base[start &+ index] == name.start[index] else { return false }
        }
        return true
    }

    /// Finds a name that did not come in its order; nil where the record doesn't have it.
    @usableFromInline
    mutating func search(from start: Int, _ fields: RecordFields) throws(RecordError) -> Int? {
        let end = plainEnd(from: start)
        guard end < count, unsafe base[end] == 0x22 else {
            // A name with escapes or beyond ASCII.
            let text = try oddText(from: start, special: end)
            for number in 0..<fields.count {
                let name = unsafe fields.names[number]
                let known = unsafe String(
                    decoding: UnsafeBufferPointer(start: name.start, count: name.count), as: UTF8.self)
                if known == text { return number }
            }
            return nil
        }
        position = end &+ 1
        for number in 0..<fields.count {
            let name = unsafe fields.names[number]
            if name.count == end &- start, isSame(name, at: start) { return number }
        }
        return nil
    }

    /// The error of a record that lacks a required field.
    @inlinable
    public func missing(_ field: Int) -> RecordError { RecordError(.missingField, at: position) }

    /// The error of a field that is out of bounds.
    @inlinable
    public func outOfBounds(_ field: Int) -> RecordError { RecordError(.outOfBounds, at: position) }

    // MARK: - Lists and maps

    /// Reads a list, element by element.
    @inlinable
    public mutating func list<Element: Shaped>(of type: Element.Type) throws(RecordError) -> [Element] {
        try expect(0x5B, or: .wrongType)
        try descend()
        var isFirst = true
        var elements: [Element] = []
        while try nextMember(isFirst: &isFirst, end: 0x5D) { elements.append(try Element(from: &self)) }
        return elements
    }

    /// Reads a mapping from any names to values of one type.
    @inlinable
    public mutating func map<Element: Shaped>(to type: Element.Type) throws(RecordError) -> [String: Element] {
        try expect(0x7B, or: .wrongType)
        try descend()
        var isFirst = true
        var elements: [String: Element] = [:]
        while try nextMember(isFirst: &isFirst, end: 0x7D) {
            let name = try text()
            try expect(0x3A)
            guard elements.updateValue(try Element(from: &self), forKey: name) == nil else {
                throw error(.repeatedField)
            }
        }
        return elements
    }
}
