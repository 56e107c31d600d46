/// Writes Swift's types straight as JSON on one line: `value.write(to: &writer)`.
@frozen
public struct RecordWriter: Sendable {
    /// What was written.
    @usableFromInline
    var bytes: [UInt8]
    /// Whether a value stands before, so that a comma has to follow.
    @usableFromInline
    var needsComma = false
    /// Whether secrets are written as their text, for the reader that they are meant for, and not as `<redacted>`.
    public let revealsSecrets: Bool
    /// Why something could not be written; what was written is of no use then.
    @usableFromInline
    var failure: String?

    /// Starts with nothing written, or goes on after what was written.
    @_spi(Hosting) public init(after bytes: consuming [UInt8] = [], revealsSecrets: Bool = false) {
        self.bytes = bytes
        self.revealsSecrets = revealsSecrets
    }

    /// Marks the value as one that can't be written; the first reason counts.
    public mutating func refuse(_ reason: String) {
        if failure == nil { failure = reason }
        null()
    }

    @inlinable
    @inline(__always)
    mutating func separate() {
        if needsComma { bytes.append(0x2C) }
        needsComma = true
    }

    @inlinable
    @inline(__always)
    mutating func append(_ text: UnsafeBufferPointer<UInt8>, before first: UInt8, after last: UInt8) {
        bytes.append(addingCapacity: text.count &+ 3) { out in
            if needsComma { out.append(0x2C) }
            out.append(first)
            unsafe out.withUnsafeMutableBufferPointer { out, count in
                guard let start = out.baseAddress, let source = text.baseAddress, out.count &- count >= text.count
                else { return }
                unsafe (start + count).initialize(from: source, count: text.count)
                count &+= text.count
            }
            out.append(last)
        }
        needsComma = true
    }

    // MARK: - Scalars

    /// Writes a text.
    @inlinable
    public mutating func text(_ text: String) {
        let isWritten =
            unsafe text.utf8.withContiguousStorageIfAvailable { text in
                guard unsafe JSONBytes.needsNoEscape(text) else { return false }
                unsafe append(text, before: 0x22, after: 0x22)
                return true
            } ?? false
        if !isWritten { escaped(text) }
    }

    @usableFromInline
    @inline(never)
    mutating func escaped(_ text: String) {
        var quoted = ""
        Value.write(text, to: &quoted)
        separate()
        bytes += quoted.utf8
    }

    /// Writes a whole number.
    @inlinable
    public mutating func integer(_ integer: Int64) {
        separate()
        if integer < 0 { bytes.append(0x2D) }
        var digits = InlineArray<20, UInt8>(repeating: 0)
        var first = 20
        var rest = integer.magnitude
        repeat {
            first &-= 1
            digits[first] = 0x30 &+ UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        } while rest > 0
        bytes.append(addingCapacity: 20 &- first) { out in
            for index in first..<20 { out.append(digits[index]) }
        }
    }

    /// Writes a number in the fewest digits that identify it; `null` where it is not finite.
    public mutating func number(_ number: Double) {
        guard number.isFinite else { return null() }
        separate()
        bytes += number.description.utf8
    }

    /// Writes `true` or `false`.
    @inlinable
    public mutating func boolean(_ boolean: Bool) { word(boolean ? "true" : "false") }

    /// Writes `null`.
    @inlinable
    public mutating func null() { word("null") }

    @inlinable
    mutating func word(_ word: StaticString) {
        separate()
        unsafe bytes.append(contentsOf: UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
    }

    // MARK: - Records

    /// Opens a record.
    @inlinable
    public mutating func beginRecord() {
        separate()
        bytes.append(0x7B)
        needsComma = false
    }

    /// Writes the name of a field, which needs no escapes; its value is written next.
    @inlinable
    public mutating func field(_ name: StaticString) {
        if needsComma { bytes.append(0x2C) }
        bytes.append(addingCapacity: name.utf8CodeUnitCount &+ 3) { out in
            out.append(0x22)
            if name.hasPointerRepresentation {
                for index in 0..<name.utf8CodeUnitCount { unsafe out.append(name.utf8Start[index]) }
            } else {
                for byte in name.description.utf8.prefix(4) { out.append(byte) }
            }
            out.append(0x22)
            out.append(0x3A)
        }
        needsComma = false
    }

    /// Writes the name of a member, which may be any text; its value is written next.
    @inlinable
    public mutating func member(_ name: String) {
        text(name)
        bytes.append(0x3A)
        needsComma = false
    }

    /// Closes a record.
    @inlinable
    public mutating func endRecord() {
        bytes.append(0x7D)
        needsComma = true
    }

    // MARK: - Lists and maps

    /// Writes a list.
    @inlinable
    public mutating func list(_ elements: [some Shaped]) {
        separate()
        bytes.append(0x5B)
        needsComma = false
        for element in elements { element.write(to: &self) }
        bytes.append(0x5D)
        needsComma = true
    }

    /// Writes a mapping, sorted by name.
    @inlinable
    public mutating func map(_ elements: [String: some Shaped]) {
        beginRecord()
        for (name, element) in elements.sorted(by: { $0.key < $1.key }) {
            member(name)
            element.write(to: &self)
        }
        endRecord()
    }

    /// Writes a value of any type, with the members of mappings in their order.
    public mutating func value(_ value: Value) {
        switch value {
        case .null: null()
        case .boolean(let boolean): self.boolean(boolean)
        case .integer(let integer): self.integer(integer)
        case .number(let number): self.number(number)
        case .text(let text): self.text(text)
        case .list(let list): self.list(list)
        case .object(let members):
            beginRecord()
            for (name, value) in members {
                member(name)
                self.value(value)
            }
            endRecord()
        }
    }
}
