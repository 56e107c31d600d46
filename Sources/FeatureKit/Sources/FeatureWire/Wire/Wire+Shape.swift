@_spi(Hosting) public import FeatureKit

// Shapes on the wire: a byte that says what is declared, its bounds, and what it is made of.

private enum ShapeMark {
    static let anything: UInt8 = 0
    static let boolean: UInt8 = 1
    static let integer: UInt8 = 2
    static let number: UInt8 = 3
    static let text: UInt8 = 4
    static let choice: UInt8 = 5
    static let duration: UInt8 = 6
    static let timestamp: UInt8 = 7
    static let path: UInt8 = 8
    static let secret: UInt8 = 9
    static let media: UInt8 = 10
    static let list: UInt8 = 11
    static let map: UInt8 = 12
    static let object: UInt8 = 13
}

private enum PresenceMark {
    static let required: UInt8 = 0
    static let optional: UInt8 = 1
    static let byDefault: UInt8 = 2
}

@_spi(Hosting) extension WireWriter {
    /// Writes a Shape.
    public mutating func shape(_ shape: Shape) { self.shape(shape, depth: 1) }

    private mutating func shape(_ shape: Shape, depth: Int) {
        guard depth <= WireLimits.depth else {
            refuse("it is nested deeper than \(WireLimits.depth)")
            return byte(ShapeMark.anything)
        }
        switch shape.kind {
        case .anything: byte(ShapeMark.anything)
        case .boolean: byte(ShapeMark.boolean)
        case .integer(let bounds):
            byte(ShapeMark.integer)
            number(bounds.lowerBound)
            number(bounds.upperBound)
        case .number(let bounds):
            byte(ShapeMark.number)
            number(bounds.lowerBound.bitPattern)
            number(bounds.upperBound.bitPattern)
        case .text(let length):
            byte(ShapeMark.text)
            self.bounds(length)
        case .choice(let words):
            byte(ShapeMark.choice)
            list(words) { $0.text($1) }
        case .duration(let bounds):
            byte(ShapeMark.duration)
            duration(bounds.lowerBound)
            duration(bounds.upperBound)
        case .timestamp: byte(ShapeMark.timestamp)
        case .path: byte(ShapeMark.path)
        case .secret: byte(ShapeMark.secret)
        case .media(let most):
            byte(ShapeMark.media)
            number(Int64(most))
        case .list(let element, let count):
            byte(ShapeMark.list)
            self.bounds(count)
            self.shape(element, depth: depth + 1)
        case .map(let element, let count):
            byte(ShapeMark.map)
            self.bounds(count)
            self.shape(element, depth: depth + 1)
        case .object(let fields):
            byte(ShapeMark.object)
            list(fields) { $0.field($1, depth: depth + 1) }
        @unknown default:
            refuse("its Shape is of a kind that no message holds")
            byte(ShapeMark.anything)
        }
    }

    private mutating func bounds(_ bounds: ClosedRange<Int>) {
        number(Int64(bounds.lowerBound))
        number(Int64(bounds.upperBound))
    }

    private mutating func field(_ field: Field, depth: Int) {
        text(field.name)
        shape(field.shape, depth: depth)
        text(field.sentence)
        if let value = field.defaultValue {
            byte(PresenceMark.byDefault)
            self.value(value)
        } else {
            byte(field.isRequired ? PresenceMark.required : PresenceMark.optional)
        }
        flag(field.isLive)
        list(field.previousNames) { $0.text($1) }
    }
}

@_spi(Hosting) extension WireReader {
    /// Reads a Shape.
    public mutating func shape() throws(WireError) -> Shape { try shape(depth: 1) }

    private mutating func shape(depth: Int) throws(WireError) -> Shape {
        guard depth <= WireLimits.depth else { throw .tooLarge("nested deeper than \(WireLimits.depth)") }
        // Shapes and data count together, so that neither can be made of millions of small parts.
        parts += 1
        guard parts <= WireLimits.parts else { throw .tooLarge("more than \(WireLimits.parts) parts") }
        switch try byte() {
        case ShapeMark.anything: return .anything
        case ShapeMark.boolean: return .boolean
        case ShapeMark.integer: return .integer(in: try range(number(Int64.self), number(Int64.self)))
        case ShapeMark.number:
            let lower = Double(bitPattern: try number(UInt64.self))
            let upper = Double(bitPattern: try number(UInt64.self))
            guard lower.isFinite, upper.isFinite else { throw .malformed("a bound is not finite") }
            return .number(in: try range(lower, upper))
        case ShapeMark.text: return .text(length: try bounds())
        case ShapeMark.choice: return .choice(try list { (reader) throws(WireError) in try reader.text() })
        case ShapeMark.duration: return .duration(in: try range(duration(), duration()))
        case ShapeMark.timestamp: return .timestamp
        case ShapeMark.path: return .path
        case ShapeMark.secret: return .secret
        case ShapeMark.media: return .media(upTo: Int(try number(Int64.self)))
        case ShapeMark.list:
            let count = try bounds()
            return .list(of: try shape(depth: depth + 1), count: count)
        case ShapeMark.map:
            let count = try bounds()
            return .map(of: try shape(depth: depth + 1), count: count)
        case ShapeMark.object:
            return .object(try list { (reader) throws(WireError) in try reader.field(depth: depth + 1) })
        case let other: throw .malformed("\(other) is no kind of Shape")
        }
    }

    private func range<Bound: Comparable>(_ lower: Bound, _ upper: Bound) throws(WireError) -> ClosedRange<Bound> {
        guard lower <= upper else { throw .malformed("bounds are the wrong way round") }
        return lower...upper
    }

    private mutating func bounds() throws(WireError) -> ClosedRange<Int> {
        let bounds = try range(number(Int64.self), number(Int64.self))
        return Int(bounds.lowerBound)...Int(bounds.upperBound)
    }

    private mutating func field(depth: Int) throws(WireError) -> Field {
        let name = try text()
        let shape = try shape(depth: depth)
        let sentence = try text()
        let field: Field
        switch try byte() {
        case PresenceMark.required: field = Field(name, shape, sentence)
        case PresenceMark.optional: field = Field(name, shape, sentence, optional: true)
        case PresenceMark.byDefault: field = Field(name, shape, sentence, default: try value())
        case let other: throw .malformed("\(other) does not say whether a field must be there")
        }
        let isLive = try flag()
        let previousNames = try list { (reader) throws(WireError) in try reader.text() }
        return (isLive ? field.live() : field).was(previousNames)
    }
}
