/// A place in a text: line and column from 1, columns counted in Unicode scalars.
package struct Mark: Sendable, Hashable, Comparable {
    // Every key and value of a document has a mark or two; no text is so long that these would not do.
    private let shortText: UInt16
    private let shortLine: UInt32
    private let shortColumn: UInt32

    package init(line: Int, column: Int) { self.init(text: 0, line: line, column: column) }

    init(text: Int, line: Int, column: Int) {
        shortText = UInt16(clamping: text)
        shortLine = UInt32(clamping: line)
        shortColumn = UInt32(clamping: column)
    }

    package var line: Int { Int(shortLine) }
    package var column: Int { Int(shortColumn) }

    /// Which text it lies in, where there are several.
    var text: Int { Int(shortText) }

    /// Where every text begins.
    package static let start = Mark(line: 1, column: 1)

    package static func < (left: Mark, right: Mark) -> Bool {
        (left.text, left.line, left.column) < (right.text, right.line, right.column)
    }

    /// The same place in another text.
    func inText(_ text: Int) -> Mark { Mark(text: text, line: line, column: column) }
}
