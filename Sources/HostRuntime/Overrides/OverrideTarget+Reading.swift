@_spi(Hosting) internal import FeatureKit

extension OverrideTarget {
    /// Reads a target: a word before the first slash, one after the last, and all between them is the name, which may
    /// hold slashes and dots of its own.
    package init(_ text: String) throws(OverrideProblem) {
        let bytes = text.utf8
        let slash = UInt8(ascii: "/")
        guard let first = bytes.firstIndex(of: slash), let last = bytes.lastIndex(of: slash), first < last else {
            throw .noTarget(text, nearest: nil)
        }
        try self.init(
            subject: String(text[..<first]), name: String(text[text.index(after: first)..<last]),
            aspect: String(text[text.index(after: last)...]))
    }

    /// Puts a target together of its parts.
    package init(subject: String, name: String, aspect: String) throws(OverrideProblem) {
        guard !name.isEmpty else { throw .noTarget("\(subject)/\(name)/\(aspect)", nearest: nil) }
        guard name.unicodeScalars.count <= Overrides.longestName else { throw .nameTooLong }
        guard let kind = Kind(rawValue: "\(subject)/\(aspect)") else {
            let nearest = Suggestion.closest(to: "\(subject)/\(aspect)", in: Kind.allCases.map(\.rawValue))
                .flatMap(Kind.init)
            throw .noTarget(
                "\(subject)/\(name)/\(aspect)", nearest: nearest.map { OverrideTarget($0, of: name).description })
        }
        self.init(kind, of: name)
    }
}
