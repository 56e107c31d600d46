internal import Baskets
internal import CSV
internal import Calendars
internal import FeatureKit
internal import Money
internal import WebJSON

/// A product as it is imported and exported.
@Record struct ProductRow: Equatable {
    /// The id, which people may choose, such as cola-33.
    @Text(1...64) var id: String
    /// The product.
    var product: Product.Draft
    /// What is in stock by variant, or under an empty key of the product as a whole; not counted where it is empty.
    @In(0...10_000_000) @Count(0...21) var stock: [String: Int] = [:]
}

/// Products as they are imported and exported.
@Record struct ProductFile: Equatable {
    static let most = 50_000

    /// Each product.
    @Count(0...50_000) var products: [ProductRow]
}

/// Products in comma-separated values, as people edit them in a spreadsheet.
struct ProductSheet {
    static let columns = [
        "id", "name", "kind", "category", "price", "currency", "vat", "variants", "extras", "allergens", "minimumAge",
        "points", "from", "to", "zone", "stock", "grants", "appStoreID", "emoji", "isActive", "description",
    ]

    let currency: String

    // MARK: - Writing

    func write(_ rows: [ProductRow]) -> [UInt8] {
        var csv = CSVWriter(guardsFormulas: true)
        csv.write(Self.columns)
        for row in rows {
            let product = row.product
            csv.write([
                row.id, product.name, product.kind.rawValue, product.category, amount(product.price), currency,
                Self.percent(product.vat),
                product.variants.map { "\($0.id):\($0.name):\(amount($0.surcharge))" }.joined(separator: "|"),
                product.extras.map { "\($0.id):\($0.name):\(amount($0.surcharge))" }.joined(separator: "|"),
                product.allergens.map(\.rawValue).joined(separator: "|"), product.minimumAge.map(String.init) ?? "",
                product.points.map(\.text).joined(separator: "|"), product.hours?.from ?? "", product.hours?.to ?? "",
                product.hours?.zone ?? "",
                row.stock.sorted { $0.key < $1.key }.map { $0.isEmpty ? "\($1)" : "\($0)=\($1)" }
                    .joined(separator: "|"), product.grants ?? "", product.appStoreID ?? "", product.emoji ?? "",
                product.isActive ? "yes" : "no", product.description,
            ])
        }
        return csv.bytes
    }

    func amount(_ minor: Int64) -> String {
        let decimals = Money.decimals(of: currency)
        let digits = String(minor.magnitude)
        let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
        let text = decimals == 0 ? digits : "\(padded.dropLast(decimals)).\(padded.suffix(decimals))"
        return minor < 0 ? "-" + text : text
    }

    private static func percent(_ hundredths: Int) -> String {
        let rest = hundredths % 100
        return rest == 0 ? "\(hundredths / 100)" : "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
    }

    // MARK: - Reading

    /// Reads a sheet whose columns may come in any order; everything that is wrong is told with its line and column.
    func read(_ bytes: [UInt8]) -> (rows: [ProductRow], problems: [String]) {
        var reader = CSVReader()
        var rows: [CSVReader.Row] = []
        do throws(CSVProblem) {
            // Spreadsheets may begin with a mark of the byte order.
            rows = try reader.read(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...])
            if let last = try reader.finish() { rows.append(last) }
        } catch { return ([], ["\(error)"]) }
        guard let head = rows.first else { return ([], ["there is no line with the names of the columns"]) }
        var problems: [String] = []
        for name in head.fields where !Self.columns.contains(name) {
            let meant = Suggestion.closest(to: name, in: Self.columns).map { "; did you mean \"\($0)\"?" } ?? ""
            problems.append("line \(head.line): there is no column \"\(name)\"\(meant)")
        }
        for name in ["id", "name", "kind", "category", "price", "vat"] where !head.fields.contains(name) {
            problems.append("line \(head.line): the column \"\(name)\" is missing")
        }
        guard problems.isEmpty else { return ([], problems) }
        let read = rows.dropFirst().filter { $0.fields != [""] }.compactMap { row -> ProductRow? in
            var cells = Cells(row, head.fields)
            defer { problems += cells.problems }
            return product(&cells)
        }
        return (read, problems)
    }

    private func product(_ cells: inout Cells) -> ProductRow? {
        let variants = cells.list("variants").compactMap { choice($0, "variants", &cells) }
        let extras = cells.list("extras").compactMap { choice($0, "extras", &cells) }
        var stock: [String: Int] = [:]
        for part in cells.list("stock") {
            let sides = part.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
            guard sides.count <= 2, let count = Int(sides.last ?? "") else {
                cells.wrong("stock", "\"\(part)\" is no count such as 12 or s=12")
                continue
            }
            stock[sides.count == 2 ? sides[0] : ""] = count
        }
        let hours = cells.text("from").map { from in
            DailyHours(from: from, to: cells.text("to") ?? "", zone: cells.text("zone") ?? "Europe/Madrid")
        }
        if let other = cells.text("currency"), other != currency {
            cells.wrong("currency", "this shop sells in \(currency), not in \(other)")
        }
        let rate = Double((cells.text("vat") ?? "").replacing(",", with: ".").replacing("%", with: ""))
        // Hundredths of a percent; 8.2 times 100 is not quite 820.
        let vat = rate.flatMap { 0...100 ~= $0 ? Int64(($0 * 100).rounded()) : nil }
        if vat == nil { cells.wrong("vat", "a rate such as 10 or 21") }
        let price = cells.text("price").flatMap { money($0) }
        if price == nil { cells.wrong("price", "an amount such as 3.50") }
        guard let price, let vat else { return nil }
        let draft: [(String, Value?)] = [
            ("name", cells.text("name").map { .text($0) }), ("description", .text(cells.text("description") ?? "")),
            ("kind", cells.text("kind").map { .text($0) }), ("category", cells.text("category").map { .text($0) }),
            ("emoji", cells.text("emoji").map { .text($0) }), ("price", .integer(price)),
            ("vat", .integer(vat)), ("variants", .list(variants)), ("extras", .list(extras)),
            ("allergens", .list(cells.list("allergens").map { .text($0) })),
            ("minimumAge", cells.text("minimumAge").map { Int64($0).map { .integer($0) } ?? .text($0) }),
            ("points", .list(cells.list("points").map { .text($0) })),
            ("grants", cells.text("grants").map { .text($0) }),
            ("appStoreID", cells.text("appStoreID").map { .text($0) }),
            ("isActive", .boolean(cells.text("isActive").map { $0 == "yes" || $0 == "true" || $0 == "1" } ?? true)),
            ("hours", hours.flatMap { try? Value(encoding: $0) }),
        ]
        let value = Value.object(
            Members([
                ("id", .text(cells.text("id") ?? "")),
                ("product", .object(Members(draft.compactMap { name, value in value.map { (name, $0) } }))),
                (
                    "stock",
                    .object(Members(stock.sorted { $0.key < $1.key }.map { ($0.key, .integer(Int64($0.value))) }))
                ),
            ]))
        let wrong = ProductRow.shape.problems(in: value)
        for problem in wrong { cells.problems.append("line \(cells.line): \(problem)") }
        guard wrong.isEmpty, cells.problems.isEmpty else { return nil }
        return try? value.decoded(as: ProductRow.self)
    }

    /// An amount as people write it, in Spain or elsewhere.
    private func money(_ text: String) -> Int64? {
        // 1.500 is fifteen hundred to some, and one and a half to others.
        let parts = text.split { ".,".contains($0) }
        if parts.count == 2, parts[1].prefix(while: \.isNumber).count == 3, Money.decimals(of: currency) != 3 {
            return nil
        }
        return [MoneyStyle.english, .spanish].lazy.compactMap { style in try? Money(text, in: currency, style).minor }
            .first
    }

    /// A variant or an extra, such as `l:Large:1.50`.
    private func choice(_ text: String, _ column: String, _ cells: inout Cells) -> Value? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard parts.count >= 2, let surcharge = parts.count > 2 ? money(parts[parts.count - 1]) : 0 else {
            cells.wrong(column, "\"\(text)\" is not written as l:Large:1.50")
            return nil
        }
        // A name may have colons.
        let name = parts.count > 2 ? parts[1..<(parts.count - 1)].joined(separator: ":") : parts[1]
        return ["id": .text(parts[0]), "name": .text(name), "surcharge": .integer(surcharge)]
    }
}

/// One line of a sheet.
private struct Cells {
    let line: Int
    private let values: [String: String]
    var problems: [String] = []

    init(_ row: CSVReader.Row, _ names: [String]) {
        line = row.line
        values = Dictionary(zip(names, row.fields)) { $1 }
        if row.fields.count != names.count {
            problems.append("line \(line): \(row.fields.count) cells, where there are \(names.count) columns")
        }
    }

    /// What stands in a cell, without the apostrophe that keeps spreadsheets from computing it; nil where it is empty.
    func text(_ name: String) -> String? {
        guard let value = values[name], !value.isEmpty else { return nil }
        return value.hasPrefix("'") && value.dropFirst().first.map("=+-@\t\r".contains) == true
            ? String(value.dropFirst()) : value
    }

    func list(_ name: String) -> [String] { text(name)?.split(separator: "|").map(String.init) ?? [] }

    mutating func wrong(_ column: String, _ what: String) { problems.append("line \(line), \(column): \(what)") }
}
