@_spi(Hosting) import FeatureKit
import HTTPServer

/// The texts of the host's own refusals.
extension Problem {
    /// The path does not exist for this caller: the same bytes for every reason, so that nobody learns what is switched
    /// off.
    package static let notFound = Problem(404, "not-found", "there is nothing here")

    /// The most errors that are listed; a request may have more than anybody reads.
    package static let mostErrors = 64

    /// A request that does not fit a shape, with the first errors and their number.
    package static func invalid(_ errors: [Detail], of count: Int? = nil) -> Problem {
        let count = count ?? errors.count
        let detail = count == 1 ? "1 value does not fit" : "\(count) values do not fit"
        return Problem(
            400, "invalid", errors.count < count ? "\(detail); these are the first" : detail, errors: errors)
    }

    static func unknownRoute(_ name: String, known: some Sequence<String>) -> Problem {
        let hint = Suggestion.closest(to: name, in: known).map { "; did you mean \"\($0)\"?" } ?? ""
        return Problem(404, "not-found", "no feature that is on has a route \(Value.text(name).json)\(hint)")
    }

    /// A malformed part of the request.
    package static func malformed(_ detail: String, errors: [Detail] = []) -> Problem {
        Problem(400, "malformed", detail, errors: errors)
    }

    static let malformedPath = malformed("the path holds an escape that is none, or a segment \".\" or \"..\"")
    static let malformedQuery = malformed("the query holds an escape that is none, or too many names")

    static func malformedBody(_ reason: String) -> Problem {
        malformed("the body is no JSON", errors: [Detail(path: ValuePath(), part: "body", message: reason)])
    }

    static func unexpectedBody(_ method: String) -> Problem {
        malformed("\(method) takes no body here; what is asked stands in the query")
    }

    static let unauthenticated = Problem(
        401, "unauthenticated", "this is for users who have signed in", fields: ["WWW-Authenticate": "Bearer"])

    static let badToken = Problem(
        401, "unauthenticated", "the token is not good, or not any more",
        fields: ["WWW-Authenticate": "Bearer error=\"invalid_token\""])

    static let tokenUnknownYet = Problem(
        503, "unavailable", "the keys of the token's issuer are being asked for; try again",
        fields: ["Retry-After": "1"])

    static func methodNotAllowed(_ method: String, _ allowed: String) -> Problem {
        Problem(405, "method-not-allowed", "\(method) is not among \(allowed)", fields: ["Allow": allowed])
    }

    static func notAcceptable(_ type: String) -> Problem {
        Problem(406, "not-acceptable", "the answer is \(type), which Accept does not take")
    }

    /// A body that is larger than accepted.
    package static func tooLarge(_ limit: Int) -> Problem {
        Problem(413, "too-large", "the body is larger than \(limit) bytes, the most that is taken here")
    }

    static let unsupportedMediaType = Problem(
        415, "unsupported-media-type", "the body must be JSON in UTF-8: Content-Type: application/json")

    static let untypedMedia = Problem(
        415, "unsupported-media-type",
        "the body is sent as it is and must say what it is, as in Content-Type: image/png")

    static func codedBody(_ coding: String) -> Problem {
        Problem(
            415, "unsupported-media-type",
            "the body must be sent as it is, not in the coding \(Value.text(coding).json)",
            fields: ["Accept-Encoding": "identity"])
    }

    /// - Parameter who: An address, or a user at any address.
    static func tooManyRequests(of who: String, _ wait: Duration) -> Problem {
        let seconds = wait.wholeSeconds
        return Problem(
            429, "too-many-requests", "\(who) asks too often; try again in \(seconds) s",
            fields: ["Retry-After": "\(seconds)"])
    }

    static func tooManyForged(_ wait: Duration) -> Problem {
        let seconds = wait.wholeSeconds
        return Problem(
            429, "too-many-requests", "this address sent too many tokens that nobody signed; try again in \(seconds) s",
            fields: ["Retry-After": "\(seconds)"])
    }

    static func unwritable(_ route: String, _ feature: String) -> Problem {
        Problem(500, "internal", "\(route) failed; the log of \(feature) says why")
    }

    static func unavailable(_ feature: String) -> Problem {
        Problem(503, "unavailable", "\(feature) does not run right now; try again", fields: retrySoon)
    }

    static let starting = Problem(503, "unavailable", "the host is starting; try again", fields: retrySoon)

    static func busy(_ feature: String) -> Problem {
        Problem(503, "unavailable", "\(feature) has too much to answer; try again", fields: retrySoon)
    }

    static let timedOut = Problem(504, "timed-out", "there was no answer in time")

    private static let retrySoon: Fields = ["Retry-After": "1"]

    /// Whether the status of an error is in the range of errors.
    static func isRefusal(_ error: RouteError) -> Bool { (400..<600).contains(error.status) }

    /// The problem for a module's own refusal; with a status that is no error it is a failure of the module.
    ///
    /// - Parameter part: The part of the request that a field comes from.
    init(_ error: RouteError, part: (ValuePath) -> String = { _ in QuestionReader.Rest.body.rawValue }) {
        let isRefusal = Self.isRefusal(error)
        self.init(
            isRefusal ? error.status : 500, isRefusal ? error.code : "internal",
            isRefusal ? error.detail : "the feature refused with the status \(error.status)",
            errors: isRefusal
                ? error.errors.map { Detail(path: $0.path, part: part($0.path), message: $0.message) } : [],
            fields: error.status == 401 ? Self.unauthenticated.fields : Fields())
        if let data = error.data, isRefusal { members["data"] = data }
        if let wait = error.retryAfter, isRefusal {
            // Rounded up: a client that comes back a moment too early is refused again.
            let (seconds, rest) = wait.components
            fields.add("Retry-After", "\(max(0, seconds) + (rest > 0 ? 1 : 0))")
        } else if error.status == 503 {
            fields.add("Retry-After", "1")
        }
    }
}

extension Problem.Detail {
    /// An error that a shape found.
    init(_ problem: ShapeProblem, part: String) {
        let hint = problem.suggestion.map { "; did you mean \"\($0)\"?" } ?? ""
        self.init(path: problem.path, part: part, message: problem.message + hint)
    }

    init(_ doubled: TextBinding.Doubled, part: String) {
        self.init(
            path: ValuePath([.member(doubled.name)]), part: part,
            message: "comes \(doubled.count) times; it stands for one thing")
    }

    init(_ name: String, than text: String, in place: String, _ part: String) {
        self.init(
            path: ValuePath([.member(name)]), part: part,
            message: "stands in the \(place) already, as \(Value.text(text).json)")
    }

    init(badKey problem: String) {
        self.init(path: ValuePath([.member(HeaderField.idempotencyKey.field)]), part: "header", message: problem)
    }

    init(unexpectedName name: String) {
        self.init(
            path: ValuePath([.member(name)]), part: "query",
            message: "unknown key \(Value.text(name).json); what is asked stands in the body")
    }

    init(missingBody name: String) {
        self.init(
            path: ValuePath([.member(name)]), part: "body",
            message: "must be there: its bytes as the body, with their Content-Type")
    }

    init(noNamesFor shape: Shape) {
        self.init(path: ValuePath(), part: "arguments", message: "must be \(shape.inWords), which has no names")
    }
}
