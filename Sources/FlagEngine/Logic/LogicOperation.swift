/// The operations of JsonLogic.
enum LogicOperation: UInt8, BitwiseCopyable, Sendable {
    // What is looked up.
    case scope, variable, variableOf, missing, missingSome
    // What is decided.
    case choose, and, or, not, truth
    case equal, same, notEqual, notSame, greater, greaterOrEqual, less, lessOrEqual
    // Numbers.
    case plus, minus, times, divided, remainder, greatest, least
    // Lists.
    case list, map, filter, reduce, all, none, some, merge
    // Texts.
    case contained, joined, part
    // flagd's own.
    case startsWith, endsWith, version, fractional
    /// An operator that nobody knows.
    case unknown
}

extension LogicOperation {
    /// What an operator means; nil where there is none of that name.
    static func named(_ name: String) -> LogicOperation? { byName[name] }

    /// The names of all operators, in order.
    static let names = byName.keys.sorted()

    private static let byName: [String: LogicOperation] = [
        "var": .variableOf, "missing": .missing, "missing_some": .missingSome,
        "if": .choose, "?:": .choose, "and": .and, "or": .or, "!": .not, "!!": .truth,
        "==": .equal, "===": .same, "!=": .notEqual, "!==": .notSame,
        ">": .greater, ">=": .greaterOrEqual, "<": .less, "<=": .lessOrEqual,
        "+": .plus, "-": .minus, "*": .times, "/": .divided, "%": .remainder, "max": .greatest, "min": .least,
        "map": .map, "filter": .filter, "reduce": .reduce, "all": .all, "none": .none, "some": .some, "merge": .merge,
        "in": .contained, "cat": .joined, "substr": .part,
        "starts_with": .startsWith, "ends_with": .endsWith, "sem_ver": .version, "fractional": .fractional,
    ]

    /// Whether a single argument that comes out as a list is the list of arguments.
    ///
    /// Of those that decide which arguments count it is not: they take it for what it is.
    var takesListAsArguments: Bool {
        switch self {
        case .choose, .and, .or, .not, .truth, .map, .filter, .reduce, .all, .none, .some: false
        default: true
        }
    }
}
