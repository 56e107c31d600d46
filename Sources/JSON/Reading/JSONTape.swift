internal import FeatureKit

/// A document that is known to be JSON: its bytes, and where in them each name and value lies.
///
/// Tokens lie in the order of the text, and each list and mapping knows where it ends. It never changes while anybody
/// but its reader holds it.
@safe
package final class JSONTape: @unchecked Sendable {
    // Unchecked: only a reader writes, and only while nobody else has a reference.
    //
    // The memory is its own, so that a decoder which outlives its call finds what it knew; every access below is held
    // against the bounds.
    private var bytes: UnsafeMutablePointer<UInt8>
    private var byteCapacity: Int
    private(set) var byteCount = 0
    private var tokens: UnsafeMutablePointer<JSONToken>
    private var tokenCapacity: Int
    private(set) var tokenCount = 0

    /// How many zeros follow the bytes, so that whole words can be read.
    private static let padding = 8

    init() {
        byteCapacity = 1_024
        tokenCapacity = 128
        unsafe bytes = .allocate(capacity: byteCapacity + Self.padding)
        unsafe tokens = .allocate(capacity: tokenCapacity)
    }

    deinit {
        unsafe bytes.deallocate()
        unsafe tokens.deallocate()
    }

    /// How much memory it holds.
    var footprint: Int { byteCapacity + tokenCapacity * MemoryLayout<JSONToken>.stride }

    /// Takes other bytes, and forgets all tokens.
    func refill(_ source: borrowing Span<UInt8>) {
        tokenCount = 0
        byteCount = source.count
        if source.count > byteCapacity {
            unsafe bytes.deallocate()
            byteCapacity = source.count
            unsafe bytes = .allocate(capacity: byteCapacity + Self.padding)
        }
        unsafe source.withUnsafeBufferPointer { source in
            if let start = source.baseAddress { unsafe bytes.update(from: start, count: source.count) }
        }
        unsafe (bytes + byteCount).update(repeating: 0, count: Self.padding)
    }

    /// The byte at an index; beyond the end zeros.
    subscript(byte index: Int) -> UInt8 {
        guard UInt(bitPattern: index) < UInt(bitPattern: byteCount) else { return 0 }
        return unsafe bytes[index]
    }

    /// Eight bytes from an index on, the first one lowest; beyond the end zeros.
    subscript(word index: Int) -> UInt64 {
        guard UInt(bitPattern: index) <= UInt(bitPattern: byteCount) else { return 0 }
        return unsafe UInt64(littleEndian: UnsafeRawPointer(bytes + index).loadUnaligned(as: UInt64.self))
    }

    /// The token at an index; `none` beyond the last.
    subscript(index: Int) -> JSONToken {
        guard UInt(bitPattern: index) < UInt(bitPattern: tokenCount) else { return .none }
        return unsafe tokens[index]
    }

    /// Adds a token; false where there are as many as may be.
    func append(_ token: JSONToken, most: Int) -> Bool {
        if tokenCount == tokenCapacity { growTokens() }
        guard tokenCount < most else { return false }
        unsafe (tokens + tokenCount).initialize(to: token)
        tokenCount &+= 1
        return true
    }

    /// Puts another token in the place of one.
    func replace(_ index: Int, with token: JSONToken) {
        guard UInt(bitPattern: index) < UInt(bitPattern: tokenCount) else { return }
        unsafe tokens[index] = token
    }

    private func growTokens() {
        let larger = UnsafeMutablePointer<JSONToken>.allocate(capacity: tokenCapacity * 2)
        unsafe larger.moveInitialize(from: tokens, count: tokenCount)
        unsafe tokens.deallocate()
        unsafe tokens = larger
        tokenCapacity *= 2
    }

    /// Lends a part of the bytes; what lies outside is left out.
    func withBytes<Result>(
        from start: Int, count: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result {
        let start = min(max(start, 0), byteCount)
        let part = unsafe UnsafeBufferPointer(start: bytes + start, count: min(max(count, 0), byteCount - start))
        return unsafe body(part)
    }
}
