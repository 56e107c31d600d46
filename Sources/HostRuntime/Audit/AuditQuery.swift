package import FeatureKit

/// Which records are wanted.
package struct AuditQuery: Sendable, Equatable {
    /// How many at most, the newest.
    package var limit = AuditLimits.shown
    /// Only those with a smaller number.
    package var before: Int?
    /// The name of whoever did it, or the id of their token.
    package var who: String?
    package var what: String?
    /// To the letter, or what stands before a slash of it.
    package var target: String?
    package var since: Timestamp?
    package var until: Timestamp?

    package init() {}

    /// Whether a record is among them, its number aside.
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

    /// What a record speaks of; what lapsed together stands in one.
    private static func targets(of record: Value) -> [String] {
        guard case .text(let target)? = record["target"] else { return [] }
        guard record["deed"] == .text(Deed.lapse.name) else { return [target] }
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
