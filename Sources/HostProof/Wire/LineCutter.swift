/// Cuts bytes that come in pieces into lines.
package struct LineCutter: Sendable {
    private let longest: Int
    private var rest: [UInt8] = []

    /// - Parameter longest: A line that gets longer is cut off there.
    package init(longest: Int = ProofLimits.longestLine) { self.longest = longest }

    /// The lines that are complete with these bytes, without their ends.
    package mutating func lines(_ bytes: some Sequence<UInt8>) -> [[UInt8]] {
        var lines: [[UInt8]] = []
        for byte in bytes {
            if byte == UInt8(ascii: "\n") || rest.count == longest {
                lines.append(rest)
                rest = []
                if byte == UInt8(ascii: "\n") { continue }
            }
            rest.append(byte)
        }
        return lines
    }
}
