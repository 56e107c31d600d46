@_spi(Hosting) import FeatureKit
import FlagEngine
import HTTPServer
import JSON

/// The texts of all OFREP refusals.
extension OFREPProblem {
    static func unknownFlag(_ key: String, known: some Sequence<String>) -> OFREPProblem {
        let hint = Suggestion.closest(to: key, in: known).map { "; did you mean \(Value.text($0).json)?" } ?? ""
        return OFREPProblem(404, .flagNotFound, "there is no flag \(Value.text(key).json)\(hint)")
    }

    static let unreadableKey = OFREPProblem(
        404, .flagNotFound, "the path holds an escape that is none, or what is no UTF-8; no flag has such a key")

    static let otherMediaType = OFREPProblem(
        400, .invalidContext, "the body must be JSON in UTF-8: Content-Type: application/json")

    static let emptyBody = OFREPProblem(
        400, .invalidContext, #"the body is empty; without a context it is {}, with one {"context": {…}}"#)

    static func malformedBody(_ problem: JSONProblem) -> OFREPProblem {
        OFREPProblem(400, .invalidContext, "the body is no JSON: \(problem)")
    }

    static let bodyIsNoMapping = OFREPProblem(
        400, .invalidContext, #"the body must be a mapping such as {"context": {…}}"#)

    static let contextIsNoMapping = OFREPProblem(
        400, .invalidContext, #"the context must be a mapping such as {"targetingKey": "alice", "country": "ES"}"#)

    static let contextTooLarge = OFREPProblem(
        400, .invalidContext,
        "the context holds more than \(FlagContext.mostCells) values, \(FlagContext.mostBytes) bytes or "
            + "\(FlagContext.mostDepth) levels")

    static func bodyTooLarge(_ limit: Int) -> OFREPProblem {
        OFREPProblem(413, .general, "the body is larger than \(limit) bytes")
    }

    static func tooFast(_ wait: Duration) -> OFREPProblem {
        let seconds = wait.wholeSeconds
        return OFREPProblem(
            429, .general, "this address asks too fast; try again in \(seconds) s",
            fields: ["Retry-After": "\(seconds)"])
    }

    static let behind = OFREPProblem(
        503, .general, "this host does not have the flags yet that an event announced; try again",
        fields: ["Retry-After": "1"])
}
