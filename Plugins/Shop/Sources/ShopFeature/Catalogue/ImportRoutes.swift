internal import Baskets
internal import FeatureKit
internal import Media
internal import WebJSON

enum FileFormat: String, CaseIterable, Shaped { case csv, json }

/// What came of an import.
@Record struct ImportResult: Equatable {
    /// How many products are new.
    var added = 0
    /// How many were changed.
    var changed = 0
    /// How many were as they are.
    var same = 0
}

@Routes("shop", as: "importRoutes") extension ShopService {
    /// All products with their stock, as a file that can be imported.
    /// - Parameter format: As comma-separated values for spreadsheets, or as JSON.
    @Get("/products/export", .role("staff"))
    func productExport(format: FileFormat = .csv) async throws -> Media {
        var rows: [ProductRow] = []
        for try await product in products.all() {
            let levels = catalogue.view(product.key)?.stock ?? []
            rows.append(
                ProductRow(
                    id: product.id, product: Product.Draft(product.document),
                    stock: Dictionary(levels.map { ($0.variant ?? "", $0.available) }) { $1 }))
        }
        rows.sort { $0.id < $1.id }
        switch format {
        case .csv:
            return Media(type: "text/csv; charset=utf-8", bytes: ProductSheet(currency: settings.currency).write(rows))
        case .json: return Media(type: "application/json", bytes: Array(ProductFile(products: rows).json.utf8))
        }
    }

    /// Takes over products from a file: all of it or nothing, and products that it does not name stay.
    /// - Parameter file: Comma-separated values or JSON, as the export writes them.
    @Put("/products/import", .role("staff"))
    func productImport(file: Upload<33_554_432>, _ call: Call) async throws -> ImportResult {
        let rows = try rows(of: file.media)
        let known = Set(try await points.query(limit: 1_000).items.map(\.key))
        var problems: [String] = []
        var ids: Set<String> = []
        for row in rows {
            problems += Product(row.product).problems(zones, points: known).map { "\(row.id): \($0)" }
            let variants = Set(row.product.variants.map(\.id) + [""])
            problems += row.stock.keys.filter { !variants.contains($0) }.map {
                "\(row.id): stock: there is no \"\($0)\""
            }
            // A slash stands between a product and its variant.
            if row.id.contains("/") { problems.append("\(row.id): an id can't have a slash") }
            if !ids.insert(row.id).inserted { problems.append("\(row.id): it stands there twice") }
        }
        try problems.refuse(in: "file")
        return try await transact(by: call) { transaction in
            var (result, moves) = (ImportResult(), [StockMove]())
            for row in rows { moves += try transaction.take(row, &result) }
            for start in stride(from: 0, to: moves.count, by: LedgerEntry.mostMoves) {
                try transaction.enter(.stocked, stock: Array(moves[start...].prefix(LedgerEntry.mostMoves)))
            }
            return result
        }
    }

    private func rows(of media: Media) throws -> [ProductRow] {
        if media.type.hasPrefix("text/csv") {
            let (rows, problems) = ProductSheet(currency: settings.currency).read(media.bytes)
            let tooMany = rows.count > ProductFile.most ? ["at most \(ProductFile.most) products"] : []
            try (problems + tooMany).refuse(in: "file")
            return rows
        }
        guard media.type.hasPrefix("application/json") else { throw ShopRefusal.fileType }
        let value: Value
        do throws(JSONText.Problem) { value = try JSONText.value(of: media.bytes) } catch {
            let problem = "line \(error.line), column \(error.column): \(error.message)"
            throw RouteError(code: "invalid", status: 400, problem, errors: [RequestProblem("file", problem)])
        }
        try ProductFile.shape.problems(in: value).map { "\($0)" }.refuse(in: "file")
        return try value.decoded(as: ProductFile.self).products
    }
}

extension OrderTransaction {
    /// Takes over a product and its stock; the differences of the stock are to be entered into the ledger.
    fileprivate func take(_ row: ProductRow, _ result: inout ImportResult) throws -> [StockMove] {
        let id = ID<Product>(row.id)
        let old = try tx.get(service.products, id)?.document
        var new = Product(row.product)
        new.image = old?.image
        var stock: [String: Int] = [:]
        for variant in Set([""] + (old?.variants ?? []).map(\.id) + new.variants.map(\.id)) {
            stock[variant] = try tx.get(service.stock, StockLevel.id(id, variant.isEmpty ? nil : variant))?.document
                .available
        }
        guard new != old || stock != row.stock else {
            result.same += 1
            return []
        }
        if old == nil { result.added += 1 } else { result.changed += 1 }
        if new != old { try service.write(new, id, tx) }
        return try Set(stock.keys).union(row.stock.keys).sorted().filter { stock[$0] != row.stock[$0] }.compactMap {
            try set(id, $0.isEmpty ? nil : $0, row.stock[$0])
        }
    }
}

extension Product.Draft {
    /// What of a product is given by people.
    init(_ product: Product) {
        self.init(
            name: product.name, description: product.description, kind: product.kind, category: product.category,
            emoji: product.emoji, price: product.price, vat: product.vat, variants: product.variants,
            extras: product.extras, allergens: product.allergens, minimumAge: product.minimumAge,
            points: product.points, hours: product.hours, grants: product.grants, appStoreID: product.appStoreID,
            isActive: product.isActive)
    }
}
