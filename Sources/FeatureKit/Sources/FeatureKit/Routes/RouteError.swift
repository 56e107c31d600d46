/// Why a route refuses: a code for programs, a status for HTTP and a sentence for people.
public struct RouteError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The code, such as `not-found`; clients decide by it.
    public let code: String
    /// The status over HTTP.
    public let status: Int
    /// What is wrong, for people.
    public let detail: String
    /// What programs are told beyond the code, over HTTP as the problem's member `data`; nil where there is nothing.
    public let data: Value?
    /// How long to wait before asking again, over HTTP `Retry-After`; nil where that is of no use, or nobody knows.
    public let retryAfter: Duration?

    /// Makes an error of one's own kind.
    public init(code: String, status: Int, _ detail: String) {
        self.init(code: code, status: status, detail, retryAfter: nil)
    }

    /// Makes an error of one's own kind that says when to ask again.
    public init(code: String, status: Int, _ detail: String, retryAfter: Duration?) {
        self.init(code: code, status: status, detail, data: nil, retryAfter: retryAfter)
    }

    /// Makes an error of one's own kind that brings data for programs, such as what is in the way.
    public init(code: String, status: Int, _ detail: String, data: Value?, retryAfter: Duration? = nil) {
        self.code = code
        self.status = status
        self.detail = detail
        self.data = data
        self.retryAfter = retryAfter
    }

    /// The question makes no sense.
    public static func invalid(_ detail: String) -> RouteError { RouteError(code: "invalid", status: 400, detail) }
    /// The caller may not.
    public static func forbidden(_ detail: String) -> RouteError { RouteError(code: "forbidden", status: 403, detail) }
    /// There is no such thing.
    public static func notFound(_ detail: String) -> RouteError { RouteError(code: "not-found", status: 404, detail) }
    /// The state of things does not allow it.
    public static func conflict(_ detail: String) -> RouteError { RouteError(code: "conflict", status: 409, detail) }
    /// It can't be done now; later perhaps.
    public static func unavailable(_ detail: String) -> RouteError {
        RouteError(code: "unavailable", status: 503, detail)
    }

    /// The code and the sentence.
    public var description: String { "\(code): \(detail)" }
}
