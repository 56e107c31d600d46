/// The ids of documents and blobs.
enum StoreID {
    /// An id that nobody else makes: 26 letters and digits that sort by the time of their making would tell it, so
    /// these don't.
    static func random() -> String {
        let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz")
        var bits = UInt128.random(in: 0 ... .max)
        return String(
            (0..<26).map { _ in
                defer { bits >>= 5 }
                return alphabet[Int(truncatingIfNeeded: bits & 31)]
            })
    }

    /// Refuses what is no id.
    static func check(_ id: String) throws(StoreError) {
        guard (1...StoreLimits.idBytes).contains(id.utf8.count), !id.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F })
        else { throw .noID(id) }
    }
}
