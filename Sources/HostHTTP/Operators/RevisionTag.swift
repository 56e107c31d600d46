import FeatureKit
import HTTPServer
import HostRuntime

/// Revisions as entity tags: `"r12"`.
enum RevisionTag {
    /// The tag of a revision as a header field; none before the first revision.
    static func fields(_ revision: Int?) -> Fields { revision.map { ["ETag": "\"r\($0)\""] } ?? Fields() }

    /// The revisions that `If-Match` names (RFC 9110, 13.1.1); nil if the field is malformed.
    ///
    /// A weak tag never matches here, and neither does one that is no revision's.
    static func match(_ field: String) -> RevisionMatch? {
        var rest = field.utf8[...]
        func skipBlanks() { rest = rest.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") } }
        skipBlanks()
        if rest.first == UInt8(ascii: "*") {
            rest = rest.dropFirst()
            skipBlanks()
            return rest.isEmpty ? .any : nil
        }
        var numbers: Set<Int> = []
        var tags = 0
        while true {
            // Elements of a list may be empty.
            while rest.first == UInt8(ascii: ",") || rest.first == UInt8(ascii: " ") || rest.first == UInt8(ascii: "\t")
            {
                rest = rest.dropFirst()
            }
            guard !rest.isEmpty else { return tags > 0 ? .these(numbers) : nil }
            let isWeak = rest.starts(with: "W/".utf8)
            if isWeak { rest = rest.dropFirst(2) }
            guard rest.first == UInt8(ascii: "\"") else { return nil }
            rest = rest.dropFirst()
            guard let end = rest.firstIndex(of: UInt8(ascii: "\"")) else { return nil }
            if !isWeak, let number = number(rest[..<end]) { numbers.insert(number) }
            tags += 1
            rest = rest[rest.index(after: end)...]
            skipBlanks()
            guard rest.isEmpty || rest.first == UInt8(ascii: ",") else { return nil }
        }
    }

    /// The number in `r12`; tags are compared byte by byte, so that `r012` is another one.
    private static func number(_ tag: Substring.UTF8View) -> Int? {
        guard tag.first == UInt8(ascii: "r"), let number = Int(Substring(tag.dropFirst())) else { return nil }
        return "r\(number)".utf8.elementsEqual(tag) ? number : nil
    }
}

extension RequestContext {
    /// The revisions that a change may build on; nil if the request names none.
    func expected() throws(Problem) -> RevisionMatch? {
        let fields = request.values(of: "if-match")
        guard !fields.isEmpty else { return nil }
        guard let match = RevisionTag.match(fields.joined(separator: ",")) else { throw .badMatch }
        return match
    }
}

extension Problem {
    static let badMatch = malformed("If-Match must be *, or revisions in quotes such as \"r12\"")

    /// Another revision is active than those that a change may build on.
    static func changedMeanwhile(_ detail: String, now: Int?) -> Problem {
        var problem = Problem(412, "changed-meanwhile", detail, fields: RevisionTag.fields(now))
        problem.members = ["revision": now.map { .integer(Int64($0)) } ?? .null]
        return problem
    }
}
