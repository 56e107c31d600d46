@_spi(Hosting) package import FeatureKit

/// Writes JSON piece by piece into bytes of its own; commas come by themselves.
package struct JSONWriter: Sendable {
    package private(set) var bytes: [UInt8] = []
    /// Whether something stands before, that a comma has to follow.
    private var isAfterValue = false

    package init() {}

    /// Forgets what was written and keeps the memory.
    package mutating func clear() {
        bytes.removeAll(keepingCapacity: true)
        isAfterValue = false
    }

    package mutating func beginObject() { open(UInt8(ascii: "{")) }
    package mutating func endObject() { close(UInt8(ascii: "}")) }
    package mutating func beginList() { open(UInt8(ascii: "[")) }
    package mutating func endList() { close(UInt8(ascii: "]")) }

    /// Writes a member's name; its value comes next.
    package mutating func name(_ name: String) {
        write(name)
        bytes.append(UInt8(ascii: ":"))
        isAfterValue = false
    }

    package mutating func write(_ text: String) {
        separate()
        var quoted = ""
        Value.write(text, to: &quoted)
        bytes += quoted.utf8
    }

    package mutating func write(_ integer: Int64) { raw("\(integer)") }
    package mutating func write(_ number: Double) { raw(number.isFinite ? number.description : "null") }
    package mutating func write(_ boolean: Bool) { raw(boolean ? "true" : "false") }
    package mutating func writeNull() { raw("null") }
    package mutating func write(_ value: Value) { raw(value.json) }

    private mutating func raw(_ json: String) {
        separate()
        bytes += json.utf8
    }

    private mutating func separate() {
        if isAfterValue { bytes.append(UInt8(ascii: ",")) }
        isAfterValue = true
    }

    private mutating func open(_ bracket: UInt8) {
        separate()
        bytes.append(bracket)
        isAfterValue = false
    }

    private mutating func close(_ bracket: UInt8) {
        bytes.append(bracket)
        isAfterValue = true
    }
}
