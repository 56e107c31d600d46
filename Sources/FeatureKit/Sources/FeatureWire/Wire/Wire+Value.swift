@_spi(Hosting) public import FeatureKit

// Plain data on the wire: a byte that says what it is, and what there is of it.

private enum ValueMark {
    static let null: UInt8 = 0
    static let no: UInt8 = 1
    static let yes: UInt8 = 2
    static let integer: UInt8 = 3
    static let number: UInt8 = 4
    static let text: UInt8 = 5
    static let list: UInt8 = 6
    static let object: UInt8 = 7
}

@_spi(Hosting) extension WireWriter {
    /// Writes plain data; what the other side would refuse becomes nothing and a `problem`.
    public mutating func value(_ value: Value) { self.value(value, depth: 1) }

    private mutating func value(_ value: Value, depth: Int) {
        parts += 1
        guard parts <= WireLimits.parts else {
            refuse("it has more than \(WireLimits.parts) parts")
            return byte(ValueMark.null)
        }
        switch value {
        case .null: byte(ValueMark.null)
        case .boolean(let value): byte(value ? ValueMark.yes : ValueMark.no)
        case .integer(let value):
            byte(ValueMark.integer)
            number(value)
        case .number(let value):
            guard value.isFinite else {
                refuse("a number in it is not finite")
                return byte(ValueMark.null)
            }
            byte(ValueMark.number)
            number(value.bitPattern)
        case .text(let value):
            byte(ValueMark.text)
            text(value)
        case .list(let values):
            guard mayNest(depth) else { return byte(ValueMark.null) }
            byte(ValueMark.list)
            list(values) { $0.value($1, depth: depth + 1) }
        case .object(let members):
            guard mayNest(depth) else { return byte(ValueMark.null) }
            byte(ValueMark.object)
            count(members.count)
            for (name, value) in members {
                text(name)
                self.value(value, depth: depth + 1)
            }
        }
    }

    private mutating func mayNest(_ depth: Int) -> Bool {
        guard depth > WireLimits.depth else { return true }
        refuse("it is nested deeper than \(WireLimits.depth)")
        return false
    }
}

@_spi(Hosting) extension WireReader {
    /// Reads plain data.
    public mutating func value() throws(WireError) -> Value { try value(depth: 1) }

    private mutating func value(depth: Int) throws(WireError) -> Value {
        parts += 1
        guard parts <= WireLimits.parts else { throw .tooLarge("more than \(WireLimits.parts) parts") }
        switch try byte() {
        case ValueMark.null: return .null
        case ValueMark.no: return .boolean(false)
        case ValueMark.yes: return .boolean(true)
        case ValueMark.integer: return .integer(try number(Int64.self))
        case ValueMark.number:
            let number = Double(bitPattern: try number(UInt64.self))
            guard number.isFinite else { throw .malformed("a number is not finite") }
            return .number(number)
        case ValueMark.text: return .text(try text())
        case ValueMark.list:
            try checkNesting(depth)
            return .list(try list { (reader) throws(WireError) in try reader.value(depth: depth + 1) })
        case ValueMark.object:
            try checkNesting(depth)
            let pairs = try list { (reader) throws(WireError) in
                (try reader.text(), try reader.value(depth: depth + 1))
            }
            let members = Members(pairs)
            guard members.count == pairs.count else { throw .malformed("a mapping has a name twice") }
            return .object(members)
        case let other: throw .malformed("\(other) is no kind of data")
        }
    }

    private func checkNesting(_ depth: Int) throws(WireError) {
        guard depth <= WireLimits.depth else { throw .tooLarge("nested deeper than \(WireLimits.depth)") }
    }
}
