/// A change of a stored record, as callers request it; `@Record` declares one where properties are `@Editable`.
public protocol RecordChange: Shaped {
    /// The record that is changed.
    associatedtype Record: Shaped
    /// The version to change; nil where the caller names none.
    var version: Int64? { get }
    /// Applies the change to a record.
    func apply(to record: inout Record)
}

extension Stored {
    /// The document with a change applied.
    ///
    /// - Throws: 409 `changed-meanwhile` where the change is for another version; `data` has the current one.
    public func changed<Change: RecordChange>(by change: Change) throws(RouteError) -> Document
    where Change.Record == Document {
        guard change.version.map({ $0 == version }) ?? true else {
            throw RouteError(
                code: "changed-meanwhile", status: 409, "It has changed since; its version is \(version) now.",
                data: ["version": .integer(version)])
        }
        var document = document
        change.apply(to: &document)
        return document
    }
}
