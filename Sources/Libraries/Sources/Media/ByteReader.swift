/// Reads numbers and words of bytes; whatever lies beyond their end is nil.
struct ByteReader {
    let bytes: [UInt8]
    /// Where they end.
    let count: Int

    init(_ bytes: [UInt8], upTo end: Int = .max) {
        self.bytes = bytes
        count = min(end, bytes.count)
    }

    subscript(place: Int) -> Int? { (0..<count).contains(place) ? Int(bytes[place]) : nil }

    /// A big-endian number.
    func big(at start: Int, count length: Int) -> Int? { part(start, length)?.reduce(0) { $0 << 8 | Int($1) } }

    /// A little-endian number.
    func little(at start: Int, count length: Int) -> Int? {
        part(start, length)?.reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    /// Four letters of UTF-8.
    func word(at start: Int) -> String? { part(start, 4).flatMap { String(validating: $0, as: UTF8.self) } }

    private func part(_ start: Int, _ length: Int) -> ArraySlice<UInt8>? {
        start >= 0 && start <= count - length ? bytes[start..<start + length] : nil
    }
}
