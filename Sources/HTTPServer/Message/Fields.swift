/// The fields of a response, written once and sent as they are.
///
/// A value over bytes, so that fields which many responses share are made once and copied without work.
package struct Fields: Sendable, Equatable, ExpressibleByDictionaryLiteral {
    /// Lines with their ends, without the empty one that closes a head.
    package private(set) var bytes: [UInt8] = []

    /// No fields.
    package init() {}

    /// Takes lines that are written already, each with its end.
    package init(lines: [UInt8]) { bytes = lines }

    /// Makes fields of names and values.
    package init(dictionaryLiteral elements: (String, String)...) {
        for (name, value) in elements { add(name, value) }
    }

    /// Adds a field.
    ///
    /// What can't stand in a value, such as a line's end, becomes a space: nothing that a caller sends can begin
    /// another field. `Content-Length`, `Transfer-Encoding`, `Connection` and `Date` are the server's own.
    package mutating func add(_ name: String, _ value: String) {
        bytes.append(contentsOf: name.utf8)
        bytes.append(UInt8(ascii: ":"))
        bytes.append(UInt8(ascii: " "))
        let start = bytes.count
        bytes.append(contentsOf: value.utf8)
        for index in start..<bytes.count {
            let byte = bytes[index]
            if byte < 0x20 && byte != 0x09 || byte == 0x7F { bytes[index] = 0x20 }
        }
        bytes.append(UInt8(ascii: "\r"))
        bytes.append(UInt8(ascii: "\n"))
    }

    /// Adds what another block holds.
    package mutating func add(_ other: Fields) { bytes.append(contentsOf: other.bytes) }
}
