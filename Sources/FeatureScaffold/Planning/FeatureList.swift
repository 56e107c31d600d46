/// The list `let features = […]` in the manifest of a checkout.
package struct FeatureList: Sendable, Equatable {
    private static let opening = "let features = ["
    private static let indent = "    "
    /// What the formatter allows.
    private static let longestLine = 120

    private enum Form {
        case onOneLine, filled, byLine
    }

    private let before: Substring
    private let after: Substring
    private let names: [String]
    private let form: Form

    /// Reads the list that begins a line of a manifest; nil where there is none, or it holds anything but names.
    package init?(in manifest: String) {
        var lines = manifest.split(separator: "\n", omittingEmptySubsequences: false)[...]
        guard let first = lines.first(where: { $0.hasPrefix(Self.opening) }) else { return nil }
        let start = manifest.index(first.startIndex, offsetBy: Self.opening.count)
        guard let end = manifest[start...].firstIndex(of: "]") else { return nil }
        before = manifest[..<start]
        after = manifest[end...]

        var words = manifest[start..<end].split(separator: ",", omittingEmptySubsequences: false)
            .map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
        if words.last == "" { words.removeLast() }
        guard words.allSatisfy(Self.isName) else { return nil }
        names = words
        lines = manifest[start..<end].split(separator: "\n", omittingEmptySubsequences: false)[...]
        form =
            lines.count == 1
            ? .onOneLine : lines.allSatisfy { $0.count { $0 == "\"" } <= 2 } && words.count > 1 ? .byLine : .filled
    }

    /// The manifest with one more feature, before the first that stands after it in the alphabet.
    ///
    /// The list stays as it was laid out; one that grows too long for its line is filled into several.
    package func adding(_ name: String) -> String {
        let name = "\"\(name)\""
        var names = names
        names.insert(name, at: names.firstIndex { $0 > name } ?? names.endIndex)
        let line = names.joined(separator: ", ")
        let list =
            switch form {
            case .onOneLine where Self.opening.count + line.count < Self.longestLine: line
            case .byLine: "\n" + names.map { "\(Self.indent)\($0),\n" }.joined()
            default: "\n" + Self.filled(names)
            }
        return before + list + after
    }

    /// A name in quotes.
    private static func isName(_ word: String) -> Bool {
        word.count > 2 && word.hasPrefix("\"") && word.hasSuffix("\"")
            && word.dropFirst().dropLast().allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    }

    /// As many on each line as fit.
    private static func filled(_ names: [String]) -> String {
        var lines: [String] = []
        for name in names {
            if let last = lines.last, last.count + name.count + 2 <= longestLine {
                lines[lines.count - 1] = "\(last) \(name),"
            } else {
                lines.append("\(indent)\(name),")
            }
        }
        return lines.map { $0 + "\n" }.joined()
    }
}
