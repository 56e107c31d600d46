/// Reads comma-separated values (RFC 4180) as they come, in pieces of any length.
///
/// Lines may end with LF alone; empty lines and a byte order mark are skipped. Every row has as many fields as the first one.
/// After an error it reads nothing more.
public struct CSVReader: Sendable {
    /// A row of a file.
    public struct Row: Equatable, Sendable {
        /// The line on which it begins, counted from 1.
        public let line: Int
        /// The fields from left to right.
        public let fields: [String]
    }

    /// The most bytes of a field.
    public static let mostFieldBytes = 65_536
    /// The most fields of a row.
    public static let mostFields = 1_000

    private enum State {
        case fieldStart, unquoted, quoted
        /// Behind a quote within quotes, which ends the field or is the first of two.
        case quote
        /// Behind a CR outside of quotes.
        case cr
    }

    private let separator: UInt8
    private var state = State.fieldStart
    /// The line of the next byte, and the one on which the row begins.
    private var (line, firstLine) = (1, 1)
    private var field: [UInt8] = []
    private var fields: [String] = []
    /// Whether the line has had nothing so far.
    private var isBlank = true
    private var columns: Int?
    private var failure: CSVProblem?

    /// Reads fields with a separator between them, such as a semicolon.
    public init(separator: UInt8 = UInt8(ascii: ",")) { self.separator = separator }

    /// The rows that end in these bytes.
    public mutating func read(_ bytes: some Sequence<UInt8>) throws(CSVProblem) -> [Row] {
        if let failure { throw failure }
        var rows: [Row] = []
        do throws(CSVProblem) {
            for byte in bytes { if let row = try take(byte) { rows.append(row) } }
        } catch {
            failure = error
            throw error
        }
        return rows
    }

    /// The last row, where no line's end came behind it.
    public mutating func finish() throws(CSVProblem) -> Row? {
        if let failure { throw failure }
        if state == .quoted { throw CSVProblem(line: firstLine, .noEnd) }
        if state == .cr { throw CSVProblem(line: line, .loneReturn) }
        return try endRow()
    }

    private mutating func take(_ byte: UInt8) throws(CSVProblem) -> Row? {
        let quote = UInt8(ascii: "\"")
        switch (state, byte) {
        case (.quoted, quote): state = .quote
        case (.quoted, _):
            if byte == UInt8(ascii: "\n") { line += 1 }
            try append(byte)
        case (_, UInt8(ascii: "\n")):
            defer {
                line += 1
                firstLine = line
            }
            return try endRow()
        case (.cr, _): throw CSVProblem(line: line, .loneReturn)
        case (_, UInt8(ascii: "\r")): state = .cr
        case (_, separator):
            try endField()
            (state, isBlank) = (.fieldStart, false)
        case (.fieldStart, quote): (state, isBlank) = (.quoted, false)
        case (.quote, quote):
            state = .quoted
            try append(byte)
        case (.quote, _): throw CSVProblem(line: line, .afterQuote)
        case (.unquoted, quote): throw CSVProblem(line: line, .quote)
        default:
            (state, isBlank) = (.unquoted, false)
            try append(byte)
            if columns == nil, line == 1, fields.isEmpty, field == [0xEF, 0xBB, 0xBF] {
                (state, isBlank, field) = (.fieldStart, true, [])
            }
        }
        return nil
    }

    private mutating func append(_ byte: UInt8) throws(CSVProblem) {
        guard field.count < Self.mostFieldBytes else {
            throw CSVProblem(line: line, .longField(most: Self.mostFieldBytes))
        }
        field.append(byte)
    }

    private mutating func endField() throws(CSVProblem) {
        guard fields.count < Self.mostFields else { throw CSVProblem(line: line, .longRow(most: Self.mostFields)) }
        guard let text = String(validating: field, as: UTF8.self) else { throw CSVProblem(line: line, .notUTF8) }
        fields.append(text)
        field.removeAll(keepingCapacity: true)
    }

    private mutating func endRow() throws(CSVProblem) -> Row? {
        state = .fieldStart
        guard !isBlank else { return nil }
        try endField()
        defer { (fields, isBlank) = ([], true) }
        guard fields.count == columns ?? fields.count else {
            throw CSVProblem(line: firstLine, .fields(fields.count, expected: columns ?? 0))
        }
        columns = fields.count
        return Row(line: firstLine, fields: fields)
    }
}

/// Why bytes are no comma-separated values.
public struct CSVProblem: Error, Equatable, CustomStringConvertible {
    enum Reason: Error, Equatable {
        case quote, afterQuote, noEnd, loneReturn, notUTF8
        case fields(Int, expected: Int), longField(most: Int), longRow(most: Int)
    }

    /// The line, counted from 1.
    public let line: Int
    let reason: Reason

    init(line: Int, _ reason: Reason) { (self.line, self.reason) = (line, reason) }

    /// The line and what is wrong there.
    public var description: String {
        let sentence =
            switch reason {
            case .quote: "a field with a quote in it must be in quotes, with the quote doubled"
            case .afterQuote: "a separator or the line's end must follow the quote that ends a field"
            case .noEnd: "a field in quotes begins in this row and never ends"
            case .loneReturn: "LF must follow CR"
            case .notUTF8: "a field must be UTF-8"
            case .fields(let count, let expected):
                "the row must have \(expected) fields like the first one, not \(count)"
            case .longField(let most): "a field must have at most \(most) bytes"
            case .longRow(let most): "a row must have at most \(most) fields"
            }
        return "line \(line): \(sentence)"
    }
}
