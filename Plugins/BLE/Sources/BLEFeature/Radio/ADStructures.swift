/// Walks the AD structures of an advertisement: a length, a type, and data.
struct ADStructures: Sequence, IteratorProtocol {
    struct Structure: Equatable {
        let type: UInt8
        let data: ArraySlice<UInt8>
    }

    /// The type whose data begins with a company's number.
    static let manufacturer: UInt8 = 0xFF

    private var reader: ByteReader
    /// Whether a structure claimed more bytes than there were; what came before it counts.
    private(set) var overran = false

    init(_ data: ArraySlice<UInt8>) { reader = ByteReader(data) }

    mutating func next() -> Structure? {
        // A length of zero ends the significant part early.
        guard !overran, let length = reader.byte(), length > 0 else {
            reader = ByteReader([])
            return nil
        }
        guard let type = reader.byte(), let data = reader.bytes(Int(length) - 1) else {
            overran = true
            return nil
        }
        return Structure(type: type, data: data)
    }
}
