@_spi(Hosting) package import FeatureKit

/// How a feature's store stands.
package struct KeptStore: Sendable, Equatable {
    package enum State: String, Sendable {
        /// The feature runs and has it.
        case open
        case closed
        case damaged
        /// It can't be opened or read now.
        case unavailable

        init(_ trouble: StoreError) { self = trouble.code == .damaged ? .damaged : .unavailable }
    }

    package let feature: String
    package let state: State
    /// Nil where it can't be read.
    package let status: StoreStatus?
    /// How much it may hold; nil where nobody knows, since no host runs.
    package let quota: StoreQuota?
    package let reason: String?

    /// As operators are answered.
    package var value: Value {
        func number(_ number: Int?) -> Value { number.map { .integer(Int64($0)) } ?? .null }
        return [
            "feature": .text(feature), "state": .text(state.rawValue), "documents": number(status?.documents),
            "blobs": number(status?.blobs), "bytes": number(status?.bytes),
            "mostDocuments": number(quota?.documents), "mostBytes": number(quota?.bytes),
            "reason": reason.map { .text($0) } ?? .null,
        ]
    }
}

/// What came of work on one store.
package struct StoreReport: Sendable, Equatable {
    package let feature: String
    /// What is wrong; empty where all is well.
    package let problems: [String]
    package let facts: Members

    /// As operators are answered.
    package var value: Value {
        var members: Members = ["feature": .text(feature), "ok": .boolean(problems.isEmpty)]
        for (name, value) in facts { members[name] = value }
        members["problems"] = .list(problems.map { .text($0) })
        return .object(members)
    }
}
