/// A document that is known to be JSON: its bytes, and where in them each name and value lies.
///
/// Tokens lie in the order of the text, and each list and mapping knows where it ends. It never changes while anybody
/// but its reader holds it.
@safe
package final class JSONTape: @unchecked Sendable {
    // Unchecked: only a reader writes, and only while nobody else has a reference.
    private var bytes: UnsafeMutablePointer<UInt8>
    private var byteCapacity: Int
    private(set) var byteCount = 0
    private var tokens: UnsafeMutablePointer<JSONToken>
    private var tokenCapacity: Int
    private(set) var tokenCount = 0
    /// How many tokens there is room for, and how many there may be.
    private var room = 0
    private var most = 0

    init() {
        byteCapacity = 1_024
        tokenCapacity = 128
        unsafe bytes = .allocate(capacity: byteCapacity + TapeView.padding)
        unsafe tokens = .allocate(capacity: tokenCapacity)
    }

    deinit {
        unsafe bytes.deallocate()
        unsafe tokens.deallocate()
    }

    /// How much memory it holds.
    var footprint: Int { byteCapacity + tokenCapacity * MemoryLayout<JSONToken>.stride }

    /// Lends what can be read as of now.
    @inline(__always)
    func lend<Result, Failure: Error>(_ body: (TapeView) throws(Failure) -> Result) throws(Failure) -> Result {
        defer { withExtendedLifetime(self) {} }
        return try body(
            unsafe TapeView(bytes: bytes, byteCount: byteCount, tokens: tokens, tokenCount: tokenCount))
    }

    /// Takes other bytes, and forgets all tokens; so many may come.
    func refill(_ source: borrowing Span<UInt8>, mostTokens: Int) {
        tokenCount = 0
        most = mostTokens
        room = min(tokenCapacity, most)
        byteCount = source.count
        if source.count > byteCapacity {
            unsafe bytes.deallocate()
            byteCapacity = source.count
            unsafe bytes = .allocate(capacity: byteCapacity + TapeView.padding)
        }
        unsafe source.withUnsafeBufferPointer { source in
            if let start = source.baseAddress { unsafe bytes.update(from: start, count: source.count) }
        }
        unsafe (bytes + byteCount).update(repeating: 0, count: TapeView.padding)
    }

    /// Adds a token; false where there are as many as may be.
    @inline(__always)
    func append(_ token: JSONToken) -> Bool {
        guard tokenCount < room || growTokens() else { return false }
        unsafe (tokens + tokenCount).initialize(to: token)
        tokenCount &+= 1
        return true
    }

    /// Puts another token in the place of one.
    func replace(_ index: Int, with token: JSONToken) {
        guard UInt(bitPattern: index) < UInt(bitPattern: tokenCount) else { return }
        unsafe tokens[index] = token
    }

    @inline(never)
    private func growTokens() -> Bool {
        guard tokenCapacity < most else { return false }
        let larger = UnsafeMutablePointer<JSONToken>.allocate(capacity: tokenCapacity * 2)
        unsafe larger.moveInitialize(from: tokens, count: tokenCount)
        unsafe tokens.deallocate()
        unsafe tokens = larger
        tokenCapacity *= 2
        room = min(tokenCapacity, most)
        return true
    }
}
