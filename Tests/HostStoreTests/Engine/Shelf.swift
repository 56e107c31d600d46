@_spi(Hosting) import FeatureKit
import HostStore
import HostSystem
import TestSupport

/// What the engine's own tests keep.
struct Cup: Shaped, Codable, Equatable {
    var name = "cup"
    var count = 0

    static let shape = Shape.object([
        Field("name", .text(), "What it is called."), Field("count", .integer(), "How many there are."),
    ])
}

/// A store in a folder of its own.
struct Shelf: Sendable {
    let folder: TestFolder
    let cups: CheckedCollection
    let engine: SQLiteEngine
    let damage: Lock<[StoreError]>

    var path: String { folder["shop.db"] }

    static func layout() throws(StoreError) -> CheckedCollection {
        try CheckedCollection(Documents<Cup>("cups", indexes: [.unique("name")]).layout, of: "shop")
    }

    init(in folder: TestFolder? = nil, quota: StoreQuota = StoreQuota()) async throws {
        self.folder = try folder ?? TestFolder()
        let damage = Lock<[StoreError]>([])
        self.damage = damage
        cups = try Self.layout()
        engine = try await SQLiteEngine.open(
            self.folder["shop.db"], feature: "shop", collections: [cups], quota: quota,
            onDamage: { error in damage.withLock { $0.append(error) } })
    }

    @discardableResult
    func put(_ name: String, count: Int = 0, id: String? = nil) async throws -> Int64 {
        let cups = cups
        return try await engine.write {
            try $0.put(Cup(name: name, count: count), id: id ?? name, in: cups, expecting: .anything)
        }
    }

    func get(_ id: String) async throws -> Stored<Cup>? {
        let cups = cups
        return try await engine.read { try $0.document(id, in: cups, as: Cup.self) }
    }
}
