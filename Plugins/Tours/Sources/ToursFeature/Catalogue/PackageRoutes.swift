internal import Archives
internal import Crypto
internal import FeatureKit
internal import Media
internal import TourFiles

/// What is in a package, as its file `manifest.json`.
@Record struct PackageManifest: Equatable {
    /// The route.
    var route: ID<TourRoute>
    /// When the route or one of its stops was changed last.
    var updatedAt: Timestamp
    /// The language that it is told in.
    var language: TourLanguage
    /// The digest (SHA-256) of each file of the route, by its path; those that the client has are not packed again.
    @Count(0...1_000) var files: [String: String]
    /// The files that the client has and the route no longer does.
    @Count(0...1_000) var removed: [String]
}

@Routes("tours", as: "packageRoutes") extension ToursService {
    /// A route to take along where there is no network: its texts, sounds, pictures and map, as a zip.
    /// - Parameter language: The language that it is told in; by default that of the route.
    @Get("/routes/{route}/package", .everyone)
    func package(route: ID<TourRoute>, language: TourLanguage?, _ call: Call) async throws -> Media {
        try await package(of: route, language, without: [:], call)
    }

    /// What of a package is new since a client took it, as a zip.
    /// - Parameter language: The language that it is told in; by default that of the route.
    /// - Parameter have: The `files` of the manifest that the client has.
    @Post("/routes/{route}/package", .everyone)
    func packageNews(
        route: ID<TourRoute>, language: TourLanguage?, @Count(0...1_000) have: [String: String], _ call: Call
    ) async throws -> Media {
        try await package(of: route, language, without: have, call)
    }

    // MARK: - Parts

    private func package(
        of id: ID<TourRoute>, _ language: TourLanguage?, without have: [String: String], _ call: Call
    ) async throws -> Media {
        let trail = try await trail(of: id)
        try checkSeen(trail.route, call)
        try await checkBought(trail.route, call)
        let route = trail.route.document
        var files = [
            ArchiveWriter.File(
                "route.json",
                Array(
                    TourFile(
                        routes: [SeedRoute(trail.route)], stops: trail.stops.map { SeedStop($0, allScripts: true) }
                    ).json.utf8)),
            .init("map.geojson", Array(map(of: trail).json.utf8)),
        ]
        // Sounds are made after a route was changed, so that the stops are read once more.
        let stops = try await stops.query(where: [.equals("route", id)], order: .by("order"), limit: 1_000).items
        for stop in stops {
            let recorded = stop.document.sound == nil ? nil : try await blobs.get(Stop.sound(of: stop.key))
            let sound =
                if let recorded { recorded } else {
                    try await spoken(stop, in: [language ?? route.language, route.language])
                }
            let ending = SoundFormat(rawValue: sound.type)?.ending ?? "bin"
            files.append(.init("sounds/\(stop.id).\(ending)", sound.bytes, isPacked: true))
            if stop.document.picture != nil, let picture = try await blobs.get(Stop.picture(of: stop.key)) {
                let ending = picture.type.split(separator: "/").last.map(String.init) ?? "bin"
                files.append(.init("pictures/\(stop.id).\(ending)", picture.bytes, isPacked: true))
            }
        }
        let digests = files.map { ($0.name, Hex.text(Hash.sha256($0.bytes))) }
        let manifest = PackageManifest(
            route: id, updatedAt: route.updatedAt, language: language ?? route.language,
            files: Dictionary(digests) { $1 },
            removed: have.keys.filter { name in !files.contains { $0.name == name } }.sorted())
        let new = zip(files, digests).filter { have[$1.0] != $1.1 }.map(\.0)
        guard new.reduce(0, { $0 + $1.bytes.count }) <= Self.mostPackageBytes else {
            throw ToursRefusal.packageTooLarge
        }
        let archive = try await packing.run { [new] in
            Result { () throws(ArchiveProblem) in
                try ArchiveWriter.bytes(of: [.init("manifest.json", Array(manifest.json.utf8))] + new)
            }
        }
        return Media(type: "application/zip", bytes: try archive.get())
    }
}
