/// A change of a stored record, as callers ask for it; `@Record` declares one where properties are `@Editable`.
public protocol RecordChange: Shaped {
    /// What is changed.
    associatedtype Record: Shaped
    /// The version that is changed, where the caller says it.
    var version: Int64? { get }
    /// Changes the record.
    func apply(to record: inout Record)
}

extension Stored {
    /// The document as a change makes it.
    ///
    /// - Throws: 409 `changed-meanwhile` where the change is of another version, which `data` says.
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
