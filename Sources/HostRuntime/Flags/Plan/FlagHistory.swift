internal import FeatureKit
package import FlagEngine

/// What outlives a host of its flags.
package struct FlagHistory: Sendable, Equatable {
    /// The greatest revision that there was.
    package var revision: UInt64 = 0
    package var allocations = Allocations()

    package init(revision: UInt64 = 0, allocations: Allocations = Allocations()) {
        self.revision = revision
        self.allocations = allocations
    }
}

/// As it is kept.
extension FlagHistory {
    private static let version: Int64 = 1

    /// The history with its allocations, for a file of its own.
    var value: Value {
        [
            "version": .integer(Self.version), "revision": .integer(Int64(clamping: revision)),
            "allocations": allocations.value,
        ]
    }

    /// Reads what `value` wrote; nil where another version of the host wrote it.
    ///
    /// - Parameter problems: What is damaged of it and does not count.
    init?(_ value: Value, problems: inout [AllocationProblem]) {
        guard value["version"] == .integer(Self.version), case .integer(let revision) = value["revision"] else {
            return nil
        }
        self.revision = UInt64(clamping: revision)
        allocations = Allocations(value["allocations"] ?? .null, problems: &problems)
    }
}
