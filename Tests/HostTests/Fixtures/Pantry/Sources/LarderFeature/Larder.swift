import FeatureKit

/// Keeps jars as the pantry does, in a collection of the same name.
struct Larder: Feature {
    static let contracts: [Contract] = [.serves(.larderPut), .serves(.larderList), .keeps(.jars)]

    let context: FeatureContext

    init(settings: NoSettings, context: FeatureContext) { self.context = context }

    func run() async throws {
        let jars = try context.store.collection(.jars)
        try context.routes.serve(.larderPut) { request, _ in
            try await jars.put(Jar(shelf: request.shelf), id: request.id)
            return Nothing()
        }
        try context.routes.serve(.larderList) { _, _ in
            Listed(ids: try await jars.query(order: .by("shelf")).items.map(\.id))
        }
        context.ready()
        await context.untilStopped()
    }
}

/// A jar and where it stands.
struct Jar: Shaped, Codable, Equatable {
    var shelf: Int
    static let shape = Shape.object([Field("shelf", .integer(), "Where it stands.")])
}

extension Documents<Jar> {
    static var jars: Documents<Jar> { .init("jars", indexes: [.on("shelf")]) }
}

/// A jar as it shall be.
struct Put: Shaped, Codable {
    var id: String
    var shelf: Int
    static let shape = Shape.object([
        Field("id", .text(length: 1...256), "Which jar."), Field("shelf", .integer(), "Where it stands."),
    ])
}

/// The ids of all jars.
struct Listed: Shaped, Codable {
    var ids: [String]
    static let shape = Shape.object([Field("ids", .list(of: .text()), "Their ids.")])
}

extension Route where Request == Put, Reply == Nothing {
    static var larderPut: Self { .init("larder.put", .put, "/jars/{id}", access: .everyone) }
}

extension Route where Request == Nothing, Reply == Listed {
    static var larderList: Self { .init("larder.list", .get, "/jars", access: .everyone) }
}

/// What the host asks this library for.
@c(flagstand_feature)
public func flagstandFeature() -> UnsafeMutableRawPointer { unsafe FeatureEntry.open(Larder.self) }
