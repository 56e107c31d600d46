internal import CSV
public import Money

/// One line of a sheet, which is read by the names of the columns.
public struct SheetRow: Sendable {
    /// The number of its line in the file.
    public let line: Int
    /// What is wrong with it so far, each with its line and column.
    public private(set) var problems: [String] = []
    private let values: [String: String]

    init(_ row: CSVReader.Row, _ names: [String]) {
        line = row.line
        values = Dictionary(zip(names, row.fields)) { $1 }
    }

    /// What stands in a cell, without the apostrophe that keeps spreadsheets from computing it; nil where it is empty.
    public func text(_ column: String) -> String? {
        guard let value = values[column], !value.isEmpty else { return nil }
        return value.hasPrefix("'") && value.dropFirst().first.map("=+-@\t\r".contains) == true
            ? String(value.dropFirst()) : value
    }

    /// The parts of a cell that stand between bars.
    public func list(_ column: String) -> [String] { text(column)?.split(separator: "|").map(String.init) ?? [] }

    /// Whether a cell says yes; nil where it is empty.
    public func boolean(_ column: String) -> Bool? { text(column).map { ["yes", "true", "1"].contains($0) } }

    /// An amount in minor units; a problem is noted where there is none.
    public mutating func amount(_ column: String, in currency: String) -> Int64? {
        let amount = text(column).flatMap { Money.minor(of: $0, in: currency) }
        if amount == nil { note(column, "an amount such as 3.50") }
        return amount
    }

    /// A rate in hundredths of a per cent; a problem is noted where there is none.
    public mutating func rate(_ column: String) -> Int? {
        let rate = Double((text(column) ?? "").replacing(",", with: ".").replacing("%", with: ""))
        guard let rate, 0...100 ~= rate else {
            note(column, "a rate such as 10 or 21")
            return nil
        }
        // 8.2 times 100 is not quite 820.
        return Int((rate * 100).rounded())
    }

    /// Notes what is wrong with a cell.
    public mutating func note(_ column: String, _ problem: String) {
        problems.append("line \(line), \(column): \(problem)")
    }

    /// Notes what is wrong with the line.
    public mutating func note(_ problem: String) { problems.append("line \(line): \(problem)") }
}

extension Money {
    /// An amount in minor units as people write it, in Spain or elsewhere; nil where it is none, or can be read two ways.
    public static func minor(of text: String, in currency: String) -> Int64? {
        // 1.500 is fifteen hundred to some, and one and a half to others.
        let parts = text.split { ".,".contains($0) }
        guard parts.count != 2 || parts[1].prefix(while: \.isNumber).count != 3 || decimals(of: currency) == 3 else {
            return nil
        }
        return [MoneyStyle.english, .spanish].lazy.compactMap { style in try? Money(text, in: currency, style).minor }
            .first
    }
}
