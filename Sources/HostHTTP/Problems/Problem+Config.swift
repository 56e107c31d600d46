import FeatureKit
import HTTPServer
import HostConfig
import HostRuntime

/// Why the configuration stays as it is, over HTTP.
extension Problem {
    init(_ problem: ConfigProblem) {
        let detail = "\(problem)"
        switch problem {
        case .refused(let diagnostics):
            self.init(422, "document-refused", detail)
            members = ["diagnostics": diagnostics.value, "more": .integer(Int64(diagnostics.dropped))]
        case .unknownRevision: self.init(404, "not-found", detail)
        case .unreadableRevision: self.init(409, "illegible", detail)
        case .nothingToConfirm: self.init(409, "nothing-to-confirm", detail)
        case .changedMeanwhile(let now): self = .changedMeanwhile(detail, now: now)
        case .forbidden(let parts, _):
            self.init(403, "forbidden", detail)
            members = ["parts": .texts(parts)]
        case .reasonTooLong: self.init(400, "invalid", detail)
        case .notWritten, .notRecordable: self.init(503, "not-kept", detail)
        case .notRecorded: self = .notRecorded(detail)
        case .notStarted, .stopping: self.init(503, "unavailable", detail, fields: ["Retry-After": "1"])
        }
    }

    /// The change is active, but not yet in the audit log.
    static func notRecorded(_ detail: String) -> Problem {
        var problem = Problem(503, "not-recorded", detail)
        problem.wasDone = true
        return problem
    }

    static let noDocument = Problem(
        415, "unsupported-media-type",
        "the body must be a document: Content-Type: application/yaml, or application/json")

    /// A revision's number in the path that is not a number.
    static func noNumber(_ text: String, _ name: String) -> Problem {
        .invalid([
            Detail(
                path: ValuePath([.member(name)]), part: "path",
                message: "must be the number of a revision, not \(Value.text(text).json)")
        ])
    }
}
