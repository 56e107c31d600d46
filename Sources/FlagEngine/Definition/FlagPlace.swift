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

    package var description: String { "\(file):\(line):\(column)" }
}
