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
    /// Writes what needs no closer look; nil where the Shape has nothing of that kind.
    private let plain: PlainBinding?
    /// Nil where the question is no mapping and comes whole as the body.
    private let texts: TextBinding?
    /// Reads requests of which the body is one field as it is.
    private let media: MediaQuestionReader?
    /// The header that fills a field.
    private let header: HeaderField?

    /// Nil where a question of that Shape can't come that way.
    init?(_ shape: Shape, names: [String], rest: Rest) {
        media = rest == .body ? shape.mediaMember.flatMap { MediaQuestionReader(shape, body: $0, names: names) } : nil
        guard media != nil || rest == .query || shape.mediaMember == nil else { return nil }
        texts = TextBinding(shape)
        guard texts != nil || (names.isEmpty && rest == .body) else { return nil }
        if let texts { guard names.allSatisfy(texts.takes) else { return nil } }
        let header = HeaderField(of: shape, path: names)
        self.header = header
        gate = ShapeGate(shape)
        plain = PlainBinding(shape, path: names + (header.map { [$0.field] } ?? []))
        self.shape = shape
        self.names = names
        self.rest = rest
    }

    /// The most bytes of a body, unless it is any request's.
    var bodyLimit: Int? { media?.most }

    /// Which part of a request a field stands in.
    func part(of path: ValuePath) -> String {
        if let media { return media.part(of: path) }
        if case .member(let name) = path.steps.first, names.contains(name) { return "path" }
        return rest.rawValue
    }

    /// Reads a request as a type of that Shape.
    ///
    /// A type that refuses what the Shape refuses reads it in one pass; what it refuses is read once more for the words.
    ///
    /// - Parameter bound: What the path's names stand for, in their order.
    /// - Throws: `Problem` where the request does not fit.
    func read<T: Shaped>(_ request: Request, _ bound: [String], as type: T.Type) throws -> T {
        // Plain data have no type that refuses anything.
        if T.readsExactly, T.self != Value.self, case .success(let read) = readAtOnce(request, bound, as: type) {
            return read
        }
        return try read(request, bound).decoded(as: type, by: shape)
    }

    /// Reads a request, held against the Shape.
    func read(_ request: Request, _ bound: [String]) throws(Problem) -> Question {
        if let media { return try media.read(request, bound) }
        let path = try head(of: request, bound)
        switch rest {
        case .query:
            guard request.bodyCount == 0 else { throw .unexpectedBody(request.method.description) }
            return try read(path, try request.queryPairs(), in: rest.rawValue)
        case .body:
            if request.query?.isEmpty == false {
                throw .invalid(try request.queryPairs().map { Problem.Detail(unexpectedName: $0.name) })
            }
            if request.bodyCount == 0, texts != nil { return try read(path, [], in: rest.rawValue) }
            guard request.bodyCount == 0 || JSONType.isNamed(in: request) else {
                throw .unsupportedMediaType
            }
            return path.isEmpty ? try readBody(of: request) : try read(path, bodyOf: request)
        }
    }

    /// Reads what an operator asks, the path's names among it.
    func read(_ wording: Router.Wording) throws(Problem) -> Question {
        switch wording {
        case .arguments(let pairs):
            guard texts != nil else { throw .invalid([Problem.Detail(noNamesFor: shape)]) }
            return try read([], pairs, in: wording.part)
        case .value(let value):
            let problems = shape.problems(in: value)
            guard problems.isEmpty else { throw refusal(problems, [], part: wording.part) }
            return .value(shape.completed(value))
        }
    }

    // MARK: - In one pass

    /// Fails wherever it takes a closer look, also where nothing is wrong.
    private func readAtOnce<T: Shaped>(_ request: Request, _ bound: [String], as type: T.Type) -> Result<T, RecordError>
    {
        guard media == nil else { return .failure(.closerLook) }
        var bound = bound
        do throws(Problem) {
            if let text = try header?.text(of: request) { bound.append(text) }
        } catch { return .failure(.closerLook) }
        let hasBody = request.bodyCount > 0
        switch rest {
        case .query: guard !hasBody else { return .failure(.closerLook) }
        case .body:
            // In a longer one may stand more values than are read of any request.
            guard request.query?.isEmpty ?? true, !hasBody || JSONType.isNamed(in: request),
                request.bodyCount <= 2 * JSONLimits.requests.nodes
            else { return .failure(.closerLook) }
        }
        if hasBody, bound.isEmpty { return request.withBody { T.read(json: $0) } }
        guard var bytes = plain?.json(bound, queryOf: rest == .query ? request : nil),
            !hasBody || splice(bodyOf: request, into: &bytes)
        else { return .failure(.closerLook) }
        return T.read(json: bytes.span)
    }

    // MARK: - Path and texts

    /// What the path says, and the header that fills a field.
    private func head(of request: Request, _ bound: [String]) throws(Problem) -> [TargetQuery.Pair] {
        let path = names.isEmpty ? [] : zip(names, bound).map(TargetQuery.Pair.init)
        guard let header, let text = try header.text(of: request) else { return path }
        return path + [TargetQuery.Pair(header.field, text)]
    }

    /// Where a name stands that does not stand in the rest.
    private func place(of name: String) -> String { names.contains(name) ? "path" : "header" }

    /// Reads what path and query say, whatever the body is; complete.
    ///
    /// - Parameter errors: What is wrong already.
    func read(
        query request: Request, _ bound: [String], after errors: [Problem.Detail]
    ) throws(Problem) -> Value {
        let path = try head(of: request, bound)
        let question = try read(path, try request.queryPairs(), in: rest.rawValue, after: errors)
        guard case .document(let tape) = question else { return .object(Members()) }
        return shape.completed(tape.value)
    }

    private func read(
        _ path: [TargetQuery.Pair], _ pairs: [TargetQuery.Pair], in part: String, after errors: [Problem.Detail] = []
    ) throws(Problem) -> Question {
        var errors = errors
        var open: [TargetQuery.Pair] = []
        for pair in pairs {
            guard let place = path.first(where: { $0.name == pair.name }) else {
                open.append(pair)
                continue
            }
            // A client of a stream that comes back asks the same address, and says in the header how far it came since.
            if place.value != pair.value, header != .lastEventID || pair.name != header?.field {
                errors.append(Problem.Detail(pair.name, than: place.value, in: self.place(of: pair.name), part))
            }
        }
        let (bytes, doubled) = texts?.json(path + open, fillsLists: part != Rest.body.rawValue) ?? ([], [])
        errors += doubled.map { Problem.Detail($0, part: part) }
        let tape: JSONTape
        do { tape = try Self.tape(bytes.span) } catch {
            throw .malformed("what is asked is too much: \(error.message)")
        }
        if errors.isEmpty, gate.accepts(tape) { return .document(tape) }
        throw refusal(shape.problems(in: tape.value), path, part: part, after: errors)
    }

    // MARK: - Body

    private func readBody(of request: Request) throws(Problem) -> Question {
        let tape = try document(request)
        if gate.accepts(tape) { return .document(tape) }
        throw refusal(shape.problems(in: tape.value), [], part: Rest.body.rawValue)
    }

    private func read(_ path: [TargetQuery.Pair], bodyOf request: Request) throws(Problem) -> Question {
        if let tape = spliced(path, bodyOf: request), gate.accepts(tape) { return .document(tape) }
        // Something is wrong, or a name stands in both; its words need the parts apart.
        let body = try document(request).value
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

    private func document(_ request: Request) throws(Problem) -> JSONTape {
        let read: Result<JSONTape, JSONProblem> = request.withBody { body in
            do throws(JSONProblem) { return .success(try Self.tape(body)) } catch { return .failure(error) }
        }
        switch read {
        case .success(let tape): return tape
        case .failure(let problem): throw .malformedBody(problem.description)
        }
    }

    private static func tape(_ bytes: borrowing Span<UInt8>) throws(JSONProblem) -> JSONTape {
        var reader = JSONReader(limits: .requests)
        return try reader.read(bytes)
    }

    /// The body with the path's names in it; nil where it is no mapping or has one of them itself.
    private func spliced(_ path: [TargetQuery.Pair], bodyOf request: Request) -> JSONTape? {
        guard var bytes = texts?.json(path, fillsLists: false).bytes, splice(bodyOf: request, into: &bytes) else {
            return nil
        }
        return try? Self.tape(bytes.span)
    }

    /// Puts the members of the body behind those of a mapping; false where the body is none.
    private func splice(bodyOf request: Request, into bytes: inout [UInt8]) -> Bool {
        request.withBody { body in
            guard let start = Self.solid(body, from: 0), body[start] == UInt8(ascii: "{"),
                let next = Self.solid(body, from: start + 1)
            else { return false }
            bytes.removeLast()
            if body[next] != UInt8(ascii: "}") { bytes.append(UInt8(ascii: ",")) }
            unsafe body.extracting(next...).withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
            return true
        }
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

extension RecordError {
    fileprivate static let closerLook = RecordError(.refused, at: 0)
}
