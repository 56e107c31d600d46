/// Walks the AD structures of an advertisement: a length, a type, and data.
public struct ADStructures: Sequence, IteratorProtocol {
    /// One structure.
    public struct Structure: Equatable {
        /// The number of its type.
        public let type: UInt8
        /// What it says.
        public let data: ArraySlice<UInt8>

        @inlinable
        init(type: UInt8, data: ArraySlice<UInt8>) { (self.type, self.data) = (type, data) }
    }

    /// The type whose data begins with a company's number.
    public static let manufacturer: UInt8 = 0xFF

    @usableFromInline var reader: ByteReader
    @usableFromInline var hasOverrun = false

    /// Whether a structure claimed more bytes than there were; the structures before it count.
    @inlinable public var overran: Bool { hasOverrun }

    /// Walks the data of an advertisement.
    @inlinable
    public init(_ data: ArraySlice<UInt8>) { reader = ByteReader(data) }

    /// The next structure; nil at the end.
    @inlinable
    public mutating func next() -> Structure? {
        // A length of zero ends the significant part early.
        guard !hasOverrun, let length = reader.byte(), length > 0 else {
            reader = ByteReader([])
            return nil
        }
        guard let type = reader.byte(), let data = reader.bytes(Int(length) - 1) else {
            hasOverrun = true
            return nil
        }
        return Structure(type: type, data: data)
    }
}
