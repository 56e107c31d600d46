/// The bytes of a text, UTF-8, for as long as whoever lends them says.
@safe
struct TextRun {
    let bytes: UnsafeBufferPointer<UInt8>

    @inline(__always)
    init(_ bytes: UnsafeBufferPointer<UInt8>) { unsafe self.bytes = bytes }

    var count: Int { unsafe bytes.count }

    @inline(__always)
    subscript(index: Int) -> UInt8 {
        precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
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
        var offset = 0
        while offset &+ 8 <= count {
            let difference =
                unsafe UnsafeRawPointer(left + offset).loadUnaligned(as: UInt64.self)
                ^ UnsafeRawPointer(right + offset).loadUnaligned(as: UInt64.self)
            guard difference == 0 else { return false }
            offset &+= 8
        }
        while offset < count {
            guard unsafe left[offset] == right[offset] else { return false }
            offset &+= 1
        }
        return true
    }
}
