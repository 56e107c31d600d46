package import HostConfig
internal import HostSystem

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
        let texts = lines.map { Printable.escaped(String(decoding: $0, as: UTF8.self)) }
        return texts.filter { !Self.isAddress($0) }.suffix(ProofLimits.shownLines).map { text in
            text.count <= ProofLimits.longestShownLine
                ? text : text.prefix(ProofLimits.longestShownLine - 1) + "…"
        }
    }

    /// Whether it is a line of the trace that Swift writes where it can't name functions: it names addresses alone, and
    /// what was said before would go under in it.
    private static func isAddress(_ line: String) -> Bool {
        if line == "Current stack trace:" { return true }
        let words = line.split(separator: " ")
        return words.count > 3 && words[0].allSatisfy(\.isNumber) && words[2].count == 18 && words[2].hasPrefix("0x")
    }
}
