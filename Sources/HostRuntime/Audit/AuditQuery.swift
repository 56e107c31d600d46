package import FeatureKit

/// Which records to return.
package struct AuditQuery: Sendable, Equatable {
    /// The most records, the newest of those that match.
    package var limit = AuditLimits.shown
    /// Only those with a smaller number.
    package var before: Int?
    /// The name of the author, or the id of their token.
    package var who: String?
    package var what: String?
    /// The whole target, or the part of it before a slash.
    package var target: String?
    package var since: Timestamp?
    package var until: Timestamp?

    package init() {}

    /// Whether a record matches, whatever its number.
    func takes(_ record: Value) -> Bool {
        if let who, record["by"] != .text(who), record["token"] != .text(who) { return false }
        if let what, record["deed"] != .text(what) { return false }
        if let target, !Self.targets(of: record).contains(where: { $0 == target || $0.hasPrefix(target + "/") }) {
            return false
        }
        guard since != nil || until != nil else { return true }
        guard case .text(let text)? = record["at"], let at = Timestamp(text) else { return false }
        return since.map { at >= $0 } ?? true && until.map { at <= $0 } ?? true
    }

    /// The targets of a record; overrides that expired together share one.
    private static func targets(of record: Value) -> [String] {
        guard case .text(let target)? = record["target"] else { return [] }
        guard record["deed"] == .text(AuditAction.lapse.name) else { return [target] }
        return [target] + target.split(separator: ", ").map(String.init)
    }
}

/// Some records, the newest first.
package struct AuditPage: Sendable {
    package let records: [Value]
    /// The `before` of the next page; nil at the end.
    package let next: Int?

    package var value: Value {
        ["records": .list(records), "next": next.map { .integer(Int64($0)) } ?? .null]
    }
}
