/// A regular expression for those who look at single texts, in linear time whatever they are given.
package struct TextPattern: Sendable {
    /// Why a text is no pattern.
    package struct Malformed: Error {
        /// RE2's own sentence.
        package let reason: String
    }

    /// As it was written.
    package let text: String
    private let pattern: Pattern

    package init(_ text: String) throws(Malformed) {
        guard text.utf8.count <= Pattern.longest else {
            throw Malformed(reason: "it is longer than \(Pattern.longest) bytes")
        }
        do { pattern = try Pattern(text, ignoringCase: false) } catch { throw Malformed(reason: error.reason) }
        self.text = text
    }

    /// Whether it is found anywhere in a text.
    package func finds(in text: String) -> Bool {
        var text = text
        return text.withUTF8 { unsafe pattern.handle.finds(in: TextRun($0)) }
    }
}
