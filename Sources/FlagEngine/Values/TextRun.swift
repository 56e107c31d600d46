/// The UTF-8 bytes of a text, valid for as long as their owner keeps them.
@safe
struct TextRun {
    let bytes: UnsafeBufferPointer<UInt8>

    @inline(__always)
    init(_ bytes: UnsafeBufferPointer<UInt8>) { unsafe self.bytes = bytes }

    var count: Int { unsafe bytes.count }

    /// The byte at an index; beyond the end zero, since no flag may end the process.
    @inline(__always)
    subscript(index: Int) -> UInt8 {
        guard UInt(bitPattern: index) < UInt(bitPattern: count) else { return 0 }
        return unsafe bytes[index]
    }

    var string: String { unsafe String(decoding: bytes, as: UTF8.self) }

    /// Whether one of its bytes is this one.
    func has(_ byte: UInt8) -> Bool { unsafe bytes.contains(byte) }

    /// Whether both have the same bytes.
    @inline(__always)
    func isSame(as other: TextRun) -> Bool {
        guard count == other.count else { return false }
        guard let left = unsafe bytes.baseAddress, let right = unsafe other.bytes.baseAddress else { return true }
        if count >= 8 { return unsafe Self.isSame(left, right, count, by: UInt64.self) }
        if count >= 4 { return unsafe Self.isSame(left, right, count, by: UInt32.self) }
        return unsafe Self.isSame(left, right, count, by: UInt8.self)
    }

    /// Compares a word at a time; there are at least so many bytes, or none.
    @inline(__always)
    private static func isSame<Word: FixedWidthInteger & BitwiseCopyable>(
        _ left: UnsafePointer<UInt8>, _ right: UnsafePointer<UInt8>, _ count: Int, by type: Word.Type
    ) -> Bool {
        var offset = 0
        while offset < count {
            // The last word overlaps the one before.
            let place = min(offset, count &- MemoryLayout<Word>.size)
            guard
                unsafe UnsafeRawPointer(left + place).loadUnaligned(as: type)
                    == UnsafeRawPointer(right + place).loadUnaligned(as: type)
            else { return false }
            offset &+= MemoryLayout<Word>.size
        }
        return true
    }
}
