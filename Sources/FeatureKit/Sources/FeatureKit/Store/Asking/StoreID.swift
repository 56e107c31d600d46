/// The ids of documents and blobs.
@_spi(Hosting) public enum StoreID {
    /// An id that nobody else makes: 26 letters and digits that say nothing, not even when they were made.
    public static func random() -> String {
        var bits = UInt128.random(in: 0 ... .max)
        let letters = (0..<26).map { _ in
            defer { bits >>= 5 }
            return alphabet[Int(truncatingIfNeeded: bits & 31)]
        }
        return String(decoding: letters, as: UTF8.self)
    }

    private static let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
    }

    /// Refuses what is no id.
    package static func check(_ id: String) throws(StoreError) {
        guard (1...StoreLimits.idBytes).contains(id.utf8.count), !id.unicodeScalars.contains(where: isControl)
        else { throw .noID(id) }
    }
}
