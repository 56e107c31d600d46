/// Where something about a flag was written.
package struct FlagPlace: Sendable, Hashable, CustomStringConvertible {
    /// The name of the file, as the operator knows it.
    package let file: String
    package let line: Int
    package let column: Int

    package init(file: String, line: Int, column: Int) {
        self.file = file
        self.line = line
        self.column = column
    }

    /// Where there is no file, such as what an operator said; in words.
    package init(_ words: String) { self.init(file: words, line: 0, column: 0) }

    package var description: String { line > 0 ? "\(file):\(line):\(column)" : file }
}
