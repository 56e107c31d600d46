/// One thing that is wrong with a query; all wording of them stands here.
enum QueryProblem: Equatable, CustomStringConvertible {
    /// What asks for an index.
    enum Asker: String {
        case query = "a query"
        case order = "an order"
    }

    case limit(Int)
    case tooManyConditions(Int)
    case longOrder(Int)
    case noField(FieldKey, hint: String?)
    case unserved(Asker, [FieldKey], StoreIndex)
    case broken(FieldKey, String)
    case comparedWithNothing(FieldKey)
    case unfit(FieldKey, wanted: String, found: Value)
    case longText(FieldKey, Int)
    case amongCount(FieldKey, Int)
    case nothingToFind(FieldKey)
    case noPlace(FieldKey, GeoPoint)
    case noRadius(FieldKey, Double)
    case nearTwice
    case nearAndOrder

    /// Whether it lies in what is looked for, and not in how.
    var isAboutValue: Bool {
        switch self {
        case .limit, .longText, .nothingToFind, .noPlace, .noRadius: true
        default: false
        }
    }

    var description: String {
        switch self {
        case .limit(let limit): "a page has 1 to \(StoreLimits.page) documents, not \(limit)"
        case .tooManyConditions(let count): "\(count) conditions; the most is \(StoreLimits.conditions)"
        case .longOrder(let count): "an order by \(count) fields; the most is \(StoreLimits.indexFields)"
        case .noField(let field, let hint):
            "there is no \"\(field.path)\"" + (hint.map { "; did you mean \"\($0)\"?" } ?? "")
        case .unserved(let asker, let fields, let index):
            "no index serves \(asker.rawValue) by \(fields.map(\.description).joined(separator: ", ")); declare \(index.asKeyPaths)"
        case .broken(let field, let why): "what \(field) is compared with can't be encoded: \(why)"
        case .comparedWithNothing(let field): "\(field) is compared with nothing; .absent(\(field)) asks for that"
        case .unfit(let field, let wanted, let found): "\(field) is \(wanted), not \(Self.shown(found))"
        case .longText(let field, let bytes):
            "\(field) is compared with \(bytes) bytes; the most is \(StoreLimits.comparedBytes)"
        case .amongCount(let field, let count):
            "\(field) is compared with \(count) values; .among takes 1 to \(StoreLimits.among)"
        case .nothingToFind(let field): "\(field) contains nothing: the text has no letter"
        case .noPlace(let field, let point): "\(field) is near no point of the earth: \(point.lat), \(point.lon)"
        case .noRadius(let field, let metres): "\(field) is near within \(metres) metres, which is no distance"
        case .nearTwice: "only one condition can be .near"
        case .nearAndOrder: "what is .near comes nearest first, so there is no other order"
        }
    }

    private static func shown(_ value: Value) -> String {
        switch value {
        case .boolean, .integer: value.json
        // Also what JSON has no word for.
        case .number(let number): "\(number)"
        case .text(let text): "the text \(Value.text(String(text.prefix(40))).json)"
        default: value.kindInWords
        }
    }
}
