/// How documents that an older version wrote become what a collection has today: a pure function, run once on each.
///
/// ```swift
/// @Record @Collection("bookings", migrations: [
///     DocumentMigration("people-is-a-number", changes: "people") { booking in
///         guard case .text(let people) = booking["people"] else { return }
///         booking["people"] = Int64(people).map { .integer($0) }
///     }
/// ])
/// ```
/// Renamed fields have their new names by then, whichever came first.
public struct DocumentMigration: Sendable {
    /// The name, which tells it from the collection's other migrations for good: a store remembers it.
    public let name: String
    /// The fields that it rewrites or takes out, by their names today.
    public let fields: [String]
    /// Nil where the code is not in this process.
    let change: (@Sendable (inout Members) throws -> Void)?

    /// Declares a migration.
    ///
    /// - Parameters:
    ///   - name: A name that no other migration of the collection has or had.
    ///   - fields: The fields that it rewrites or takes out.
    ///   - change: Changes a document. What it throws keeps the feature from starting, with the document as it was.
    public init(
        _ name: String, changes fields: String..., change: @escaping @Sendable (inout Members) throws -> Void
    ) {
        self.name = name
        self.fields = fields
        self.change = change
    }

    /// What is known of a migration whose code is elsewhere.
    package init(_ name: String, changing fields: [String]) {
        self.name = name
        self.fields = fields
        change = nil
    }
}

extension DocumentMigration: Equatable {
    /// Two are the same by name and fields; functions can't be compared.
    public static func == (left: DocumentMigration, right: DocumentMigration) -> Bool {
        (left.name, left.fields) == (right.name, right.fields)
    }
}
