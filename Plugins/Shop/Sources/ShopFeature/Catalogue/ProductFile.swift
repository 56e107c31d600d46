internal import Baskets
internal import Calendars
internal import FeatureKit
internal import Money
internal import Sheets

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
    static let required = ["id", "name", "kind", "category", "price", "vat"]

    let currency: String

    // MARK: - Writing

    func write(_ rows: [ProductRow]) -> [UInt8] { Sheet.bytes(columns: Self.columns, rows.map(cells)) }

    private func cells(_ row: ProductRow) -> [String] {
        func options(_ options: [ArticleOption]) -> String {
            options.map { "\($0.id):\($0.name):\(Money(minor: $0.surcharge, currency: currency).plain)" }.joined(
                separator: "|")
        }
        let product = row.product
        return [
            row.id, product.name, product.kind.rawValue, product.category,
            Money(minor: product.price, currency: currency).plain,
            currency, Percent(hundredths: product.vat)?.text(.english) ?? "", options(product.variants),
            options(product.extras),
            product.allergens.map(\.rawValue).joined(separator: "|"), product.minimumAge.map(String.init) ?? "",
            product.points.map(\.text).joined(separator: "|"), product.hours?.from ?? "", product.hours?.to ?? "",
            product.hours?.zone ?? "",
            row.stock.sorted { $0.key < $1.key }.map { $0.isEmpty ? "\($1)" : "\($0)=\($1)" }.joined(separator: "|"),
            product.grants ?? "", product.appStoreID ?? "", product.emoji ?? "", product.isActive ? "yes" : "no",
            product.description,
        ]
    }

    // MARK: - Reading

    /// Reads a sheet; everything that is wrong is told with its line and column.
    func read(_ bytes: [UInt8]) -> (rows: [ProductRow], problems: [String]) {
        let sheet = Sheet(bytes, columns: Self.columns, required: Self.required)
        var problems = sheet.problems
        let rows = sheet.rows.compactMap { row -> ProductRow? in
            var row = row
            defer { problems += row.problems }
            return product(&row)
        }
        return (rows, problems)
    }

    private func product(_ row: inout SheetRow) -> ProductRow? {
        let (variants, extras) = (options("variants", &row), options("extras", &row))
        var stock: [String: Value] = [:]
        for part in row.list("stock") {
            let sides = part.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
            guard sides.count <= 2, let count = Int64(sides.last ?? "") else {
                row.note("stock", "\"\(part)\" is no count such as 12 or s=12")
                continue
            }
            stock[sides.count == 2 ? sides[0] : ""] = .integer(count)
        }
        if let other = row.text("currency"), other != currency {
            row.note("currency", "this shop sells in \(currency), not in \(other)")
        }
        let (rate, amount) = (row.rate("vat"), row.amount("price", in: currency))
        guard let rate, let amount else { return nil }
        let hours = row.text("from").map { from in
            DailyHours(from: from, to: row.text("to") ?? "", zone: row.text("zone") ?? "Europe/Madrid")
        }
        var draft: [(String, Value?)] = ["name", "kind", "category", "emoji", "grants", "appStoreID"].map { name in
            (name, row.text(name).map { .text($0) })
        }
        draft += ["allergens", "points"].map { name in (name, .list(row.list(name).map { .text($0) })) }
        draft += [
            ("description", .text(row.text("description") ?? "")), ("price", .integer(amount)),
            ("vat", .integer(Int64(rate))), ("variants", .list(variants)), ("extras", .list(extras)),
            ("minimumAge", row.text("minimumAge").map { Int64($0).map { .integer($0) } ?? .text($0) }),
            ("isActive", .boolean(row.boolean("isActive") ?? true)),
            ("hours", hours.flatMap { try? Value(encoding: $0) }),
        ]
        let value: Value = [
            "id": .text(row.text("id") ?? ""),
            "product": .object(Members(draft.compactMap { name, value in value.map { (name, $0) } })),
            "stock": .object(Members(stock.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })),
        ]
        let wrong = ProductRow.shape.problems(in: value)
        for problem in wrong { row.note("\(problem)") }
        return wrong.isEmpty && row.problems.isEmpty ? try? value.decoded(as: ProductRow.self) : nil
    }

    /// Variants or extras, such as `l:Large:1.50`.
    private func options(_ column: String, _ row: inout SheetRow) -> [Value] {
        var options: [Value] = []
        for text in row.list(column) {
            let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
            let surcharge = parts.count > 2 ? Money.minor(of: parts[parts.count - 1], in: currency) : 0
            guard parts.count >= 2, let surcharge else {
                row.note(column, "\"\(text)\" is not written as l:Large:1.50")
                continue
            }
            // A name may have colons.
            let name = parts.count > 2 ? parts[1..<(parts.count - 1)].joined(separator: ":") : parts[1]
            options.append(["id": .text(parts[0]), "name": .text(name), "surcharge": .integer(surcharge)])
        }
        return options
    }
}
