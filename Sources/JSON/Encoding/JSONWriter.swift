package import FeatureKit

/// Writes JSON on one line, piece by piece; commas come by themselves.
package struct JSONWriter: Sendable {
    package internal(set) var bytes: [UInt8] = []
    /// Whether something stands before, so that a comma has to follow.
    var isAfterValue = false

    package init() {}

    /// Forgets what was written and keeps the memory.
    package mutating func clear() {
        bytes.removeAll(keepingCapacity: true)
        isAfterValue = false
    }

    package mutating func beginObject() { begin(UInt8(ascii: "{")) }
    package mutating func endObject() { end(UInt8(ascii: "}")) }
    package mutating func beginList() { begin(UInt8(ascii: "[")) }
    package mutating func endList() { end(UInt8(ascii: "]")) }

    /// Writes a member's name; its value comes next.
    package mutating func name(_ name: String) {
        quote(name, after: isAfterValue ? UInt8(ascii: ",") : nil, before: UInt8(ascii: ":"))
        isAfterValue = false
    }

    package mutating func write(_ text: String) {
        quote(text, after: isAfterValue ? UInt8(ascii: ",") : nil, before: nil)
        isAfterValue = true
    }

    package mutating func write(_ boolean: Bool) { write(word: boolean ? "true" : "false") }
    package mutating func writeNull() { write(word: "null") }

    /// Writes a number with a fraction, in as few digits as tell it from all others; `null` where it is not finite.
    package mutating func write(_ number: Double) {
        guard number.isFinite else { return writeNull() }
        separate()
        bytes += number.description.utf8
    }

    package mutating func write(_ integer: Int64) {
        separate()
        if integer < 0 { bytes.append(UInt8(ascii: "-")) }
        append(digits: integer.magnitude)
    }

    /// Writes plain data, with the members of mappings in their order.
    package mutating func write(_ value: Value) {
        switch value {
        case .null: writeNull()
        case .boolean(let boolean): write(boolean)
        case .integer(let integer): write(integer)
        case .number(let number): write(number)
        case .text(let text): write(text)
        case .list(let list):
            beginList()
            for element in list { write(element) }
            endList()
        case .object(let members):
            beginObject()
            for (name, value) in members {
                self.name(name)
                write(value)
            }
            endObject()
        }
    }

    @inline(__always)
    private mutating func separate() {
        if isAfterValue { bytes.append(UInt8(ascii: ",")) }
        isAfterValue = true
    }

    private mutating func begin(_ bracket: UInt8) {
        separate()
        bytes.append(bracket)
        isAfterValue = false
    }

    private mutating func end(_ bracket: UInt8) {
        bytes.append(bracket)
        isAfterValue = true
    }

    private mutating func write(word: StaticString) {
        separate()
        for offset in 0..<word.utf8CodeUnitCount { unsafe bytes.append(word.utf8Start[offset]) }
    }

    private mutating func append(digits number: UInt64) {
        // From the last one to the first, which 64 bits have 20 of at most.
        var digits = InlineArray<20, UInt8>(repeating: UInt8(ascii: "0"))
        var first = 20
        var rest = number
        repeat {
            first &-= 1
            let (tens, digit) = rest.quotientAndRemainder(dividingBy: 10)
            digits[first] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: digit)
            rest = tens
        } while rest > 0
        bytes.append(addingCapacity: 20 &- first) { out in
            for index in first..<20 { out.append(digits[index]) }
        }
    }
}
