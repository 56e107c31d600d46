extension Shaped {
    /// Reads the data from JSON.
    ///
    /// - Throws: `RecordError` where the bytes are no JSON or don't fit the shape.
    public init(json bytes: [UInt8]) throws { self = try Self.read(json: bytes.span).get() }

    /// Reads the data from JSON.
    ///
    /// - Parameters:
    ///   - skipsUnknownFields: Whether fields that a record doesn't have are passed over.
    ///   - attachment: Media that came beside the bytes, in the place of a value that stands for them.
    ///   - depth: How deeply lists and mappings may be nested.
    @_spi(Hosting) public static func read(
        json bytes: borrowing Span<UInt8>, skipsUnknownFields: Bool = false, attachment: Media? = nil,
        depth: Int = RecordReader.maxDepth
    ) -> Result<Self, RecordError> {
        let attached = attachment.map(RecordReader.Attachment.init)
        return unsafe bytes.withUnsafeBufferPointer { bytes in
            var reader = unsafe RecordReader(
                bytes, depth: depth, skipsUnknownFields: skipsUnknownFields, attachment: attached)
            return reader.readWhole(Self.self)
        }
    }

    /// The data as JSON on one line, secrets as `<redacted>`.
    public var json: String { String(decoding: (try? jsonBytes()) ?? [], as: UTF8.self) }

    /// The data as JSON on one line.
    ///
    /// - Throws: `UnwritableRecord` where a type's own code refuses.
    @_spi(Hosting) public func jsonBytes(revealing: Bool = false) throws -> [UInt8] {
        var writer = RecordWriter(revealsSecrets: revealing)
        // Most have no more bytes, and none is moved while they are written.
        writer.bytes.reserveCapacity(256)
        write(to: &writer)
        if let failure = writer.failure { throw UnwritableRecord(description: failure) }
        return writer.bytes
    }
}

extension Shaped {
    /// Writes the data as JSON on one line after what stands in `bytes`.
    ///
    /// - Throws: `UnwritableRecord` where a type's own code refuses; the bytes are then as they were.
    @_spi(Hosting) public func writeJSON(to bytes: inout [UInt8], revealing: Bool = false) throws {
        let start = bytes.count
        var writer = RecordWriter(revealsSecrets: revealing)
        swap(&bytes, &writer.bytes)
        write(to: &writer)
        swap(&bytes, &writer.bytes)
        if let failure = writer.failure {
            bytes.removeSubrange(start...)
            throw UnwritableRecord(description: failure)
        }
    }
}

extension Shaped {
    /// The data as another type of the same shape or of some of its fields, secrets and all.
    func converted<T: Shaped>(to type: T.Type) throws -> T {
        let bytes = try jsonBytes(revealing: true)
        return try T.read(json: bytes.span, skipsUnknownFields: true, depth: RecordReader.ownDepth).get()
    }
}

/// Why data could not be written.
@_spi(Hosting) public struct UnwritableRecord: Error, CustomStringConvertible {
    /// The reason.
    public let description: String
}

extension Value {
    /// Writes data as a tree, its secrets as `<redacted>`.
    public init(encoding data: some Shaped) throws { try self.init(encoding: data, revealing: false) }

    /// Writes data as a tree with the text of its secrets: for the reader they are meant for, never for what is shown
    /// or kept.
    @_spi(Hosting) public init(revealing data: some Shaped) throws { try self.init(encoding: data, revealing: true) }

    private init(encoding data: some Shaped, revealing: Bool) throws {
        // JSON has no word for infinity, and scalars need no detour.
        switch data {
        case let value as Value: self = value
        case let text as String: self = .text(text)
        case let number as Double: self = .number(number)
        case let integer as Int: self = .integer(Int64(integer))
        case let boolean as Bool: self = .boolean(boolean)
        default: try self.init(written: data, revealing: revealing)
        }
    }

    private init(written data: some Shaped, revealing: Bool) throws {
        let bytes = try data.jsonBytes(revealing: revealing)
        self = try Value.read(json: bytes.span, depth: RecordReader.ownDepth).get()
    }

    /// Reads the tree as a type.
    ///
    /// - Throws: `RecordError`; after `Shape.problems(in:)` found none, that is a mistake in the type's own code.
    public func decoded<T: Shaped>(as type: T.Type) throws -> T {
        let bytes = try jsonBytes()
        return try T.read(json: bytes.span, depth: RecordReader.ownDepth).get()
    }

    /// Reads the tree as a type that takes media which came beside the data.
    func decoded<T: Shaped>(as type: T.Type, with attachment: Media) throws -> T {
        let bytes = try jsonBytes()
        return try T.read(json: bytes.span, attachment: attachment, depth: RecordReader.ownDepth).get()
    }
}
