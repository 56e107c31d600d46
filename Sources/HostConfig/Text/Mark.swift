/// A place in a text: line and column from 1, columns counted in Unicode scalars.
package struct Mark: Sendable, Hashable, Comparable {
    package let line: Int
    package let column: Int

    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// Where every text begins.
    package static let start = Mark(line: 1, column: 1)

    package static func < (left: Mark, right: Mark) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }
}
