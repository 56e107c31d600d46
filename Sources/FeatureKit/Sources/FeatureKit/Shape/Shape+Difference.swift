/// Where two shapes part, for the reader of a contract that does not hold.
public struct ShapeDifference: Sendable, Equatable {
    /// The way to the first part that differs.
    public let path: ValuePath
    /// What the one shape says there.
    public let left: String
    /// What the other shape says there.
    public let right: String
}

extension Shape {
    /// The first difference that matters to data; sentences and the order of fields and cases don't.
    public func difference(from other: Shape) -> ShapeDifference? { difference(from: other, at: ValuePath()) }

    private func difference(from other: Shape, at path: ValuePath) -> ShapeDifference? {
        switch (kind, other.kind) {
        case (.object(let fields), .object(let others)):
            for field in fields {
                let here = path.member(field.name)
                guard let twin = others.first(where: { $0.name == field.name }) else {
                    return ShapeDifference(path: here, left: field.shape.inWords, right: "no such field")
                }
                if field.presence != twin.presence {
                    return ShapeDifference(path: here, left: field.presenceInWords, right: twin.presenceInWords)
                }
                if let inner = field.shape.difference(from: twin.shape, at: here) { return inner }
            }
            for twin in others where !fields.contains(where: { $0.name == twin.name }) {
                return ShapeDifference(path: path.member(twin.name), left: "no such field", right: twin.shape.inWords)
            }
            return nil
        case (.list(let element, let count), .list(let twin, let twinCount)) where count == twinCount:
            return element.difference(from: twin, at: path.element(0))
        case (.map(let element, let count), .map(let twin, let twinCount)) where count == twinCount:
            return element.difference(from: twin, at: path.member("*"))
        case (.choice(let cases), .choice(let others)) where Set(cases) == Set(others):
            return nil
        default:
            guard kind != other.kind else { return nil }
            let words = (inWords, other.inWords)
            let plain = words.0 != words.1
            return ShapeDifference(
                path: path, left: plain ? words.0 : words.0 + boundsInWords,
                right: plain ? words.1 : words.1 + other.boundsInWords)
        }
    }

    private var boundsInWords: String {
        switch kind {
        case .integer(let bounds): " from \(bounds.lowerBound) to \(bounds.upperBound)"
        case .number(let bounds): " from \(bounds.lowerBound) to \(bounds.upperBound)"
        case .text(let length): " of \(length.lowerBound) to \(length.upperBound) characters"
        case .duration(let bounds):
            " from \(DurationText.print(bounds.lowerBound)) to \(DurationText.print(bounds.upperBound))"
        case .media(let most): " of at most \(most) bytes"
        case .list(_, let count): " of \(count.lowerBound) to \(count.upperBound) elements"
        case .map(_, let count): " of \(count.lowerBound) to \(count.upperBound) entries"
        default: ""
        }
    }
}

extension Field {
    fileprivate var presenceInWords: String {
        switch presence {
        case .required: "required"
        case .optional: "optional"
        case .byDefault(let value): "\(value.json) by default"
        }
    }
}
