/// A type that declares the Shape of its data, and reads and writes it.
///
/// `@Record` writes all of it for a struct; an enum of texts needs nothing but the protocol's name. A type that is
/// written by hand reads and writes JSON that fits its shape; the test kit's `expectShapeAgrees` proves that it does.
public protocol Shaped: Sendable {
    /// The Shape of the type's data.
    static var shape: Shape { get }

    /// Reads the data.
    init(from reader: inout RecordReader) throws(RecordError)

    /// Writes the data.
    func write(to writer: inout RecordWriter)

    /// Whether reading refuses everything that the shape refuses, so that the data need not be checked before;
    /// `@Record` declares it for the code that it writes.
    static var readsExactly: Bool { get }
}

extension Shaped {
    /// A type that is written by hand may accept more than its shape.
    public static var readsExactly: Bool { false }
}

/// Nothing at all: a route's request without parameters, or its reply without a body.
public struct Nothing: Shaped, Equatable, Codable {
    /// A mapping without fields.
    public static let shape = Shape.object([])
    /// Nothing but an empty mapping is accepted.
    public static var readsExactly: Bool { true }
    private static let fields = RecordFields()

    /// Makes nothing.
    public init() {}

    /// Reads an empty mapping.
    public init(from reader: inout RecordReader) throws(RecordError) {
        var cursor = try reader.beginRecord()
        while try reader.nextField(&cursor, Self.fields) != nil {}
    }

    /// Writes an empty mapping.
    public func write(to writer: inout RecordWriter) {
        writer.beginRecord()
        writer.endRecord()
    }
}

/// The settings of a feature that has none.
public typealias NoSettings = Nothing

extension Bool: Shaped {
    /// True or false.
    public static var shape: Shape { .boolean }
    /// Whatever the shape refuses is refused.
    public static var readsExactly: Bool { true }
    /// Reads true or false.
    @inlinable public init(from reader: inout RecordReader) throws(RecordError) { self = try reader.boolean() }
    /// Writes true or false.
    @inlinable public func write(to writer: inout RecordWriter) { writer.boolean(self) }
}

extension Int: Shaped {
    /// A whole number.
    public static var shape: Shape { .integer() }
    /// Whatever the shape refuses is refused.
    public static var readsExactly: Bool { true }
    /// Reads a whole number.
    @inlinable public init(from reader: inout RecordReader) throws(RecordError) { self = Int(try reader.integer()) }
    /// Writes a whole number.
    @inlinable public func write(to writer: inout RecordWriter) { writer.integer(Int64(self)) }
}

extension Int64: Shaped {
    /// A whole number.
    public static var shape: Shape { .integer() }
    /// Whatever the shape refuses is refused.
    public static var readsExactly: Bool { true }
    /// Reads a whole number.
    @inlinable public init(from reader: inout RecordReader) throws(RecordError) { self = try reader.integer() }
    /// Writes a whole number.
    @inlinable public func write(to writer: inout RecordWriter) { writer.integer(self) }
}

extension Double: Shaped {
    /// A finite number.
    public static var shape: Shape { .number() }
    /// Whatever the shape refuses is refused.
    public static var readsExactly: Bool { true }
    /// Reads a number.
    @inlinable public init(from reader: inout RecordReader) throws(RecordError) { self = try reader.number() }
    /// Writes a number.
    @inlinable public func write(to writer: inout RecordWriter) { writer.number(self) }
}

extension String: Shaped {
    /// A text.
    public static var shape: Shape { .text() }
    /// Reads a text.
    @inlinable public init(from reader: inout RecordReader) throws(RecordError) { self = try reader.text() }
    /// Writes a text.
    @inlinable public func write(to writer: inout RecordWriter) { writer.text(self) }
}

extension Duration: Shaped {
    /// A duration such as `5s`.
    public static var shape: Shape { .duration() }

    /// Reads a duration.
    public init(from reader: inout RecordReader) throws(RecordError) {
        guard let duration = DurationText.parse(try reader.text()) else { throw reader.error(.wrongType) }
        self = duration
    }

    /// Writes a duration.
    public func write(to writer: inout RecordWriter) { writer.text(DurationText.print(self)) }
}

extension Value: Shaped {
    /// Any plain data.
    public static var shape: Shape { .anything }
    /// Whatever the shape refuses is refused.
    public static var readsExactly: Bool { true }
    /// Reads any plain data.
    public init(from reader: inout RecordReader) throws(RecordError) { self = try reader.value() }
    /// Writes any plain data.
    public func write(to writer: inout RecordWriter) { writer.value(self) }
}

extension Array: Shaped where Element: Shaped {
    /// A list of the element's shape.
    public static var shape: Shape { .list(of: Element.shape) }
    /// Reads a list.
    @inlinable public init(from reader: inout RecordReader) throws(RecordError) {
        self = try reader.list(of: Element.self)
    }
    /// Writes a list.
    @inlinable public func write(to writer: inout RecordWriter) { writer.list(self) }
}

extension Dictionary: Shaped where Key == String, Value: Shaped {
    /// A mapping from any names to the value's shape.
    public static var shape: Shape { .map(of: Value.shape) }
    /// Reads a mapping.
    @inlinable public init(from reader: inout RecordReader) throws(RecordError) {
        self = try reader.map(to: Value.self)
    }
    /// Writes a mapping, by the order of its names.
    @inlinable public func write(to writer: inout RecordWriter) { writer.map(self) }
}

extension Shaped where Self: RawRepresentable & CaseIterable, RawValue == String {
    /// One of the enum's cases.
    public static var shape: Shape { .choice(of: Self.self) }
    /// Whatever the shape refuses is refused.
    public static var readsExactly: Bool { true }

    /// Reads a case.
    @inlinable
    public init(from reader: inout RecordReader) throws(RecordError) {
        guard let known = Self(rawValue: try reader.text()) else { throw reader.error(.outOfBounds) }
        self = known
    }

    /// Writes a case.
    @inlinable public func write(to writer: inout RecordWriter) { writer.text(rawValue) }
}

// Until the last modules are records: types that were written for Codable go through a tree.
extension Shaped where Self: Codable {
    /// Reads the data through `Decodable`.
    public init(from reader: inout RecordReader) throws(RecordError) {
        let start = reader.offset
        let value = try reader.value()
        let attached = reader.attachment?.media
        do { self = try Self.shape.completed(value).decoded(codable: Self.self, attached: attached) } catch {
            throw RecordError(.refused, at: start)
        }
    }

    /// Writes the data through `Encodable`.
    public func write(to writer: inout RecordWriter) {
        do { writer.value(try Value(codable: self, revealing: writer.revealsSecrets)) } catch {
            writer.refuse("\(error)")
        }
    }
}

extension Shaped where Self: Codable & RawRepresentable & CaseIterable, RawValue == String {
    /// Reads a case.
    public init(from reader: inout RecordReader) throws(RecordError) {
        guard let known = Self(rawValue: try reader.text()) else { throw reader.error(.outOfBounds) }
        self = known
    }

    /// Writes a case.
    public func write(to writer: inout RecordWriter) { writer.text(rawValue) }
}
