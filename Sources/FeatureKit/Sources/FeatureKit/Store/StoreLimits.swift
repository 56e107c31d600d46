/// The limits of a store, the same for every engine.
@_spi(Hosting) public enum StoreLimits {
    /// The longest id of a document or blob, in bytes.
    public static let idBytes = 256
    /// The largest document, as JSON.
    public static let documentBytes = 1 << 20
    /// The largest blob.
    public static let blobBytes = 64 << 20
    /// The most documents on one page.
    public static let page = 1_000
    /// The documents on a page by default.
    public static let usualPage = 100
    /// The most values of `.among`.
    public static let among = 100
    /// The longest text of a cursor, in bytes.
    public static let cursorBytes = 8_192
    /// The most conditions of a query.
    public static let conditions = 16
    /// The longest text that conditions compare and ordered indexes hold, in bytes.
    public static let comparedBytes = 1_024
    /// The longest name of a collection, in bytes.
    public static let nameBytes = 64
    /// The most indexes of a collection.
    public static let indexes = 16
    /// The most fields of an index.
    public static let indexFields = 4
    /// The most collections of a feature.
    public static let collections = 64
    /// How many announced messages may wait to be published.
    public static let announcements = 10_000
    /// How often a transaction is tried that conflicts with others.
    public static let tries = 10
    /// How many changes are kept.
    public static let keptChanges = 10_000
    /// How many bytes of changes are kept.
    public static let keptChangeBytes = 64 << 20
    /// How many documents a feature may keep by default; the host's configuration may set another limit.
    public static let documents = 1_000_000
    /// How many bytes a feature may keep by default; the host's configuration may set another limit.
    public static let bytes = 1 << 30
}
