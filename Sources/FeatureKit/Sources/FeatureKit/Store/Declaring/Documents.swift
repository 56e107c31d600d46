/// A collection of documents of one Shape: its name, and the indexes that its queries are served from.
public struct Documents<Document: Shaped>: Sendable {
    /// The name, as `feature.yaml` lists it under `keeps`.
    public let name: String
    /// The indexes that queries are served from.
    public let indexes: [StoreIndex]

    /// Names a collection and its indexes.
    public init(_ name: String, indexes: [StoreIndex] = []) {
        self.name = name
        self.indexes = indexes
    }

    /// What an engine needs to know of it.
    @_spi(Hosting) public var layout: CollectionLayout {
        CollectionLayout(name: name, shape: Document.shape, indexes: indexes)
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

    /// Describes a collection.
    public init(name: String, shape: Shape, indexes: [StoreIndex]) {
        self.name = name
        self.shape = shape
        self.indexes = indexes
    }
}
