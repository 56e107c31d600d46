internal import CSV
internal import FeatureKit

/// A table of comma-separated values whose first line names its columns, as people edit it in a spreadsheet.
public struct Sheet: Sendable {
    /// Its lines, without the one that names the columns.
    public private(set) var rows: [SheetRow] = []
    /// What is wrong with the table as a whole; it has no rows then.
    public private(set) var problems: [String] = []

    /// Reads a table whose columns may come in any order.
    ///
    /// - Parameters:
    ///   - columns: The columns that there may be.
    ///   - required: Those that there have to be.
    public init(_ bytes: [UInt8], columns: [String], required: [String]) {
        var reader = CSVReader()
        var lines: [CSVReader.Row] = []
        do throws(CSVProblem) {
            lines = try reader.read(bytes)
            if let last = try reader.finish() { lines.append(last) }
        } catch {
            problems = ["\(error)"]
            return
        }
        guard let head = lines.first else {
            problems = ["there is no line with the names of the columns"]
            return
        }
        for name in head.fields where !columns.contains(name) {
            let meant = Suggestion.closest(to: name, in: columns).map { "; did you mean \"\($0)\"?" } ?? ""
            problems.append("line \(head.line): there is no column \"\(name)\"\(meant)")
        }
        for name in required where !head.fields.contains(name) {
            problems.append("line \(head.line): the column \"\(name)\" is missing")
        }
        guard problems.isEmpty else { return }
        rows = lines.dropFirst().map { SheetRow($0, head.fields) }
    }

    /// Writes a table; fields that a spreadsheet would compute get an apostrophe.
    public static func bytes(columns: [String], _ rows: [[String]]) -> [UInt8] {
        var csv = CSVWriter(guardsFormulas: true)
        csv.write(columns)
        for row in rows { csv.write(row) }
        return csv.bytes
    }
}
