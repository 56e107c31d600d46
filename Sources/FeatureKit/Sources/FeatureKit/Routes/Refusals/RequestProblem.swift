/// What is wrong with one field of a request: `RequestProblem("name", "there is nothing in it to be read")`.
public struct RequestProblem: Sendable, Hashable, CustomStringConvertible {
    /// How many of them a refusal tells.
    package static let most = 20
    /// The most characters of a message among a refusal's `errors`; its detail has all of them.
    package static let longestMessage = 1_000

    /// Where the field is; the request itself where it has no steps.
    public let path: ValuePath
    /// What is wrong there, without the place.
    public let message: String

    /// Describes a problem of a field.
    public init(_ field: String, _ message: String) { self.init(at: ValuePath([.member(field)]), message) }

    /// Describes a problem anywhere in the request.
    public init(at path: ValuePath, _ message: String) {
        self.path = path
        self.message = message
    }

    /// Tells what does not fit a Shape, of the request itself or of what stands at a place in it.
    public init(_ problem: ShapeProblem, at place: ValuePath = ValuePath()) {
        let hint = problem.suggestion.map { "; did you mean \"\($0)\"?" } ?? ""
        self.init(at: ValuePath(place.steps + problem.path.steps), problem.message + hint)
    }

    /// The path and the message on one line.
    public var description: String { path.isRoot ? message : "\(path): \(message)" }

    /// The problem with a message that is no longer than what is told.
    var bounded: RequestProblem { RequestProblem(at: path, String(message.prefix(Self.longestMessage))) }

    /// The first lines as one sentence, and how many more there are.
    fileprivate static func detail(_ lines: [String]) -> String {
        let more = lines.count > most ? ["and \(lines.count - most) more"] : []
        return (lines.prefix(most) + more).joined(separator: "; ")
    }
}

extension RouteError {
    /// Some fields of the question make no sense, of which `errors` tells the first twenty.
    public static func invalid(_ problems: [RequestProblem]) -> RouteError {
        invalid(RequestProblem.detail(problems.map(\.description)), problems)
    }

    static func invalid(_ detail: String, _ errors: [RequestProblem]) -> RouteError {
        RouteError(code: "invalid", status: 400, detail, errors: errors)
    }
}

extension [RequestProblem] {
    /// Refuses the request where these problems are any.
    public func refuse() throws(RouteError) {
        if !isEmpty { throw .invalid(self) }
    }
}

extension [String] {
    /// Refuses the request where a field has these problems, which say where in it they are, such as a file's lines.
    public func refuse(in field: String) throws(RouteError) {
        if !isEmpty { throw .invalid(RequestProblem.detail(self), map { RequestProblem(field, $0) }) }
    }
}
