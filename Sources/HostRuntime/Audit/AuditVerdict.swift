package import FeatureKit

/// The result of verifying all records.
package struct AuditVerdict: Sendable, Equatable {
    /// How many records there are.
    package var records = 0
    /// The numbers of the first and the last one.
    package var first: Int?
    package var last: Int?
    /// When the first one was written.
    package var since: String?
    /// The hash of the last one.
    package var hash: String?
    /// The first problem.
    package var problem: String?
    /// Whether the hash that was asked for is in the chain; nil if none was.
    package var hasExpected: Bool?

    package init() {}

    /// The verdict on records that can't be read.
    package init(unread problem: AuditProblem) { self.problem = "\(problem)" }

    /// Whether the chain is whole and matches the history.
    package var isWhole: Bool { problem == nil }

    package var value: Value {
        var members: Members = [
            "records": .integer(Int64(records)), "first": Self.orNull(first), "last": Self.orNull(last),
            "since": .orNull(since), "hash": .orNull(hash), "whole": .boolean(isWhole), "problem": .orNull(problem),
        ]
        members["expected"] = hasExpected.map { .boolean($0) }
        return .object(members)
    }

    private static func orNull(_ number: Int?) -> Value { number.map { .integer(Int64($0)) } ?? .null }
}
