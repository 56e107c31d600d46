/// Why a route refuses: a code for programs, a status for HTTP and a sentence for people.
public struct RouteError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The code, such as `not-found`, by which programs decide.
    public let code: String
    /// The status over HTTP.
    public let status: Int
    /// What is wrong, for people.
    public let detail: String
    /// Data for programs beyond the code, over HTTP the problem's member `data`; nil where there is none.
    public let data: Value?
    /// How long to wait before trying again, over HTTP `Retry-After`; nil where that is unknown or of no use.
    public let retryAfter: Duration?
    /// What is wrong with fields of the request, the first twenty of them; over HTTP the problem's `errors`.
    public let errors: [RequestProblem]

    /// Makes an error with a code of your own.
    public init(code: String, status: Int, _ detail: String) {
        self.init(code: code, status: status, detail, retryAfter: nil)
    }

    /// Makes an error with a code of your own that says when to try again.
    public init(code: String, status: Int, _ detail: String, retryAfter: Duration?) {
        self.init(code: code, status: status, detail, data: nil, retryAfter: retryAfter)
    }

    /// Makes an error with a code of your own and data for programs, such as what is in the way.
    public init(code: String, status: Int, _ detail: String, data: Value?, retryAfter: Duration? = nil) {
        self.init(code: code, status: status, detail, data: data, retryAfter: retryAfter, errors: [])
    }

    /// Makes an error of one's own kind that says which fields of the request are wrong.
    public init(
        code: String, status: Int, _ detail: String, data: Value? = nil, retryAfter: Duration? = nil,
        errors: [RequestProblem]
    ) {
        self.code = code
        self.status = status
        self.detail = detail
        self.data = data
        self.retryAfter = retryAfter
        self.errors = errors.prefix(RequestProblem.most).map(\.bounded)
    }

    /// The request is not valid.
    public static func invalid(_ detail: String) -> RouteError { RouteError(code: "invalid", status: 400, detail) }
    /// The caller is not allowed to do it.
    public static func forbidden(_ detail: String) -> RouteError { RouteError(code: "forbidden", status: 403, detail) }
    /// The thing does not exist.
    public static func notFound(_ detail: String) -> RouteError { RouteError(code: "not-found", status: 404, detail) }
    /// The current state does not allow it.
    public static func conflict(_ detail: String) -> RouteError { RouteError(code: "conflict", status: 409, detail) }
    /// It can't be done now, but perhaps later.
    public static func unavailable(_ detail: String) -> RouteError {
        RouteError(code: "unavailable", status: 503, detail)
    }

    /// The code and the sentence.
    public var description: String { "\(code): \(detail)" }
}
