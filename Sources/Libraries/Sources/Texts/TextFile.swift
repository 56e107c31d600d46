/// The file of a language, with a key and its text on each line: `booking.title: Mesa reservada`.
///
/// Lines that begin with spaces go on with the text above; empty lines among them belong to it. A line that begins with `#`
/// is a comment.
struct TextFile {
    /// The most bytes of a file.
    static let mostBytes = 262_144

    let language: String
    /// The texts by key.
    private(set) var templates: [String: TextTemplate] = [:]
    private(set) var problems: [TextProblem] = []

    /// Reads a file as far as it can be read.
    init(_ bytes: [UInt8], _ language: String) {
        self.language = language
        guard bytes.count <= Self.mostBytes, let content = String(validating: bytes, as: UTF8.self) else {
            let reason: TextProblem.Reason = bytes.count > Self.mostBytes ? .tooLarge(most: Self.mostBytes) : .notUTF8
            problems.append(TextProblem(language, reason))
            return
        }
        var (begin, key, lines) = (1, "", [Substring]())
        for (number, line) in zip(1..., content.split(omittingEmptySubsequences: false) { $0.isNewline }) {
            let text = line.trimmed
            if text.isEmpty || line.first?.isWhitespace == true {
                if key.isEmpty, !text.isEmpty { problems.append(TextProblem(language, line: number, .noKey)) }
                lines.append(text)
            } else if !text.hasPrefix("#") {
                add(key, lines, begin)
                let name = text.prefix { $0 != ":" }
                let isKey = name.endIndex < text.endIndex && Self.isKey(name)
                if !isKey { problems.append(TextProblem(language, line: number, .noKey)) }
                (begin, key, lines) = (number, isKey ? String(name) : "", [text.dropFirst(name.count + 1).trimmed])
            }
        }
        add(key, lines, begin)
    }

    private mutating func add(_ key: String, _ lines: [Substring], _ line: Int) {
        guard !key.isEmpty else { return }
        do throws(TextProblem.Reason) {
            guard templates[key] == nil else { throw .twice(key) }
            templates[key] = try TextTemplate(checking: lines.joined(separator: "\n")[...].trimmed)
        } catch { problems.append(TextProblem(language, line: line, error)) }
    }

    private static func isKey(_ name: Substring) -> Bool {
        1...64 ~= name.count
            && name.allSatisfy { $0.isASCII && ($0.isLowercase || $0.isNumber || $0 == "." || $0 == "-") }
    }
}

extension Substring {
    fileprivate var trimmed: Substring {
        let start = drop(while: \.isWhitespace)
        return start.prefix(upTo: start.lastIndex { !$0.isWhitespace }.map(index(after:)) ?? start.startIndex)
    }
}
