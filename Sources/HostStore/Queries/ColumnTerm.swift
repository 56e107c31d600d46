@_spi(Hosting) internal import FeatureKit

/// One thing that a query says of a column, as an index understands it.
enum ColumnTerm: Sendable, Equatable {
    case equals(StoreKey)
    case isNull
    case isNotNull
    /// In order, each once.
    case among([StoreKey])
    case least(StoreKey, isIncluded: Bool)
    case most(StoreKey, isIncluded: Bool)

    /// What a condition says of its column; nothing where it looks at a text's parts or a point.
    static func terms(of test: CheckedQuery.Test) -> (column: Int, terms: [ColumnTerm])? {
        switch test {
        case .equals(let column, let key): (column, [.equals(key)])
        case .among(let column, let keys): (column, keys.count == 1 ? [.equals(keys[0])] : [.among(keys)])
        case .absent(let column): (column, [.isNull])
        case .from(let column, let key): (column, [.least(key, isIncluded: true)])
        case .above(let column, let key): (column, [.least(key, isIncluded: false)])
        case .upTo(let column, let key): (column, [.most(key, isIncluded: true)])
        case .below(let column, let key): (column, [.most(key, isIncluded: false)])
        case .begins(let column, let text):
            (
                column,
                [.least(.text(text), isIncluded: true)]
                    + (TextRange.end(of: text).map { [.most(.text($0), isIncluded: false)] } ?? [])
            )
        case .contains, .near: nil
        @unknown default: nil
        }
    }

    /// Whether it leaves just one value, so that it does not matter to an order.
    var isFixed: Bool {
        switch self {
        case .equals, .isNull: true
        default: false
        }
    }

    /// How much an index gains by it: a lower number is asked first.
    private var rank: Int {
        switch self {
        case .equals: 0
        case .isNull: 1
        case .among: 2
        case .least, .most: 3
        case .isNotNull: 4
        }
    }

    /// All that is said of a column as SQL, of which an index sees the narrowest: SQLite would begin a range at
    /// whichever bound comes first, be it far from where the page goes on.
    static func sql(of terms: [ColumnTerm], on column: String, _ parameters: inout SQLParameters) -> [String] {
        guard let best = terms.map(\.rank).min() else { return [] }
        var seen: [ColumnTerm] = []
        if best == 3 {
            if let least = terms.filter(\.isLeast).max(by: { !$0.isNarrower(than: $1) }) { seen.append(least) }
            if let most = terms.filter(\.isMost).max(by: { !$0.isNarrower(than: $1) }) { seen.append(most) }
        } else if let first = terms.first(where: { $0.rank == best }) {
            seen.append(first)
        }
        var rest = terms
        for term in seen { if let index = rest.firstIndex(of: term) { rest.remove(at: index) } }
        return seen.map { $0.sql(column, &parameters) } + rest.map { $0.sql("+" + column, &parameters) }
    }

    private var isLeast: Bool { if case .least = self { true } else { false } }
    private var isMost: Bool { if case .most = self { true } else { false } }

    /// Whether of two bounds on the same side this one leaves less.
    private func isNarrower(than other: ColumnTerm) -> Bool {
        switch (self, other) {
        case (.least(let key, let isIncluded), .least(let otherKey, _)):
            key > otherKey || (key == otherKey && !isIncluded)
        case (.most(let key, let isIncluded), .most(let otherKey, _)):
            key < otherKey || (key == otherKey && !isIncluded)
        default: false
        }
    }

    private func sql(_ column: String, _ parameters: inout SQLParameters) -> String {
        switch self {
        case .equals(let key): "\(column) = \(parameters.add(key))"
        case .isNull: "\(column) IS NULL"
        case .isNotNull: "\(column) IS NOT NULL"
        case .among(let keys):
            // Always one of a few lengths, so that there are few statements; a key that comes twice counts once.
            "\(column) IN (\(Self.padded(keys).map { parameters.add($0) }.joined(separator: ", ")))"
        case .least(let key, let isIncluded): "\(column) \(isIncluded ? ">=" : ">") \(parameters.add(key))"
        case .most(let key, let isIncluded): "\(column) \(isIncluded ? "<=" : "<") \(parameters.add(key))"
        }
    }

    private static func padded(_ keys: [StoreKey]) -> [StoreKey] {
        guard let last = keys.last else { return [] }
        var length = 2
        while length < keys.count { length *= 2 }
        return keys + Array(repeating: last, count: length - keys.count)
    }
}

/// The parameters of a statement, in the order in which its text names them.
struct SQLParameters {
    private(set) var keys: [StoreKey] = []

    /// The name of a parameter in the statement's text.
    mutating func add(_ key: StoreKey) -> String {
        keys.append(key)
        return "?\(keys.count)"
    }
}

/// The texts that begin alike lie side by side in an order by bytes.
enum TextRange {
    /// The first text after all that begin so; nil where none comes after them.
    static func end(of start: String) -> String? {
        var scalars = Array(start.unicodeScalars)
        while let last = scalars.popLast() {
            // Between these two lie the halves of pairs, which are no characters.
            let next = last.value == 0xD7FF ? 0xE000 : last.value + 1
            if let scalar = Unicode.Scalar(next) {
                return String(String.UnicodeScalarView(scalars + [scalar]))
            }
        }
        return nil
    }
}
