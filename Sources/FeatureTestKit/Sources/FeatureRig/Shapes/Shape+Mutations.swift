@_spi(Hosting) internal import FeatureKit

/// A value that is wrong in one place.
struct ShapeMutation: Sendable {
    /// The path at which a checker has to report a problem.
    let path: ValuePath
    /// What was done there, as in `SENTENCE at PATH`.
    let sentence: String
    /// The whole value.
    let value: Value
}

extension Shape {
    /// The longest text, list or map that is made to be too long; where more is allowed, the edge is left alone.
    static let longestMutation = 100_000

    /// A value that fits the shape and has everything: every field, and an element in every list that may have one.
    var fullest: Value {
        switch kind {
        case .list(let element, let count) where count.upperBound > 0:
            .list(Array(repeating: element.fullest, count: max(1, count.lowerBound)))
        case .map(let element, let count) where count.upperBound > 0:
            .object(Members((0..<max(1, count.lowerBound)).map { ("key-\($0)", element.fullest) }))
        case .object(let fields): .object(Members(fields.map { ($0.name, $0.shape.fullest) }))
        default: samples.first ?? .null
        }
    }

    /// Every way in which a value that fits can be made wrong in one place: another kind of value, nothing, what lies
    /// beyond each bound, an unknown case, a required member less, an unknown one more.
    func mutations(of value: Value) -> [ShapeMutation] {
        mutations(of: value, at: ValuePath()).map { path, sentence, value in
            ShapeMutation(path: path, sentence: sentence, value: value)
        }
    }

    private typealias Mutation = (path: ValuePath, sentence: String, value: Value)

    private func mutations(of value: Value, at path: ValuePath) -> [Mutation] {
        if case .anything = kind { return [] }
        let own = wrongKinds + beyond(value)
        return own.map { (path, $0.sentence, $0.value) } + innerMutations(of: value, at: path)
    }

    // MARK: - The value itself

    private typealias Wrong = (sentence: String, value: Value)

    /// Values of every other kind.
    private var wrongKinds: [Wrong] {
        let all: [Wrong] = [
            ("nothing", .null), ("true", true), ("a whole number", 7), ("a number", 7.5), ("a text", "seven"),
            ("a list", [7]), ("a mapping", ["seven": 7]),
        ]
        let fitting: Set<String> =
            switch kind {
            case .anything: Set(all.map(\.sentence))
            case .boolean: ["true"]
            case .integer: ["a whole number"]
            case .number: ["a whole number", "a number"]
            case .text, .path, .secret: ["a text"]
            // A text that means nothing there stays wrong.
            case .choice, .duration, .timestamp: []
            case .list: ["a list"]
            case .map, .object, .media: ["a mapping"]
            @unknown default: []
            }
        return all.filter { !fitting.contains($0.sentence) && !problems(in: $0.value, areHidden: true) }
    }

    /// Whether a value fits by chance, such as the text `seven` as a case.
    private func problems(in value: Value, areHidden: Bool) -> Bool {
        guard case .choice(let cases) = kind, case .text(let text) = value else { return false }
        return cases.contains(text)
    }

    /// What lies beyond the shape's edges.
    private func beyond(_ value: Value) -> [Wrong] {
        switch kind {
        case .integer(let bounds):
            (bounds.lowerBound == .min ? [] : [("too small a number", .integer(bounds.lowerBound - 1))])
                + (bounds.upperBound == .max ? [] : [("too large a number", .integer(bounds.upperBound + 1))])
        case .number(let bounds): Self.beyond(bounds)
        case .text(let length): Self.beyond(length)
        case .choice(let cases): [("an unknown case", .text(Self.unknown(among: cases)))]
        case .duration(let bounds): Self.beyond(bounds)
        case .timestamp:
            [
                ("a day that there is not", "2026-02-30T00:00:00Z"), ("a time without a zone", "2026-11-20T14:03:05"),
            ]
        case .list(let element, let count):
            Self.beyond(count, of: value) { length, value in
                guard case .list(let list) = value else { return value }
                let more = list.first ?? element.fullest
                return .list(list.prefix(length) + Array(repeating: more, count: max(0, length - list.count)))
            }
        case .map(let element, let count):
            Self.beyond(count, of: value) { length, value in
                guard case .object(let members) = value else { return value }
                let kept = members.prefix(length).map { ($0.name, $0.value) }
                let more = (0..<max(0, length - kept.count)).map { ("more-\($0)", element.fullest) }
                return .object(Members(kept + more))
            }
        case .anything, .boolean, .path, .secret, .media, .object: []
        @unknown default: []
        }
    }

    private static func beyond(_ bounds: ClosedRange<Double>) -> [Wrong] {
        let edge = Double.greatestFiniteMagnitude
        return [("infinity", .number(.infinity)), ("no number", .number(.nan))]
            + (bounds.lowerBound == -edge ? [] : [("too small a number", .number(bounds.lowerBound.nextDown))])
            + (bounds.upperBound == edge ? [] : [("too large a number", .number(bounds.upperBound.nextUp))])
    }

    private static func beyond(_ length: ClosedRange<Int>) -> [Wrong] {
        (length.lowerBound == 0
            ? [] : [("too short a text", .text(String(repeating: "a", count: length.lowerBound - 1)))])
            + (length.upperBound > longestMutation
                ? [] : [("too long a text", .text(String(repeating: "a", count: length.upperBound + 1)))])
    }

    private static func beyond(_ bounds: ClosedRange<Duration>) -> [Wrong] {
        let step = Duration.nanoseconds(1)
        return [
            ("a number without a unit", "7"),
            // Below a bound of zero its text has a sign, which no duration has.
            ("too short a duration", .text(DurationText.print(bounds.lowerBound - step))),
            ("too long a duration", .text(DurationText.print(bounds.upperBound + step))),
        ]
    }

    private static func beyond(
        _ count: ClosedRange<Int>, of value: Value, _ made: (_ length: Int, Value) -> Value
    ) -> [Wrong] {
        (count.lowerBound == 0 ? [] : [("too few entries", made(count.lowerBound - 1, value))])
            + (count.upperBound > longestMutation
                ? [] : [("too many entries", made(count.upperBound + 1, value))])
    }

    private static func unknown(among known: [String]) -> String {
        var word = known.first ?? "word"
        while known.contains(word) { word += "-x" }
        return word
    }

    // MARK: - What lies in it

    private func innerMutations(of value: Value, at path: ValuePath) -> [Mutation] {
        switch (kind, value) {
        case (.list(let element, _), .list(let list)):
            // The first and the last stand for all.
            Set([list.startIndex, list.endIndex - 1]).filter(list.indices.contains).sorted().flatMap { index in
                element.mutations(of: list[index], at: path.element(index)).map { inner in
                    var changed = list
                    changed[index] = inner.value
                    return (inner.path, inner.sentence, .list(changed))
                }
            }
        case (.map(let element, _), .object(let members)):
            Set([members.names.first, members.names.last].compactMap(\.self)).sorted().flatMap { name in
                Self.mutations(of: members, name, element, at: path)
            }
        case (.object(let fields), .object(let members)): Self.mutations(of: members, fields, at: path)
        case (.media(let most), .object(let members)):
            Self.mutations(of: members, Media.fields, at: path)
                + [(path.member("base64"), "no base 64", Self.changed(members, "base64", "%"))]
                + Self.tooManyBytes(most, members, at: path)
        default: []
        }
    }

    private static func tooManyBytes(_ most: Int, _ members: Members, at path: ValuePath) -> [Mutation] {
        let media = Media(type: "", bytes: [UInt8](repeating: 0, count: min(most, longestMutation) + 1))
        guard most <= longestMutation, let value = try? Value(encoding: media) else { return [] }
        return [(path.member("base64"), "too many bytes", changed(members, "base64", value["base64"]))]
    }

    private static func mutations(of members: Members, _ fields: [Field], at path: ValuePath) -> [Mutation] {
        let unknownName = unknown(among: fields.map(\.name))
        let missing: [Mutation] = fields.filter(\.isRequired).map { field in
            (path, "without \"\(field.name)\"", changed(members, field.name, nil))
        }
        return [(path.member(unknownName), "an unknown key", changed(members, unknownName, 7))] + missing
            + fields.flatMap { mutations(of: members, $0.name, $0.shape, at: path) }
    }

    private static func mutations(
        of members: Members, _ name: String, _ shape: Shape, at path: ValuePath
    ) -> [Mutation] {
        guard let value = members[name] else { return [] }
        return shape.mutations(of: value, at: path.member(name)).map { inner in
            (inner.path, inner.sentence, changed(members, name, inner.value))
        }
    }

    private static func changed(_ members: Members, _ name: String, _ value: Value?) -> Value {
        var members = members
        members[name] = value
        return .object(members)
    }
}
