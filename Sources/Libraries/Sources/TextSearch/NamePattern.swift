internal import FeatureKit

/// A part of a name that somebody looks for, whatever its accents and case.
public struct NamePattern: Sendable, Equatable {
    /// The pattern as it is compared: folded, in UTF-8.
    public let bytes: [UInt8]

    /// Makes a pattern; nil where no letter is left of the text once it is folded.
    ///
    /// Spaces around it don't count, and several between its words count as one.
    public init?(_ text: String) {
        bytes = Array(text.folded.split(whereSeparator: \.isWhitespace).joined(separator: " ").utf8)
        guard !bytes.isEmpty else { return nil }
    }

    /// Whether a folded name holds the pattern.
    func isPart(of name: [UInt8]) -> Bool {
        let (name, bytes) = (name.span, bytes.span)
        guard name.count >= bytes.count else { return false }
        for start in 0...(name.count - bytes.count) where name[start] == bytes[0] {
            var same = 1
            while same < bytes.count, name[start + same] == bytes[same] { same += 1 }
            if same == bytes.count { return true }
        }
        return false
    }
}
