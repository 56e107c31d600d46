/// Reads documents one after another, and uses the memory of the last one again when nobody looks at it any more.
///
/// One for each loop or thread.
package struct JSONReader: Sendable {
    /// How much memory it keeps from one document to the next.
    static let mostKept = 512 * 1024

    package let limits: JSONLimits
    private var tape = JSONTape()

    package init(limits: JSONLimits = .standard) { self.limits = limits }

    /// Reads a document; it stays as it is for as long as it is held.
    package mutating func read(_ bytes: borrowing Span<UInt8>) throws(JSONProblem) -> JSONTape {
        if !isKnownUniquelyReferenced(&tape) || tape.footprint > Self.mostKept { tape = JSONTape() }
        let longest = min(limits.bytes, Int(Int32.max))
        guard bytes.count <= longest else {
            throw JSONProblem(offset: 0, line: 1, column: 1, reason: .tooLong(limit: longest))
        }
        tape.refill(bytes, mostTokens: limits.nodes)
        do throws(JSONFault) {
            try JSONScanner.scan(tape, limits: limits)
        } catch {
            throw tape.lend { error.problem(in: $0) }
        }
        return tape
    }
}
