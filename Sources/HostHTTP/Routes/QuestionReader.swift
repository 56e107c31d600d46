@_spi(Hosting) import FeatureKit
import HTTPServer
import JSON

/// Reads what a route is asked out of a request: the path's names first, the rest from the query or the body.
struct QuestionReader: Sendable {
    /// Where what does not stand in the path stands.
    enum Rest: String, Sendable {
        case query
        case body
    }

    let gate: ShapeGate
    let shape: Shape
    private let rest: Rest
    private let names: [String]
    /// Whether there is nothing that could be asked.
    private let asksNothing: Bool
    /// Nil where the question is no mapping and comes whole as the body.
    private let texts: TextBinding?
    /// Reads requests of which the body is one field as it is.
    private let media: MediaQuestionReader?
    /// Whether the header fills a field, unless the path does.
    private let takesKey: Bool

    /// Nil where a question of that Shape can't come that way.
    init?(_ shape: Shape, names: [String], rest: Rest) {
        media = rest == .body ? shape.cargo.flatMap { MediaQuestionReader(shape, body: $0, names: names) } : nil
        guard media != nil || rest == .query || shape.cargo == nil else { return nil }
        texts = TextBinding(shape)
        guard texts != nil || (names.isEmpty && rest == .body) else { return nil }
        if let texts { guard names.allSatisfy(texts.takes) else { return nil } }
        takesKey = IdempotencyKey.isField(of: shape) && !names.contains(IdempotencyKey.field)
        gate = ShapeGate(shape)
        asksNothing = shape == Nothing.shape
        self.shape = shape
        self.names = names
        self.rest = rest
    }

    /// The most bytes of a body, unless it is any request's.
    var bodyLimit: Int? { media?.most }

    /// Reads a request.
    ///
    /// - Parameters:
    ///   - bound: What the path's names stand for, in their order.
    ///   - reader: The loop's own, whose memory is used again.
    func read(_ request: Request, _ bound: [String], with reader: inout JSONReader) throws(Problem) -> Question {
        if let media { return try media.read(request, bound, with: &reader) }
        if asksNothing, request.bodyCount == 0, request.query?.isEmpty ?? true { return .nothing }
        let path = try head(of: request, bound)
        switch rest {
        case .query:
            guard request.bodyCount == 0 else { throw .unexpectedBody(request.method.description) }
            return try read(path, try request.queryPairs(), in: rest.rawValue, with: &reader)
        case .body:
            if request.query?.isEmpty == false {
                throw .invalid(try request.queryPairs().map { Problem.Detail(unexpectedName: $0.name) })
            }
            if request.bodyCount == 0, texts != nil { return try read(path, [], in: rest.rawValue, with: &reader) }
            guard request.bodyCount == 0 || JSONType.isNamed(in: request) else {
                throw .unsupportedMediaType
            }
            return path.isEmpty
                ? try readBody(of: request, with: &reader) : try read(path, bodyOf: request, with: &reader)
        }
    }

    /// Reads names and texts as a query has them, the path's names among them.
    func read(
        arguments: [TargetQuery.Pair], with reader: inout JSONReader
    ) throws(Problem) -> Question {
        guard texts != nil else { throw .invalid([Problem.Detail(noNamesFor: shape)]) }
        return try read([], arguments, in: "arguments", with: &reader)
    }

    /// Checks plain data.
    func read(_ value: Value) throws(Problem) -> Question {
        let problems = shape.problems(in: value)
        guard problems.isEmpty else { throw refusal(problems, [], part: Rest.body.rawValue) }
        return .value(shape.completed(value))
    }

    // MARK: - Path and texts

    /// What the path says, and the header that fills a field.
    private func head(of request: Request, _ bound: [String]) throws(Problem) -> [TargetQuery.Pair] {
        let path = names.isEmpty ? [] : zip(names, bound).map(TargetQuery.Pair.init)
        guard takesKey, let key = try IdempotencyKey.text(of: request) else { return path }
        return path + [TargetQuery.Pair(IdempotencyKey.field, key)]
    }

    /// Where a name stands that does not stand in the rest.
    private func place(of name: String) -> String { names.contains(name) ? "path" : "header" }

    /// Reads what path and query say, whatever the body is; complete.
    ///
    /// - Parameter errors: What is wrong already.
    func read(
        query request: Request, _ bound: [String], after errors: [Problem.Detail], with reader: inout JSONReader
    ) throws(Problem) -> Value {
        let path = try head(of: request, bound)
        let question = try read(path, try request.queryPairs(), in: rest.rawValue, after: errors, with: &reader)
        guard case .document(let tape) = question else { return .object(Members()) }
        return shape.completed(tape.value)
    }

    private func read(
        _ path: [TargetQuery.Pair], _ pairs: [TargetQuery.Pair], in part: String, after errors: [Problem.Detail] = [],
        with reader: inout JSONReader
    ) throws(Problem) -> Question {
        var errors = errors
        var open: [TargetQuery.Pair] = []
        for pair in pairs {
            guard let place = path.first(where: { $0.name == pair.name }) else {
                open.append(pair)
                continue
            }
            if place.value != pair.value {
                errors.append(Problem.Detail(pair.name, than: place.value, in: self.place(of: pair.name), part))
            }
        }
        let (bytes, doubled) = texts?.json(path + open, fillsLists: part != Rest.body.rawValue) ?? ([], [])
        errors += doubled.map { Problem.Detail($0, part: part) }
        let tape: JSONTape
        do { tape = try reader.read(bytes.span) } catch {
            throw .malformed("what is asked is too much: \(error.message)")
        }
        if errors.isEmpty, gate.accepts(tape) { return .document(tape) }
        throw refusal(shape.problems(in: tape.value), path, part: part, after: errors)
    }

    // MARK: - Body

    private func readBody(of request: Request, with reader: inout JSONReader) throws(Problem) -> Question {
        let tape = try document(request, with: &reader)
        if gate.accepts(tape) { return .document(tape) }
        throw refusal(shape.problems(in: tape.value), [], part: Rest.body.rawValue)
    }

    private func read(
        _ path: [TargetQuery.Pair], bodyOf request: Request, with reader: inout JSONReader
    ) throws(Problem) -> Question {
        if let tape = spliced(path, bodyOf: request, with: &reader), gate.accepts(tape) { return .document(tape) }
        // Something is wrong, or a name stands in both; its words need the parts apart.
        let body = try document(request, with: &reader).value
        guard case .object(var members) = body else {
            throw refusal(shape.problems(in: body), path, part: Rest.body.rawValue)
        }
        var errors: [Problem.Detail] = []
        let named = texts?.json(path, fillsLists: false).bytes ?? []
        for (name, value) in (try? Value(json: named)).map(\.members) ?? Members() {
            if let other = members[name], other != value {
                let text = path.first { $0.name == name }?.value ?? ""
                errors.append(Problem.Detail(name, than: text, in: place(of: name), Rest.body.rawValue))
            }
            members[name] = value
        }
        let problems = shape.problems(in: .object(members))
        guard problems.isEmpty, errors.isEmpty else {
            throw refusal(problems, path, part: Rest.body.rawValue, after: errors)
        }
        return .value(shape.completed(.object(members)))
    }

    private func document(_ request: Request, with reader: inout JSONReader) throws(Problem) -> JSONTape {
        let read: Result<JSONTape, JSONProblem> = request.withBody { body in
            do throws(JSONProblem) { return .success(try reader.read(body)) } catch { return .failure(error) }
        }
        switch read {
        case .success(let tape): return tape
        case .failure(let problem): throw .malformedBody(problem.description)
        }
    }

    /// The body with the path's names in it; nil where it is no mapping or has one of them itself.
    private func spliced(
        _ path: [TargetQuery.Pair], bodyOf request: Request, with reader: inout JSONReader
    ) -> JSONTape? {
        guard var bytes = texts?.json(path, fillsLists: false).bytes else { return nil }
        let isMapping = request.withBody { body in
            guard let start = Self.solid(body, from: 0), body[start] == UInt8(ascii: "{"),
                let next = Self.solid(body, from: start + 1)
            else { return false }
            bytes.removeLast()
            if body[next] != UInt8(ascii: "}") { bytes.append(UInt8(ascii: ",")) }
            for index in next..<body.count { bytes.append(body[index]) }
            return true
        }
        return isMapping ? try? reader.read(bytes.span) : nil
    }

    /// Where the first byte stands that is no space.
    private static func solid(_ bytes: borrowing Span<UInt8>, from start: Int) -> Int? {
        var index = start
        while index < bytes.count {
            switch bytes[index] {
            case 0x20, 0x09, 0x0A, 0x0D: index &+= 1
            default: return index
            }
        }
        return nil
    }

    private func refusal(
        _ problems: [ShapeProblem], _ path: [TargetQuery.Pair], part: String, after errors: [Problem.Detail] = []
    ) -> Problem {
        let count = errors.count + problems.count
        let details = problems.prefix(max(0, Problem.mostErrors - errors.count)).map { problem in
            guard case .member(let name) = problem.path.steps.first, path.contains(where: { $0.name == name }) else {
                return Problem.Detail(problem, part: part)
            }
            return Problem.Detail(problem, part: place(of: name))
        }
        return .invalid(Array((errors + details).prefix(Problem.mostErrors)), of: count)
    }
}

extension Value {
    fileprivate var members: Members { if case .object(let members) = self { members } else { Members() } }
}
