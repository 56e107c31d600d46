/// A view into a tape.
///
/// It points into the tape's memory, so that reading counts no references; code that keeps a view has to keep the tape
/// too. Every access is checked against the bounds.
@safe
struct TapeView: @unchecked Sendable {
    // Unchecked: the memory does not change while anything but the tape's reader holds it.
    private let bytes: UnsafePointer<UInt8>
    private let tokens: UnsafePointer<JSONToken>
    let byteCount: Int
    let tokenCount: Int

    /// The number of zero bytes after the text, so that whole words can be read.
    static let padding = 8

    /// - Parameter bytes: The text, followed by `padding` zero bytes.
    init(
        bytes: UnsafePointer<UInt8>, byteCount: Int, tokens: UnsafePointer<JSONToken>, tokenCount: Int
    ) {
        unsafe self.bytes = bytes
        unsafe self.tokens = tokens
        self.byteCount = byteCount
        self.tokenCount = tokenCount
    }

    /// The byte at an index; zero beyond the end.
    @inline(__always)
    subscript(byte index: Int) -> UInt8 {
        guard UInt(bitPattern: index) < UInt(bitPattern: byteCount) else { return 0 }
        return unsafe bytes[index]
    }

    /// Eight bytes from an index on in little-endian order; zero beyond the end.
    @inline(__always)
    subscript(word index: Int) -> UInt64 {
        guard UInt(bitPattern: index) <= UInt(bitPattern: byteCount) else { return 0 }
        return unsafe UInt64(littleEndian: UnsafeRawPointer(bytes + index).loadUnaligned(as: UInt64.self))
    }

    /// The token at an index; `none` beyond the last.
    @inline(__always)
    subscript(index: Int) -> JSONToken {
        guard UInt(bitPattern: index) < UInt(bitPattern: tokenCount) else { return .none }
        return unsafe tokens[index]
    }

    /// Lends a range of the bytes, cut to the bounds.
    @inline(__always)
    func withBytes<Result>(
        from start: Int, count: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result {
        let start = min(max(start, 0), byteCount)
        let part = unsafe UnsafeBufferPointer(start: bytes + start, count: min(max(count, 0), byteCount &- start))
        return unsafe body(part)
    }

    /// The index of the token after a token and everything inside it.
    @inline(__always)
    func next(after index: Int) -> Int { self[index].next(after: index) }
}
