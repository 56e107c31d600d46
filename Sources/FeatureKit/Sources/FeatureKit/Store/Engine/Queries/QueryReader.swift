/// Reads a query, with everything that is wrong with it.
struct QueryReader {
    private(set) var problems: [QueryProblem] = []
    private(set) var tests: [CheckedQuery.Test] = []
    private(set) var order: [CheckedQuery.Rank] = []
    private let collection: CheckedCollection

    init(_ collection: CheckedCollection, _ conditions: [StoreCondition], _ order: StoreOrder?, _ limit: Int) {
        self.collection = collection
        if !(1...StoreLimits.page).contains(limit) { problems.append(.limit(limit)) }
        if conditions.count > StoreLimits.conditions { problems.append(.tooManyConditions(conditions.count)) }
        for condition in conditions.prefix(StoreLimits.conditions) { read(condition) }
        read(order)
        if nearness != nil, order != nil { problems.append(.nearAndOrder) }
        if tests.count(where: { $0.isNear }) > 1 { problems.append(.nearTwice) }
        if problems.isEmpty { checkBeginning(conditions, order) }
    }

    /// The first condition on nearness.
    var nearness: CheckedQuery.Test? { tests.first(where: \.isNear) }

    private mutating func read(_ condition: StoreCondition) {
        let field = condition.field
        switch condition.test {
        case .broken(let why): problems.append(.broken(field, why))
        case .contains(let part):
            guard let number = collection.parts.firstIndex(of: field.path) else {
                return missing(field, .contains(field.path))
            }
            let folded = FoldedText.fold(part)
            guard !folded.isEmpty else { return problems.append(.nothingToFind(field)) }
            guard isShort(folded, field) else { return }
            tests.append(.contains(part: number, folded))
        case .near(let center, let within):
            guard let number = collection.points.firstIndex(of: field.path) else {
                return missing(field, .near(field.path))
            }
            guard (-90...90).contains(center.lat), (-180...180).contains(center.lon) else {
                return problems.append(.noPlace(field, center))
            }
            guard within.map({ $0 >= 0 && $0.isFinite }) ?? true else {
                return problems.append(.noRadius(field, within ?? 0))
            }
            tests.append(.near(point: number, center, within: within))
        case .absent: with(field) { _, column in .absent(column: column) }
        case .begins(let start):
            with(field) { reader, column in
                guard reader.collection.columns[column].scalar == .text else {
                    reader.problems.append(.unfit(field, wanted: reader.words(column), found: .text(start)))
                    return nil
                }
                let text = field.isFolded ? FoldedText.fold(start) : start
                return reader.isShort(text, field) ? .begins(column: column, text) : nil
            }
        case .among(let values):
            with(field) { reader, column in
                guard (1...StoreLimits.among).contains(values.count) else {
                    reader.problems.append(.amongCount(field, values.count))
                    return nil
                }
                let keys = values.compactMap { reader.key(of: $0, field, column) }
                return keys.count == values.count ? .among(column: column, Set(keys).sorted()) : nil
            }
        case .equals(let value): compare(field, value) { .equals(column: $0, $1) }
        case .from(let value): compare(field, value) { .from(column: $0, $1) }
        case .above(let value): compare(field, value) { .above(column: $0, $1) }
        case .upTo(let value): compare(field, value) { .upTo(column: $0, $1) }
        case .below(let value): compare(field, value) { .below(column: $0, $1) }
        }
    }

    private mutating func compare(_ field: FieldKey, _ value: Value, _ test: (Int, StoreKey) -> CheckedQuery.Test) {
        with(field) { reader, column in reader.key(of: value, field, column).map { test(column, $0) } }
    }

    private mutating func with(_ field: FieldKey, _ test: (inout QueryReader, Int) -> CheckedQuery.Test?) {
        guard let column = collection.column(of: field) else { return missing(field, .on(field)) }
        if let test = test(&self, column) { tests.append(test) }
    }

    private mutating func read(_ order: StoreOrder?) {
        for part in order?.parts ?? [] {
            guard let column = collection.column(of: part.field) else {
                missing(part.field, .on(part.field), by: .order)
                continue
            }
            // What decides once does not decide again.
            guard !self.order.contains(where: { $0.column == column }) else { continue }
            self.order.append(CheckedQuery.Rank(column: column, isDescending: part.isDescending))
        }
        if self.order.count > StoreLimits.indexFields { problems.append(.longOrder(self.order.count)) }
    }

    /// At least one condition, or the order where there is none, begins where an index begins.
    private mutating func checkBeginning(_ conditions: [StoreCondition], _ order: StoreOrder?) {
        func isFirst(_ column: Int) -> Bool { collection.ordered.contains { $0.columns.first == column } }
        if tests.isEmpty {
            guard let first = self.order.first, !isFirst(first.column) else { return }
            let fields = self.order.map { collection.columns[$0.column].field }
            return problems.append(.unserved(.order, fields, StoreIndex(kind: .ordered(fields, isUnique: false))))
        }
        let isServed = tests.contains { $0.column.map(isFirst) ?? true }
        guard !isServed else { return }
        var fields: [FieldKey] = []
        for condition in conditions where !fields.contains(condition.field) { fields.append(condition.field) }
        let held = Array(fields.prefix(StoreLimits.indexFields))
        problems.append(.unserved(.query, fields, StoreIndex(kind: .ordered(held, isUnique: false))))
    }

    /// A field that no index holds, or that is not there at all.
    private mutating func missing(_ field: FieldKey, _ index: StoreIndex, by what: QueryProblem.Asker = .query) {
        let problem: QueryProblem
        switch collection.layout.shape.field(at: field.path) {
        case .found: problem = .unserved(what, [field], index)
        case .missing(let hint): problem = .noField(field, hint: hint)
        }
        if !problems.contains(problem) { problems.append(problem) }
    }

    private mutating func key(of value: Value, _ field: FieldKey, _ column: Int) -> StoreKey? {
        guard value != .null else {
            problems.append(.comparedWithNothing(field))
            return nil
        }
        let key = collection.columns[column].key(of: value)
        switch key {
        case .null:
            problems.append(.unfit(field, wanted: words(column), found: value))
            return nil
        case .text(let text): return isShort(text, field) ? key : nil
        case .integer, .number: return key
        }
    }

    private func words(_ column: Int) -> String { collection.columns[column].scalar.inWords }

    private mutating func isShort(_ text: String, _ field: FieldKey) -> Bool {
        guard text.utf8.count > StoreLimits.comparedBytes else { return true }
        problems.append(.longText(field, text.utf8.count))
        return false
    }
}

extension CheckedQuery.Test {
    /// The column that it looks at; nil where it looks at a text's parts or a point.
    var column: Int? {
        switch self {
        case .equals(let column, _), .among(let column, _), .absent(let column), .from(let column, _),
            .above(let column, _), .upTo(let column, _), .below(let column, _), .begins(let column, _):
            column
        case .contains, .near: nil
        }
    }

    var isNear: Bool { if case .near = self { true } else { false } }
}
