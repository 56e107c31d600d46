import FeatureKit

/// Keeps jars: one transaction for whatever belongs together.
struct Pantry: Feature {
    static let contracts: [Contract] = [
        .serves(.pantryPut), .serves(.pantryAdd), .serves(.pantryMove), .serves(.pantryGet), .serves(.pantryList),
        .serves(.pantryDrop), .serves(.pantryChanges), .serves(.pantryPhotograph), .serves(.pantryPicture),
        .serves(.pantryForget), .keeps(.jars), .keeps(.movements), .keepsBlobs,
    ]

    let context: FeatureContext

    init(settings: NoSettings, context: FeatureContext) { self.context = context }

    func run() async throws {
        try serveJars()
        try serveMovements()
        try serveChanges()
        try servePictures()
        context.ready()
        await context.untilStopped()
    }

    private func serveJars() throws {
        let jars = try context.store.collection(.jars)
        try context.routes.serve(.pantryPut) { request, _ in
            let expected = request.expecting.map { $0 == 0 ? Expectation.absent : .version($0) }
            let jar = Jar(label: request.label, count: request.count)
            return Shown(try await jars.put(jar, id: request.id, expecting: expected ?? .anything))
        }
        try context.routes.serve(.pantryGet) { request, _ in
            guard let jar = try await jars.get(request.id) else { throw RouteError.notFound("no jar \(request.id)") }
            return Shown(jar)
        }
        try context.routes.serve(.pantryList) { request, _ in
            var conditions: [StoreCondition] = []
            if let part = request.contains { conditions.append(.contains("label", part)) }
            if let least = request.from { conditions.append(.from("count", least)) }
            let order: StoreOrder? = conditions.isEmpty || request.from != nil ? .by("count") : nil
            return try await context.store.read { [conditions] snapshot in
                let page = try snapshot.query(
                    jars, where: conditions, order: order, limit: request.limit, after: request.after)
                return Listed(jars: page.items.map(Shown.init), next: page.next, token: try snapshot.token)
            }
        }
        try context.routes.serve(.pantryDrop) { request, _ in Dropped(existed: try await jars.delete(request.id)) }
    }

    private func serveMovements() throws {
        let (jars, movements) = (try context.store.collection(.jars), try context.store.collection(.movements))
        // A jar that is not there yet is made; the movement is written with it or not at all.
        try context.routes.serve(.pantryAdd) { request, _ in
            try await context.store.transaction { tx in
                var jar = try tx.get(jars, request.id)?.document ?? Jar(label: request.id, count: 0)
                jar.count += request.by
                guard jar.count >= 0 else { throw RouteError.conflict("\(request.id) is empty") }
                let stored = try tx.put(jars, jar, id: request.id)
                try tx.insert(movements, Movement(jar: request.id, by: request.by), id: request.movement)
                return Shown(stored)
            }
        }
        // Between two jars nothing is lost and nothing made.
        try context.routes.serve(.pantryMove) { request, _ in
            try await context.store.transaction { tx in
                try tx.update(jars, request.from) { jar in
                    guard jar.count >= request.count else { throw RouteError.conflict("\(request.from) is empty") }
                    jar.count -= request.count
                }
                return Shown(try tx.update(jars, request.to) { $0.count += request.count })
            }
        }
    }

    private func serveChanges() throws {
        let jars = try context.store.collection(.jars)
        try context.routes.stream(.pantryChanges) { request, _, out in
            for try await change in try await jars.changes(after: request.after) {
                try await out.send(
                    Changed(
                        id: change.id, version: change.version, count: change.document?.count, token: change.token))
            }
        }
    }

    private func servePictures() throws {
        let (blobs, jars) = (context.blobs, try context.store.collection(.jars))
        // The picture and the jar's note of it belong together.
        try context.routes.serve(.pantryPhotograph) { request, _ in
            let media = Media(type: "image/x-jar", bytes: Self.bytes(request.size, seed: request.seed))
            return try await context.store.transaction { tx in
                try tx.update(jars, request.id) { $0.picture = "jars/\(request.id)" }
                let blob = try tx.blobs.put(media, id: "jars/\(request.id)")
                return Photographed(size: blob.size, hash: blob.hash)
            }
        }
        try context.routes.serve(.pantryPicture) { request, _ in
            guard let media = try await blobs.get("jars/\(request.id)") else {
                throw RouteError.notFound("no picture of \(request.id)")
            }
            return media
        }
        try context.routes.serve(.pantryForget) { request, _ in
            try await context.store.transaction { tx in
                try tx.update(jars, request.id) { $0.picture = nil }
                return Dropped(existed: try tx.blobs.delete("jars/\(request.id)"))
            }
        }
    }

    /// A picture of so many bytes, another one for each seed.
    private static func bytes(_ size: Int, seed: Int) -> [UInt8] {
        var state = UInt64(bitPattern: Int64(seed)) &* 0x9E37_79B9_7F4A_7C15 | 1
        return (0..<size).map { _ in
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return UInt8(truncatingIfNeeded: state)
        }
    }
}

/// What the host asks this library for.
@c(flagstand_feature)
public func flagstandFeature() -> UnsafeMutableRawPointer { unsafe FeatureEntry.open(Pantry.self) }
