/// A collection of documents of one Shape: its name, and the indexes that serve its queries.
public struct Documents<Document: Shaped>: Sendable {
    /// The name, as `feature.yaml` lists it under `keeps`.
    public let name: String
    /// The indexes that serve its queries.
    public let indexes: [StoreIndex]
    /// Which field is a person, and what erasing that person does.
    @_spi(Hosting) public let person: PersonRule?
    /// How documents of older versions become what they are today.
    @_spi(Hosting) public let migrations: [DocumentMigration]

    /// Declares a collection and its indexes.
    ///
    /// - Parameters:
    ///   - person: Which field holds a person; an index on it is added where there is none.
    ///   - migrations: How documents of older versions are brought up to date, the oldest migration first.
    public init(
        _ name: String, indexes: [StoreIndex] = [], person: PersonRule? = nil, migrations: [DocumentMigration] = []
    ) {
        self.name = name
        self.migrations = migrations
        self.person = person
        self.indexes =
            indexes + (person.map { rule in indexes.contains(where: rule.isServed) ? [] : [rule.index] } ?? [])
    }

    /// What an engine needs to know of it.
    @_spi(Hosting) public var layout: CollectionLayout {
        CollectionLayout(
            name: name, shape: Document.shape, indexes: indexes, person: person, migrations: migrations)
    }
}

/// A collection with the types taken off.
@_spi(Hosting) public struct CollectionLayout: Sendable, Equatable {
    /// The name that stands for a feature's blobs where collections are listed.
    public static let blobs = "blobs"

    /// The collection's name.
    public let name: String
    /// What its documents look like.
    public let shape: Shape
    /// The indexes that its queries are served from.
    public let indexes: [StoreIndex]
    /// Which field is a person, and what erasing that person does.
    public let person: PersonRule?
    /// How documents of older versions become what they are today.
    public let migrations: [DocumentMigration]

    /// Describes a collection.
    public init(
        name: String, shape: Shape, indexes: [StoreIndex], person: PersonRule? = nil,
        migrations: [DocumentMigration] = []
    ) {
        self.name = name
        self.migrations = migrations
        self.person = person
        self.shape = shape
        self.indexes = indexes
    }
}
