import FeatureKit
import FlagEngine
import HTTPServer

/// A refusal as OFREP has it: `{"key", "errorCode", "errorDetails"}`.
struct OFREPProblem: Error, Sendable, Equatable {
    let status: Status
    let code: FlagError
    /// What people read; clients fail on a refusal without it.
    let details: String
    /// Fields that belong to it, such as `Retry-After`.
    var fields = Fields()

    init(_ status: Int, _ code: FlagError, _ details: String, fields: Fields = Fields()) {
        self.status = Status(status)
        self.code = code
        self.details = details
        self.fields = fields
    }

    /// The refusal as a response.
    ///
    /// - Parameter key: The flag that was asked for; nil where all of them were.
    func response(about key: String? = nil) -> Response {
        var members = Members()
        if let key { members["key"] = .text(key) }
        members["errorCode"] = .text(code.rawValue)
        members["errorDetails"] = .text(details)
        return Response(status, OFREPAnswer.fields.adding(fields), body: Array(Value.object(members).json.utf8))
    }
}
