/// What the values of an ordered field are, as far as comparing them goes.
enum Scalar: Sendable, Hashable {
    case boolean
    case integer
    case number
    case text
    case duration
    case timestamp

    /// Nil for what has no order.
    init?(_ shape: Shape) {
        switch shape.kind {
        case .boolean: self = .boolean
        case .integer: self = .integer
        case .number: self = .number
        case .text, .choice: self = .text
        case .duration: self = .duration
        case .timestamp: self = .timestamp
        case .anything, .path, .secret, .media, .list, .map, .object: return nil
        }
    }

    var kind: KeyKind {
        switch self {
        case .boolean, .integer, .duration, .timestamp: .integer
        case .number: .number
        case .text: .text
        }
    }

    /// What a value of it is, in a reader's words.
    var inWords: String {
        switch self {
        case .boolean: Shape.boolean.inWords
        case .integer, .number: "a number"
        case .text: "a text"
        case .duration: Shape.duration().inWords
        case .timestamp: Shape.timestamp.inWords
        }
    }

    /// The key of a value; nil where it is none of these.
    func key(of value: Value, in kind: KeyKind) -> StoreKey? {
        switch (self, value) {
        case (.boolean, .boolean(let boolean)): .integer(boolean ? 1 : 0)
        case (.integer, .integer(let integer)), (.number, .integer(let integer)): .integer(integer)
        case (.integer, .number(let number)), (.number, .number(let number)): number.isFinite ? .number(number) : nil
        case (.text, .text(let text)): .text(kind == .folded ? FoldedText.fold(text) : text)
        case (.duration, .text(let text)):
            DurationText.parse(text).map { .integer(Int64(clamping: $0.attoseconds / 1_000_000_000)) }
        case (.timestamp, .text(let text)): Timestamp(text).map { .integer($0.nanoseconds) }
        default: nil
        }
    }
}
