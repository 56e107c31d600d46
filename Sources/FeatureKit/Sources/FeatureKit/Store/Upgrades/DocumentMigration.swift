/// How documents of an older version are brought up to date: a pure function that runs once on each document.
///
/// ```swift
/// @Record @Collection("bookings", migrations: [
///     DocumentMigration("people-is-a-number", changes: "people") { booking in
///         guard case .text(let people) = booking["people"] else { return }
///         booking["people"] = Int64(people).map { .integer($0) }
///     }
/// ])
/// ```
/// Renamed fields have their new names already when it runs.
public struct DocumentMigration: Sendable {
    /// The name, which must stay the same and unique in the collection, since stores remember it.
    public let name: String
    /// The fields that it rewrites or removes, by their current names.
    public let fields: [String]
    /// Nil where the code is not in this process.
    let change: (@Sendable (inout Members) throws -> Void)?

    /// Declares a migration.
    ///
    /// - Parameters:
    ///   - name: A name that no other migration of the collection has or had.
    ///   - fields: The fields that it rewrites or removes.
    ///   - change: Changes a document. If it throws, the feature does not start, and the document stays as it was.
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
