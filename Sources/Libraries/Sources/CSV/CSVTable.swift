/// A table of comma-separated values as its bytes are: columns by name, rows one after the other, nothing copied.
///
/// It takes what many write: blanks around fields, rows that are shorter or longer than the head, quotes that do not end, bytes
/// that are no UTF-8. `CSVReader` refuses all that.
public struct CSVTable: Sendable {
    private let bytes: [UInt8]
    private let columns: [String: Int]
    /// Where the first row begins, and on which line.
    private let (start, firstLine): (Int, Int)

    /// Reads the head of a table; one without bytes has no columns.
    public init(_ bytes: [UInt8]) {
        self.bytes = bytes
        var cursor = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        var fields: [Field] = []
        var line = 1
        Self.read(bytes, &cursor, &line, &fields)
        let names = fields.map { $0.text(bytes).lowercased() }
        columns = Dictionary(zip(names, names.indices), uniquingKeysWith: { first, _ in first })
        (start, firstLine) = (cursor, line)
    }

    /// Where a field lies, without its quotes and the blanks around it.
    fileprivate struct Field: Sendable {
        var from: Int
        var to: Int
        /// Whether quotes within it are written twice.
        var hasQuotes: Bool

        func text(_ bytes: [UInt8]) -> String {
            let text = String(decoding: bytes[from..<to], as: UTF8.self)
            return hasQuotes ? text.replacing("\"\"", with: "\"") : text
        }
    }

    /// A row, whose fields are read by the names of their columns or, where there are many rows, by the places.
    public struct Row: Sendable {
        private let bytes: [UInt8]
        private let columns: [String: Int]
        fileprivate var fields: [Field] = []
        /// The line on which it begins, from 1.
        public fileprivate(set) var line = 1

        /// A text; an empty one where the column or the field is missing.
        public func text(_ column: Int?) -> String {
            guard let column, column < fields.count else { return "" }
            return fields[column].text(bytes)
        }

        /// A whole number, also where it is written with decimals; nil where there is none.
        public func number(_ column: Int?) -> Int? {
            guard let column, column < fields.count else { return nil }
            var (value, isRead) = (0, false)
            for place in fields[column].from..<fields[column].to {
                let digit = Int(bytes[place]) - 48
                guard (0...9).contains(digit), value < 1_000_000_000 else {
                    return Double(text(column)).flatMap { abs($0) < 2e9 ? Int($0.rounded(.up)) : nil }
                }
                (value, isRead) = (value * 10 + digit, true)
            }
            return isRead ? value : nil
        }

        /// A number; nil where there is none.
        public func decimal(_ column: Int?) -> Double? { Double(text(column)).flatMap { $0.isFinite ? $0 : nil } }

        /// The bytes of a field; none where the column or the field is missing.
        public func bytes(_ column: Int?) -> ArraySlice<UInt8> {
            guard let column, column < fields.count else { return [] }
            return bytes[fields[column].from..<fields[column].to]
        }

        /// A text by the name of its column; an empty one where the column or the field is missing.
        public func text(_ name: String) -> String { text(columns[name]) }
        /// A whole number by the name of its column; nil where there is none.
        public func number(_ name: String) -> Int? { number(columns[name]) }
        /// A number by the name of its column; nil where there is none.
        public func decimal(_ name: String) -> Double? { decimal(columns[name]) }
        /// The bytes of a field by the name of its column.
        public func bytes(_ name: String) -> ArraySlice<UInt8> { bytes(columns[name]) }

        fileprivate init(of table: CSVTable) { (bytes, columns) = (table.bytes, table.columns) }
    }

    /// The place of a column; nil where the table has none of that name.
    public func column(_ name: String) -> Int? { columns[name] }

    /// Hands out all rows in their order; empty lines are left out.
    public func each(_ take: (Row) -> Void) {
        var (cursor, line) = (start, firstLine)
        var row = Row(of: self)
        while cursor < bytes.count {
            row.line = line
            Self.read(bytes, &cursor, &line, &row.fields)
            if row.fields.count > 1 || row.fields.first.map({ $0.from < $0.to }) == true { take(row) }
        }
    }

    /// Reads the fields of one row, and goes to the beginning of the next one.
    private static func read(_ bytes: [UInt8], _ cursor: inout Int, _ line: inout Int, _ fields: inout [Field]) {
        fields.removeAll(keepingCapacity: true)
        while true {
            while cursor < bytes.count, bytes[cursor] == 32 || bytes[cursor] == 9 { cursor += 1 }
            var field = Field(from: cursor, to: cursor, hasQuotes: false)
            if cursor < bytes.count, bytes[cursor] == 34 {
                cursor += 1
                field.from = cursor
                while cursor < bytes.count {
                    if bytes[cursor] == 34 {
                        guard cursor + 1 < bytes.count, bytes[cursor + 1] == 34 else { break }
                        field.hasQuotes = true
                        cursor += 1
                    } else if bytes[cursor] == 10 {
                        line += 1
                    }
                    cursor += 1
                }
                field.to = min(cursor, bytes.count)
                cursor += 1
                while cursor < bytes.count, bytes[cursor] != 44, bytes[cursor] != 10 { cursor += 1 }
            } else {
                while cursor < bytes.count, bytes[cursor] != 44, bytes[cursor] != 10 { cursor += 1 }
                field.to = min(cursor, bytes.count)
            }
            while field.to > field.from, [9, 13, 32].contains(bytes[field.to - 1]) { field.to -= 1 }
            fields.append(field)
            guard cursor < bytes.count else { return }
            cursor += 1
            if bytes[cursor - 1] == 10 {
                line += 1
                return
            }
        }
    }
}
