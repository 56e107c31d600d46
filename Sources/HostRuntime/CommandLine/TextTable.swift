/// Rows for people, with columns as wide as they have to be.
package enum TextTable {
    /// The rows, each on a line of its own; what could steer a terminal is escaped.
    package static func text(_ rows: [[String]]) -> String {
        let rows = rows.map { $0.map(\.onOneLine) }
        let columns = rows.map(\.count).max() ?? 0
        let widths = (0..<columns).map { column in rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0 }
        return rows.map { row in
            // Nothing is written behind the last cell that says something.
            let cells = row.prefix((row.lastIndex { !$0.isEmpty } ?? -1) + 1)
            let padded = zip(cells, widths).dropLast().map { cell, width in
                cell + String(repeating: " ", count: width - cell.count + 2)
            }
            return padded.joined() + (cells.last ?? "") + "\n"
        }.joined()
    }
}

extension String {
    /// The text so that it stays on its line and cannot steer a terminal.
    package var onOneLine: String {
        var text = ""
        TextLine.write(self, to: &text)
        return text
    }
}
