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
    public func difference(from other: Shape) -> ShapeDifference? {
        difference(from: other, as: .equal, at: ValuePath())
    }

    /// The first thing that keeps a reader of this shape from reading what fits the other one, which may have more
    /// fields.
    @_spi(Hosting) public func difference(reading other: Shape) -> ShapeDifference? {
        difference(from: other, as: .reader, at: ValuePath())
    }

    /// The first thing that keeps requests of this shape from being read by who takes the other one, which may have more
    /// fields that can be absent.
    @_spi(Hosting) public func difference(asking other: Shape) -> ShapeDifference? {
        difference(from: other, as: .request, at: ValuePath())
    }

    /// The first difference of what both shapes have; each may have fields that the other one lacks.
    @_spi(Hosting) public func difference(besides other: Shape) -> ShapeDifference? {
        difference(from: other, as: .fellow, at: ValuePath())
    }

    /// What a shape is to another one.
    private enum Relation {
        case equal, reader, request, fellow

        /// Whether the shape may do without a field of the other one.
        func mayLack(_ field: Field) -> Bool {
            switch self {
            case .equal: false
            case .reader, .fellow: true
            case .request: !field.isRequired
            }
        }
    }

    private func difference(
        from other: Shape, as relation: Relation, at path: ValuePath
    ) -> ShapeDifference? {
        switch (kind, other.kind) {
        case (.object(let fields), .object(let others)):
            for field in fields {
                let here = path.member(field.name)
                guard let twin = others.first(where: { $0.name == field.name }) else {
                    if relation == .fellow { continue }
                    return ShapeDifference(path: here, left: field.shape.inWords, right: "no such field")
                }
                if field.presence != twin.presence {
                    return ShapeDifference(path: here, left: field.presenceInWords, right: twin.presenceInWords)
                }
                if let inner = field.shape.difference(from: twin.shape, as: relation, at: here) { return inner }
            }
            for twin in others where !relation.mayLack(twin) && !fields.contains(where: { $0.name == twin.name }) {
                return ShapeDifference(path: path.member(twin.name), left: "no such field", right: twin.shape.inWords)
            }
            return nil
        case (.list(let element, let count), .list(let twin, let twinCount)) where count == twinCount:
            return element.difference(from: twin, as: relation, at: path.element(0))
        case (.map(let element, let count), .map(let twin, let twinCount)) where count == twinCount:
            return element.difference(from: twin, as: relation, at: path.member("*"))
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
