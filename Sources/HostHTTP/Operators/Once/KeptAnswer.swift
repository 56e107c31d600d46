import FeatureKit
import HTTPServer

/// What is known about a request with a key.
struct KeptAnswer: Sendable, Equatable {
    /// What became of it.
    enum Outcome: Sendable, Equatable {
        /// It was begun while this revision was active, and its answer is not known.
        case begun(revision: Int?)
        case answered(status: Int, fields: [UInt8], body: [UInt8])
    }

    /// The digest of the request.
    let digest: String
    let at: Timestamp
    var outcome: Outcome
}

extension KeptAnswer {
    /// The version of the file's format, so that a later one is not mistaken for it.
    private static let version: Int64 = 1

    /// As it is written.
    var value: Value {
        var members: Members = [
            "version": .integer(Self.version), "question": .text(digest), "at": .text("\(at)"),
        ]
        switch outcome {
        case .begun(let revision): members["revision"] = revision.map { .integer(Int64($0)) }
        case .answered(let status, let fields, let body):
            members["status"] = .integer(Int64(status))
            members["fields"] = .text(String(decoding: fields, as: UTF8.self))
            members["body"] = .text(String(decoding: body, as: UTF8.self))
        }
        return .object(members)
    }

    /// Reads what `value` wrote; nil for anything else.
    init?(_ value: Value) {
        guard value["version"] == .integer(Self.version), case .text(let digest)? = value["question"],
            case .text(let at)? = value["at"], let at = Timestamp(at)
        else { return nil }
        if case .integer(let status)? = value["status"] {
            guard case .text(let fields)? = value["fields"], case .text(let body)? = value["body"] else { return nil }
            outcome = .answered(status: Int(status), fields: Array(fields.utf8), body: Array(body.utf8))
        } else {
            var revision: Int?
            if case .integer(let number)? = value["revision"] { revision = Int(number) }
            outcome = .begun(revision: revision)
        }
        self.digest = digest
        self.at = at
    }
}
