@_spi(Hosting) import FeatureKit
import Testing

@_spi(Hosting) @testable import FeatureRig

@Suite struct ShapeMutationTests {
    /// Shapes of every kind, by what they are.
    static let shapes: [(name: String, shape: Shape)] = [
        ("boolean", .boolean), ("integer", .integer(in: -3...9)), ("any integer", .integer()),
        ("number", .number(in: -0.5...2)), ("any number", .number()), ("text", .text(length: 2...5)),
        ("any text", .text()), ("choice", .choice(["one", "two", "seven"])),
        ("duration", .duration(in: .seconds(1) ... .seconds(9))),
        ("any duration", .duration()), ("timestamp", .timestamp), ("path", .path), ("secret", .secret),
        ("media", .media), ("list", .list(of: .integer(in: 1...2), count: 1...3)),
        ("empty list", .list(of: .text(length: 1...2), count: 0...0)),
        ("list of lists", .list(of: .list(of: .boolean))),
        ("map", .map(of: .duration(), count: 2...4)), ("map of anything", .map(of: .anything)),
        ("no fields", .object([])),
        (
            "object",
            .object([
                Field("a", .integer(in: 0...1), "A."), Field("b", .text(length: 1...2), "B.", default: "x"),
                Field("c", .object([Field("d", .choice(["y"]), "D.")]), "C.", optional: true),
                Field("e", .anything, "E.", optional: true),
                Field("f", .list(of: .object([Field("g", .path, "G.")]), count: 1...2), "F."),
                Field("key-x", .boolean, "Looks like what is added."),
            ])
        ),
    ]

    @Test(arguments: shapes.indices) func `Each mutation is refused where it was made`(_ index: Int) {
        let (name, shape) = Self.shapes[index]
        let whole = shape.completed(shape.fullest)
        #expect(shape.problems(in: whole) == [], "\(name)")
        let mutations = shape.mutations(of: whole)
        #expect(!mutations.isEmpty, "\(name)")
        for mutation in mutations {
            let found = shape.problems(in: shape.completed(mutation.value))
            #expect(
                found.contains { $0.path == mutation.path },
                "\(name): \(mutation.sentence) at \(mutation.path) in \(mutation.value.json): \(found)")
        }
    }

    @Test(arguments: shapes.indices) func `Each mutation differs in one place, and no two are the same`(_ index: Int) {
        let (name, shape) = Self.shapes[index]
        let whole = shape.completed(shape.fullest)
        let mutations = shape.mutations(of: whole)
        for mutation in mutations {
            // Outside of the place both are the same, inside they are not.
            #expect(
                Self.without(mutation.path, whole) == Self.without(mutation.path, mutation.value),
                "\(name): \(mutation.sentence) at \(mutation.path)")
            #expect(whole[mutation.path] != mutation.value[mutation.path], "\(name)")
        }
        let texts = mutations.map { "\($0.path) \($0.value.json) \($0.sentence)" }
        #expect(Set(texts).count == texts.count, "\(name)")
    }

    @Test func `Both sides of each bound are tried, and nothing beyond what can be counted`() {
        func sentences(_ shape: Shape) -> [String] {
            let wrong = ["nothing", "true", "a whole number", "a number", "a text", "a list", "a mapping"]
            return shape.mutations(of: shape.fullest).map(\.sentence).filter { !wrong.contains($0) }
        }
        #expect(sentences(.integer(in: 1...9)) == ["too small a number", "too large a number"])
        #expect(sentences(.integer()) == [])
        #expect(sentences(.number(in: 0...1)) == ["infinity", "no number", "too small a number", "too large a number"])
        #expect(sentences(.text(length: 1...3)) == ["too short a text", "too long a text"])
        #expect(sentences(.text(length: 0...1_000_000)) == [])
        #expect(sentences(.list(of: .boolean, count: 1...2)) == ["too few entries", "too many entries"])
        #expect(sentences(.choice(["a", "a-x"])) == ["an unknown case"])
        #expect(
            sentences(.duration(in: .seconds(1) ... .seconds(2)))
                == ["a number without a unit", "too short a duration", "too long a duration"])
        #expect(sentences(.anything) == [])
    }

    /// A value with nothing at a place.
    private static func without(_ path: ValuePath, _ value: Value) -> Value {
        guard let step = path.steps.first else { return .null }
        let rest = ValuePath(Array(path.steps.dropFirst()))
        switch (step, value) {
        case (.member(let name), .object(var members)):
            members[name] = rest.isRoot ? nil : members[name].map { without(rest, $0) }
            return .object(members)
        case (.element(let index), .list(var list)):
            list[index] = without(rest, list[index])
            return .list(list)
        default: return value
        }
    }
}
