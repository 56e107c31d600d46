@_spi(Hosting) import FeatureKit
import HTTPServer
import JSON
import TestSupport
import Testing

@testable import HostHTTP

/// A request that is written as a path with a query or a body is read back unchanged.
@Suite(.timeLimit(.minutes(1))) struct BindingPropertyTests {
    @Test func `a request that is printed as a path, a query or a body is read back`() throws {
        for seed in Seeds.forThisRun(count: 2_000) {
            var random = SeededGenerator(seed: seed)
            let fields = (0..<Int.random(in: 0...6, using: &random)).map { Self.field("f\($0)", &random) }
            let shape = Shape.object(fields)
            let rest: QuestionReader.Rest = Bool.random(using: &random) ? .query : .body
            var members = Members()
            for field in fields where field.isRequired || Bool.random(using: &random) {
                members[field.name] = Self.value(of: field, in: rest, &random)
            }
            let value = Value.object(members)
            try #require(shape.problems(in: value).isEmpty, "seed \(seed): \(value.json)")

            let names = fields.filter { field in
                Self.canStandInPath(members[field.name], field.shape) && Bool.random(using: &random)
            }.map(\.name)
            let reader = try #require(QuestionReader(shape, names: names, rest: rest))
            let request = Self.request(fields, members, outOf: names, rest, &random)
            let bound = names.map { name in Self.text(members[name] ?? .null) }
            let question: Question
            do { question = try reader.read(request, bound) } catch {
                Issue.record("seed \(seed): \(request.path)?\(request.query ?? "") \(value.json): \(error)")
                continue
            }
            let read =
                switch question {
                case .document(let tape): shape.completed(tape.value)
                case .value(let value): value
                case .withMedia(let question): try Value(encoding: question)
                }
            #expect(read == shape.completed(value), "seed \(seed)")
        }
    }

    /// As a scanner on the open net would send: no request may trap, and a type that reads in one pass gives the same
    /// result as one that checks the request against the Shape first.
    @Test func `random requests are read or refused, in one pass as well`() throws {
        let menu = try #require(QuestionReader(MenuQuestion.shape, names: [], rest: .query))
        let order = try #require(QuestionReader(OrderQuestion.shape, names: ["bar"], rest: .query))
        let booking = try #require(QuestionReader(Reservation.shape, names: ["bar"], rest: .body))
        let letters = Array("page=type&open%207B[]{}\":,+1.e-0é".unicodeScalars.map(String.init))
        let parts = [
            "page=", "type=", "open=true", "most=", "within=", "&", "-0", "7", "1h", "a%20b", "%22", "idempotencyKey=",
        ]
        let body = Array(#"{"seats": 4, "shift":"lunch","note":"a\n\u00e9", "bar":"a"}"#.utf8)
        for seed in Seeds.forThisRun(count: 4_000) {
            var random = SeededGenerator(seed: seed)
            let words = Bool.random(using: &random) ? letters : parts
            let query = (0..<Int.random(in: 0...12, using: &random)).compactMap { _ in
                words.randomElement(using: &random)
            }.joined()
            try compare(menu, Request(.get, "/?\(query)"), [], MenuQuestion.self, seed)
            let keys = ["k", "\"k\"", "\"", "\u{1}"].filter { _ in Int.random(in: 0..<8, using: &random) == 0 }
            let fields = keys.map { ("Idempotency-Key", $0) }
            try compare(order, Request(.get, "/?\(query)", fields: fields), ["a%\""], OrderQuestion.self, seed)
            var changed = body
            for _ in 0..<Int.random(in: 0...3, using: &random) {
                let index = Int.random(in: 0..<changed.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: changed[index] = UInt8.random(in: 0...255, using: &random)
                case 1: changed.remove(at: index)
                default: changed.insert(changed.randomElement(using: &random) ?? 0, at: index)
                }
            }
            let json = [("Content-Type", "application/json")]
            try compare(booking, Request(.post, "/", fields: json, body: changed), ["a"], Reservation.self, seed)
        }
    }

    /// A type that reads in one pass accepts what the Shape accepts, and refuses with the same words.
    private func compare<T: Shaped & Equatable>(
        _ reader: QuestionReader, _ request: Request, _ bound: [String], _ type: T.Type, _ seed: UInt64
    ) throws {
        let checked: Result<Question, any Error> = Result { try reader.read(request, bound) }
        let read: Result<T, any Error> = Result { try reader.read(request, bound, as: type) }
        switch (checked, read) {
        case (.success(let question), .success(let read)):
            let wanted = try question.decoded(as: type, by: reader.shape)
            #expect(read == wanted, "seed \(seed)")
        case (.failure(let wanted as Problem), .failure(let problem as Problem)):
            #expect(problem == wanted, "seed \(seed)")
            #expect(
                problem.status == .badRequest && (problem.code == "malformed" || !problem.errors.isEmpty),
                "seed \(seed)")
        default: Issue.record("seed \(seed): \(checked), but \(read)")
        }
    }

    // MARK: - Making

    private static func field(_ name: String, _ random: inout SeededGenerator) -> Field {
        let shape = shape(depth: 2, &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: return Field(name, shape, "A field.")
        case 1: return Field(name, shape, "A field.", optional: true)
        default: return Field(name, shape, "A field.", default: value(of: shape, leastElements: 0, &random))
        }
    }

    private static func shape(depth: Int, _ random: inout SeededGenerator) -> Shape {
        switch Int.random(in: 0..<(depth > 0 ? 11 : 7), using: &random) {
        case 0: .boolean
        case 1: .integer()
        case 2: .number()
        case 3: .text()
        case 4: .choice(["a", "true", "7", "ñ&="])
        case 5: .duration()
        case 6: .timestamp
        case 7: .list(of: shape(depth: depth - 1, &random))
        case 8: .map(of: shape(depth: depth - 1, &random))
        case 9: .anything
        default: .object([Field("x", shape(depth: depth - 1, &random), "X.", optional: true)])
        }
    }

    private static func value(
        of field: Field, in rest: QuestionReader.Rest, _ random: inout SeededGenerator
    ) -> Value {
        // A query without a list leaves it absent, which differs from an empty list.
        value(of: field.shape, leastElements: field.isRequired || rest == .body ? 0 : 1, &random)
    }

    private static func value(of shape: Shape, leastElements: Int, _ random: inout SeededGenerator) -> Value {
        switch shape.kind {
        case .boolean: return .boolean(Bool.random(using: &random))
        case .integer: return .integer([0, -1, 7, .min, .max].randomElement(using: &random) ?? 0)
        case .number:
            return .number([0.5, -1e300, 3, 2.3e-308, .greatestFiniteMagnitude].randomElement(using: &random) ?? 0)
        case .choice(let words): return .text(words.randomElement(using: &random) ?? "")
        case .duration: return .text(["0", "5s", "1h30m"].randomElement(using: &random) ?? "0")
        case .timestamp: return "2026-11-20T14:03:05.25Z"
        case .list(let element, _):
            return .list(
                (0..<Int.random(in: leastElements...3, using: &random)).map { _ in
                    value(of: element, leastElements: 0, &random)
                })
        case .map(let element, _):
            return .object(
                Members(
                    (0..<Int.random(in: 0...3, using: &random)).map { number in
                        ("k\(number)&", value(of: element, leastElements: 0, &random))
                    }))
        case .anything: return ["x", [1, 2.5], nil, true, ["a": "7"], "7"].randomElement(using: &random) ?? nil
        case .object(let fields):
            return .object(
                Members(
                    fields.filter { _ in Bool.random(using: &random) }.map {
                        ($0.name, value(of: $0.shape, leastElements: 0, &random))
                    }))
        default:
            return .text(
                ["", "plain", "a b+c", "%41", "&=?#/", "\"\\\u{0}\n", "{\"a\":1}", "ñ🏁", "true", "7"]
                    .randomElement(using: &random) ?? "")
        }
    }

    // MARK: - Printing

    private static func request(
        _ fields: [Field], _ members: Members, outOf names: [String], _ rest: QuestionReader.Rest,
        _ random: inout SeededGenerator
    ) -> Request {
        let open = members.filter { !names.contains($0.name) }
        switch rest {
        case .body:
            let body = Value.object(Members(open.map { ($0.name, $0.value) }))
            return Request(
                .post, "/", fields: [("Content-Type", "application/json")],
                body: Array((Bool.random(using: &random) ? body.json : body.prettyJSON).utf8))
        case .query:
            let pairs = open.flatMap { name, value -> [(String, String)] in
                let shape = fields.first { $0.name == name }?.shape
                if case .list(let element, _) = shape?.kind, case .list(let values) = value {
                    return values.map { (name, text($0, isAnything: element == .anything)) }
                }
                return [(name, text(value, isAnything: shape == .anything))]
            }
            let query = pairs.map { "\(encoded($0.0))=\(encoded($0.1))" }.joined(separator: "&")
            return Request(.get, "/?\(query)")
        }
    }

    private static func canStandInPath(_ value: Value?, _ shape: Shape) -> Bool {
        switch value {
        case .boolean, .integer, .number: true
        case .text: shape != .anything
        default: false
        }
    }

    private static func text(_ value: Value, isAnything: Bool = false) -> String {
        if case .text(let text) = value, !isAnything { return text }
        return value.json
    }

    private static func encoded(_ text: String) -> String {
        text.utf8.map { byte in
            let isPlain = byte >= 0x30 && byte <= 0x39 || byte >= 0x61 && byte <= 0x7A
            return isPlain ? String(Unicode.Scalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
    }
}
