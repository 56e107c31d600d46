import CSV
import Glibc
import Harness

/// A file, cut in pieces of any length, has the same rows as at once, and the same once it was written and read again.
@main enum CSVHarness {
    static func main() { exit(fuzz(read)) }
}

/// The first byte says how it is cut and what separates fields, the rest is the file.
private func read(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    guard let first = bytes.first else { return 0 }
    let separator = UInt8(ascii: first & 1 == 0 ? "," : ";")
    let whole = readAll(bytes.dropFirst(), separator)
    require(readAll(bytes.dropFirst(), separator, cut: Int(first) / 2 % 7 + 1) == whole, "cut otherwise")
    guard case .success(let rows) = whole else { return 0 }
    require(Set(rows.map(\.fields.count)).count <= 1, "rows of different length")
    let lines = rows.map(\.line)
    require(lines == Array(Set(lines)).sorted() && (lines.last ?? 0) < count + 1, "lines")
    var writer = CSVWriter(separator: separator)
    for row in rows { writer.write(row.fields) }
    guard case .success(let again) = readAll(writer.bytes[...], separator) else {
        require(false, "what was written can't be read")
        return 0
    }
    // A byte order mark at the beginning is nobody's text.
    let hasMark = rows.first?.fields.first?.unicodeScalars.first == "\u{FEFF}"
    require(hasMark || again.map(\.fields) == rows.map(\.fields), "other fields than were written")
    return 0
}

private func readAll(
    _ file: ArraySlice<UInt8>, _ separator: UInt8, cut: Int = .max
) -> Result<[CSVReader.Row], CSVProblem> {
    var reader = CSVReader(separator: separator)
    var rows: [CSVReader.Row] = []
    var rest = file
    do throws(CSVProblem) {
        while !rest.isEmpty {
            rows += try reader.read(rest.prefix(cut))
            rest = rest.dropFirst(cut)
        }
        if let row = try reader.finish() { rows.append(row) }
        return .success(rows)
    } catch {
        require(!error.description.isEmpty && error.line >= 1, "an error without a place")
        return .failure(error)
    }
}
