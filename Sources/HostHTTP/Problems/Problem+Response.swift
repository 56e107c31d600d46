package import FeatureKit
package import HTTPServer

extension Problem {
    /// The problem as a response.
    ///
    /// - Parameter request: The trace id; nil if the answer must be the same bytes for everyone.
    package func response(request: String? = nil) -> Response {
        var all = Self.commonFields
        all.add(fields)
        return Response(status, all, body: Array(document(request: request).json.utf8))
    }

    /// The problem as a document.
    package func document(request: String?) -> Value {
        var members = Members([
            ("type", .text("urn:flagstand:problem:\(code)")), ("title", .text(status.description)),
            ("status", .integer(Int64(status.code))), ("code", .text(code)), ("detail", .text(detail)),
            // For clients that do not know RFC 9457.
            ("message", .text(detail)),
        ])
        if let request { members["request"] = .text(request) }
        if !errors.isEmpty { members["errors"] = .list(errors.map(\.value)) }
        for (name, value) in self.members { members[name] = value }
        return .object(members)
    }

    private static let commonFields: Fields = ["Content-Type": "application/problem+json", "Cache-Control": "no-store"]
}

extension Problem.Detail {
    fileprivate var value: Value {
        ["path": .text(path.description), "in": .text(part), "message": .text(message)]
    }
}
