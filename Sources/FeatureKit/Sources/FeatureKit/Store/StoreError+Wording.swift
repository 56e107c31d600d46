// Every sentence about stores that features and their callers read.
@_spi(Hosting) extension StoreError {
    /// There is no document to change.
    public static func notFound(_ id: String, in collection: String) -> StoreError {
        StoreError(.notFound, "\(collection) has no \"\(id)\"")
    }

    /// There is a document where none was expected.
    public static func exists(_ id: String, in collection: String) -> StoreError {
        StoreError(.exists, "\(collection) has a \"\(id)\" already")
    }

    /// The document is not at the version that was expected; nil where there is none.
    public static func versionDiffers(
        _ id: String, in collection: String, expected: Int64, found: Int64?
    ) -> StoreError {
        let found = found.map { "is at version \($0)" } ?? "is not there"
        return StoreError(.versionDiffers, "\(collection): \"\(id)\" \(found), not at \(expected)")
    }

    /// Another document has the same values in a unique index.
    public static func duplicate(_ fields: [FieldKey], in collection: String, holder: String) -> StoreError {
        let names = fields.map(\.path).joined(separator: ", ")
        return StoreError(.duplicate, "\(collection): \"\(holder)\" has the same \(names)")
    }

    /// Two documents that were there before have the same values in an index that is unique now.
    public static func duplicates(
        _ fields: [FieldKey], in collection: String, _ one: String, _ other: String
    ) -> StoreError {
        let names = fields.map(\.path).joined(separator: ", ")
        return StoreError(
            .duplicate, "\(collection): \"\(one)\" and \"\(other)\" have the same \(names), which is unique now")
    }

    /// A document does not fit its Shape.
    public static func misfit(_ id: String, in collection: String, _ problems: [ShapeProblem]) -> StoreError {
        StoreError(.misfit, "\(collection): \"\(id)\" does not fit: \(sentence(of: problems))")
    }

    /// A document can't be written as plain data at all.
    public static func misfit(_ id: String, in collection: String, _ reason: any Error) -> StoreError {
        StoreError(.misfit, "\(collection): \"\(id)\" can't be written: \(reason)")
    }

    /// A stored document fits its Shape, but its Codable can't read it.
    public static func unreadable(_ id: String, in collection: String, _ reason: any Error) -> StoreError {
        StoreError(.unreadable, "\(collection): \"\(id)\" can't be read: \(reason)")
    }

    /// A stored document does not fit its Shape any more.
    public static func unreadable(_ id: String, in collection: String, _ problems: [ShapeProblem]) -> StoreError {
        StoreError(.unreadable, "\(collection): \"\(id)\" does not fit its Shape any more: \(sentence(of: problems))")
    }

    /// A document of an older version can't become one of today.
    static func notUpgraded(_ id: String, in collection: String, _ reason: any Error) -> StoreError {
        let reason = (reason as? StoreError)?.detail ?? "\(reason)"
        return StoreError(.unreadable, "\(collection): \"\(id)\" can't be upgraded: \(reason)")
    }

    /// Documents may still be as an older version wrote them.
    static func isBehind(_ collection: String) -> StoreError {
        StoreError(.unavailable, "\(collection): documents of an older version are not upgraded yet")
    }

    /// A document or blob is larger than any may be.
    public static func tooLarge(_ what: String, _ bytes: Int, most: Int) -> StoreError {
        StoreError(.tooLarge, "\(what) has \(bytes) bytes; the most is \(most)")
    }

    /// A text is longer than what an index holds.
    public static func tooLong(_ field: FieldKey, of id: String, in collection: String, _ bytes: Int) -> StoreError {
        let most = "an index holds \(StoreLimits.comparedBytes) of a text"
        return StoreError(.tooLarge, "\(collection): \"\(id)\" has \(bytes) bytes in \(field); \(most)")
    }

    /// A document is larger than any may be.
    public static func tooLarge(_ id: String, in collection: String, _ bytes: Int) -> StoreError {
        tooLarge("\(collection): \"\(id)\"", bytes, most: StoreLimits.documentBytes)
    }

    /// The feature keeps as many documents, or bytes, as it may.
    public static func full(_ feature: String, _ what: String, most: Int) -> StoreError {
        StoreError(.full, "\(feature) may keep \(most) \(what) and no more (store.\(what) of the feature)")
    }

    /// Too many announced messages wait to be published.
    public static func full(_ feature: String, waiting most: Int) -> StoreError {
        StoreError(.full, "\(feature) has \(most) messages that wait to be published, which is the most")
    }

    /// No contract announces the topic with this Shape.
    public static func notAnnounced(_ topic: String, by feature: String) -> StoreError {
        StoreError(
            .undeclared, "\(feature): no contract announces \"\(topic)\" with this Shape; add .announces(…) of it")
    }

    /// No contract sends requests to the route with this Shape.
    static func notDeclaredToSend(to route: String, by feature: String) -> StoreError {
        StoreError(
            .undeclared, "\(feature): no contract sends to \"\(route)\" with this Shape; add .sends(to: …) of it")
    }

    /// Something needs a store, and the feature keeps nothing.
    static func noStore(_ feature: String, for what: String) -> StoreError {
        StoreError(
            .misused, "\(feature) \(what) and keeps nothing; keep a collection, in whose transactions that is done")
    }

    /// A message or a reply that the kit keeps has a secret.
    static func keepsSecret(_ topic: String, of feature: String) -> StoreError {
        StoreError(.misused, "\(feature): what is kept of \"\(topic)\" has a secret, which is never written down")
    }

    /// It conflicted with other transactions each time.
    public static func contended(_ feature: String) -> StoreError {
        StoreError(.unavailable, "\(feature): others were quicker \(StoreLimits.tries) times; try again")
    }

    /// The next change has been deleted.
    public static func behind(_ collection: String) -> StoreError {
        StoreError(.behind, "\(collection): the changes after this place are gone; read everything again")
    }

    /// A transaction that has ended is used.
    public static func ended(_ feature: String) -> StoreError {
        StoreError(.misused, "\(feature): a transaction is used after its end")
    }

    /// A collection of another feature is used.
    public static func foreign(_ collection: String, of other: String, in feature: String) -> StoreError {
        StoreError(.misused, "\(feature): \"\(collection)\" is a collection of \(other)")
    }

    /// The text is not an id.
    public static func noID(_ id: String) -> StoreError {
        let wanted = "1 to \(StoreLimits.idBytes) bytes and no control characters"
        return StoreError(.misfit, "an id has \(wanted); this one has \(id.utf8.count) bytes")
    }

    /// The feature keeps nothing.
    public static func undeclared(_ feature: String) -> StoreError {
        StoreError(.undeclared, "\(feature): no .keeps(…) stands in its contracts")
    }

    /// The feature does not say that it keeps this collection.
    public static func undeclared(_ name: String, of feature: String, declared: [String]) -> StoreError {
        if name == CollectionLayout.blobs {
            return StoreError(.undeclared, "\(feature): no .keepsBlobs stands in its contracts")
        }
        let hint = Suggestion.closest(to: name, in: declared).map { "; did you mean \"\($0)\"?" } ?? ""
        return StoreError(.undeclared, "\(feature): no .keeps(…) in its contracts declares \"\(name)\"\(hint)")
    }

    /// The collection's indexes or Shape differ from those in the contracts.
    public static func declaredOtherwise(_ name: String, of feature: String) -> StoreError {
        StoreError(.misused, "\(feature): \"\(name)\" has another Shape or other indexes in its contracts")
    }

    /// A collection's declaration makes no sense.
    static func senseless(_ name: String, of feature: String, _ problems: [LayoutProblem]) -> StoreError {
        let sentence = problems.map(\.description).joined(separator: "; ")
        return StoreError(.misused, "\(feature): the collection \"\(name)\" makes no sense: \(sentence)")
    }

    /// A query makes no sense.
    static func senseless(_ collection: String, _ problems: [QueryProblem]) -> StoreError {
        let sentence = problems.map(\.description).joined(separator: "; ")
        // Such a value usually comes from a caller; everything else is the feature's own mistake.
        let isValue = problems.allSatisfy(\.isAboutValue)
        return StoreError(isValue ? .misfit : .misused, "\(collection): \(sentence)")
    }

    /// The cursor was handed out for another query, or its index has changed since.
    static func foreignCursor(_ collection: String) -> StoreError {
        StoreError(.misfit, "\(collection): the cursor belongs to another query")
    }

    /// The text is not a cursor.
    static func noCursor(_ collection: String) -> StoreError {
        StoreError(.misfit, "\(collection): this is no cursor of a page")
    }

    /// The feature has been stopped.
    public static func stopped(_ feature: String) -> StoreError {
        StoreError(.stopped, "\(feature) has been stopped")
    }

    private static func sentence(of problems: [ShapeProblem]) -> String {
        problems.map { "\($0)" }.joined(separator: "; ")
    }
}
