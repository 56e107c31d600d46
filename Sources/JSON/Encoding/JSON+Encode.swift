internal import FeatureKit

extension JSON {
    /// Writes a value through its `Encodable` as JSON on one line, which means what `Value(encoding:).json` means.
    ///
    /// - Throws: What its `Encodable` throws, `EncodingError` for whole numbers beyond 64 bits with sign; the bytes
    ///   are then as they were.
    package static func encode(_ value: some Encodable, into bytes: inout [UInt8]) throws {
        let start = bytes.count
        let sheet = EncodingSheet()
        sheet.edit { swap(&bytes, &$0.writer.bytes) }
        // An error comes again from the tree, with the way to where it came from.
        let isWritten = (try? sheet.nest(value)) != nil
        let (isDone, mayRepeat) = sheet.edit { page in
            swap(&bytes, &page.writer.bytes)
            return (isWritten && !page.isSpoiled, page.mayRepeat)
        }
        if isDone, !mayRepeat || !hasRepetition(bytes, from: start) { return }
        bytes.removeSubrange(start...)
        var writer = JSONWriter()
        swap(&bytes, &writer.bytes)
        defer { swap(&bytes, &writer.bytes) }
        writer.write(try Value(encoding: value))
    }

    /// Whether some mapping has a name twice, which is the only thing that can be wrong with what was written.
    private static func hasRepetition(_ bytes: [UInt8], from start: Int) -> Bool {
        var reader = JSONReader(limits: .none)
        return (try? reader.read(bytes.span.extracting(start...))) == nil
    }
}
