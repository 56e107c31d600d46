internal import Glibc

/// Memory of a fixed size that bytes are received into and sent from.
///
/// It is not cleared and never grows, and whatever range is asked for, nothing outside of it is touched.
// Unchecked: it is written to by its loop alone, and what others read was written before they were given it.
@safe
final class ByteBlock: @unchecked Sendable {
    let capacity: Int
    private let base: UnsafeMutablePointer<UInt8>

    init(capacity: Int) {
        self.capacity = max(1, capacity)
        unsafe base = .allocate(capacity: self.capacity)
    }

    deinit { unsafe base.deallocate() }

    /// Lends bytes.
    @inline(__always)
    func withBytes<Result>(_ range: Range<Int>, _ body: (borrowing Span<UInt8>) throws -> Result) rethrows -> Result {
        let range = inside(range)
        let span = unsafe Span(_unsafeStart: UnsafePointer(base) + range.lowerBound, count: range.count)
        return try body(span)
    }

    /// Lends bytes to be changed.
    @inline(__always)
    func withMutableBytes<Result>(
        _ range: Range<Int>, _ body: (inout MutableSpan<UInt8>) throws -> Result
    ) rethrows -> Result {
        let range = inside(range)
        var span = unsafe MutableSpan(_unsafeStart: base + range.lowerBound, count: range.count)
        return try body(&span)
    }

    /// Lends the memory itself to a call of the system's.
    @inline(__always)
    func withMemory<Result>(_ range: Range<Int>, _ body: (UnsafeMutableRawBufferPointer) -> Result) -> Result {
        let range = inside(range)
        return unsafe body(UnsafeMutableRawBufferPointer(start: base + range.lowerBound, count: range.count))
    }

    /// Writes bytes; what finds no room is left out.
    @inline(__always)
    func write(_ bytes: [UInt8], at offset: Int) {
        unsafe bytes.withUnsafeBytes { bytes in
            guard let source = bytes.baseAddress else { return }
            let room = inside(offset..<(offset &+ bytes.count))
            unsafe memcpy(base + room.lowerBound, source, room.count)
        }
    }

    /// Writes a text; what finds no room is left out.
    @inline(__always)
    func write(_ text: StaticString, at offset: Int) {
        let room = inside(offset..<(offset &+ text.utf8CodeUnitCount))
        // A text that is one character may have no bytes in memory.
        guard !room.isEmpty, text.hasPointerRepresentation else { return }
        unsafe memcpy(base + room.lowerBound, text.utf8Start, room.count)
    }

    /// Writes one byte.
    @inline(__always)
    func write(_ byte: UInt8, at offset: Int) {
        guard offset >= 0, offset < capacity else { return }
        unsafe base[offset] = byte
    }

    /// Writes bytes of another block; what finds no room is left out.
    func write(_ range: Range<Int>, of other: ByteBlock, at offset: Int) {
        let range = other.inside(range)
        let room = inside(offset..<(offset &+ range.count))
        unsafe memmove(base + room.lowerBound, other.base + range.lowerBound, room.count)
    }

    @inline(__always)
    private func inside(_ range: Range<Int>) -> Range<Int> { range.clamped(to: 0..<capacity) }
}
