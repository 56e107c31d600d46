import FeatureKit

/// The refusals, which all operations share.
enum ProblemResponse: String, CaseIterable {
    case invalid = "400"
    case unauthenticated = "401"
    case forbidden = "403"
    case notFound = "404"
    case notAcceptable = "406"
    case conflict = "409"
    case changedMeanwhile = "412"
    case tooLarge = "413"
    case unsupportedMediaType = "415"
    case keyReused = "422"
    case tooManyRequests = "429"
    case `internal` = "500"
    case unavailable = "503"
    case timedOut = "504"
    /// A refusal of the feature's own.
    case any = "default"

    var status: String { rawValue }

    var reference: Value { ["$ref": .text("#/components/responses/\(self)")] }

    private var sentence: String {
        switch self {
        case .invalid: "What is asked does not fit, or is no JSON."
        case .unauthenticated: "There is no token where one is needed, or one that does not count."
        case .forbidden: "This is for those with a role that the caller does not have."
        case .conflict: "What stands there does not allow it, or the same is being done already."
        case .changedMeanwhile: "If-Match names another revision than the one that counts."
        case .keyReused: "Another question was asked with that Idempotency-Key."
        case .tooManyRequests: "The address or the caller asks too often."
        case .notFound: "There is nothing here, or nothing that is on for this caller."
        case .notAcceptable: "Accept takes nothing that there is."
        case .tooLarge: "The body is too large."
        case .unsupportedMediaType: "The body is not JSON, or of no type where it is sent as it is."
        case .internal: "The feature failed; its log says why."
        case .unavailable: "The feature is starting, stopping or busy."
        case .timedOut: "There was no answer in time."
        case .any: "A refusal of the feature's own."
        }
    }

    private var headers: Members {
        switch self {
        case .unauthenticated: ["WWW-Authenticate": ["schema": ["type": "string"]]]
        case .tooManyRequests, .unavailable: ["Retry-After": ["schema": ["type": "integer", "minimum": 0]]]
        default: [:]
        }
    }

    /// All of them, for the document's components.
    static var components: Members {
        Members(
            allCases.map { problem in
                let reply = Operation.Reply(
                    problem.status, problem.sentence, type: "application/problem+json",
                    schema: ["$ref": "#/components/schemas/Problem"], headers: problem.headers)
                return ("\(problem)", reply.value)
            })
    }

    /// What each of them holds, as RFC 9457 has it.
    static let schema: Value = [
        "type": "object", "required": ["type", "title", "status", "code", "detail", "message"],
        "properties": [
            "type": ["type": "string", "format": "uri"], "title": ["type": "string"],
            "status": ["type": "integer", "minimum": 400, "maximum": 599],
            "code": ["type": "string", "description": "What programs decide by."],
            "detail": ["type": "string", "description": "What people read."],
            "message": ["type": "string", "description": "The same, for clients that know of no RFC 9457."],
            "request": ["type": "string", "description": "The trace id, which the log shows as well."],
            "data": ["description": "What the feature tells programs beyond the code, such as what is in the way."],
            "errors": [
                "type": "array",
                "items": [
                    "type": "object", "required": ["path", "in", "message"],
                    "properties": [
                        "path": ["type": "string"], "in": ["type": "string"], "message": ["type": "string"],
                    ],
                ],
            ],
        ],
    ]
}
