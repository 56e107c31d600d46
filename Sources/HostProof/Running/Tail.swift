internal import HostConfig

/// The last of what a process wrote.
package struct Tail: Sendable {
    private var bytes: [UInt8] = []
    /// Whether something came before it.
    private var isCut = false

    package init() {}

    package mutating func add(_ more: [UInt8]) {
        bytes += more
        guard bytes.count > 2 * ProofLimits.keptOutput else { return }
        bytes.removeFirst(bytes.count - ProofLimits.keptOutput)
        isCut = true
    }

    /// Its last lines, so that they can be shown anywhere.
    package func lines(hiding redaction: Redaction) -> [String] {
        let kept = bytes.suffix(ProofLimits.keptOutput)
        var lines = redaction(Array(kept)).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        if lines.last?.isEmpty == true { lines.removeLast() }
        // Its beginning is gone, and so might be that of a secret in it.
        if isCut || kept.count < bytes.count { lines.removeFirst(min(1, lines.count)) }
        return lines.suffix(ProofLimits.shownLines).map { line in
            let text = Printable.escaped(String(decoding: line, as: UTF8.self))
            return text.count <= ProofLimits.longestShownLine
                ? text : text.prefix(ProofLimits.longestShownLine - 1) + "…"
        }
    }
}
