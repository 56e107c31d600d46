import Archives
import Crypto
import FeatureKit
import FeatureTestKit
import Media
import Testing
import TourFiles
import WebJSON

@testable import ToursFeature

/// What is spoken ahead, what people take along, and what they walked elsewhere.
@Suite(.timeLimit(.minutes(1))) struct PackageTests {
    /// A route of two stops, the first with a recorded sound and a picture.
    private func withRoute(_ body: (Probe) async throws -> Void) async throws {
        try await withFeature(Tours.self, settings: .init(), clock: TestClock(now: morning)) { probe in
            let place = NamedPlace(name: "", latitude: 40, longitude: -3)
            let route = SeedRoute(
                id: "r", name: "Old town", description: "", city: "Madrid", neighborhood: "", language: .es,
                difficulty: .easy, durationMinutes: 0, distanceKm: 0, numStops: 2, isActive: true, thumbnailUrl: "",
                startLocation: place, endLocation: place, createdAt: morning, updatedAt: morning)
            let stops = [("a", "Hola."), ("b", "Adiós.")].enumerated().map { number, stop in
                SeedStop(
                    id: stop.0, routeID: "r", order: number + 1, name: stop.0, description: "", category: "",
                    latitude: 40 + Double(number) * 0.005, longitude: -3, audioDurationSeconds: 0, imageUrl: "",
                    scriptEs: stop.1, scriptEn: number == 1 ? "Goodbye." : nil, funFact: "")
            }
            _ = try await probe.call(ToursService.importFileRoute, TourFile(routes: [route], stops: stops), as: staff)
            let sound = Upload<33_554_432>(Media(type: "audio/mpeg", bytes: Array("ID3 invented".utf8)))
            _ = try await probe.call(ToursService.soundPutRoute, .init(stop: ID("a"), sound: sound), as: staff)
            let picture = ImageUpload(
                Media(type: "image/png", bytes: try #require(PNG.bytes([0], .grey, width: 1, height: 1))))
            _ = try await probe.call(ToursService.picturePutRoute, .init(stop: ID("a"), picture: picture), as: staff)
            try await body(probe)
        }
    }

    private func files(_ media: Media) throws -> [String: [UInt8]] {
        let archive = try Archive(media.bytes)
        var files: [String: [UInt8]] = [:]
        for entry in archive.entries { files[entry.name] = try archive.bytes(of: entry) }
        return files
    }

    private func manifest(_ files: [String: [UInt8]]) throws -> PackageManifest {
        try JSONText.value(of: try #require(files["manifest.json"])).decoded(as: PackageManifest.self)
    }

    @Test func `a package has what its manifest says, and the same route makes the same bytes`() async throws {
        try await withRoute { probe in
            let package = try await probe.call(ToursService.packageRoute, .init(route: ID("r")), as: bob)
            let found = try files(package)
            #expect(
                Set(found.keys) == [
                    "manifest.json", "route.json", "map.geojson", "sounds/a.mp3", "sounds/b.mp3", "pictures/a.png",
                ])
            let manifest = try manifest(found)
            #expect(manifest.files.count == 5 && manifest.removed.isEmpty)
            for (name, digest) in manifest.files {
                #expect(Hex.text(Hash.sha256(try #require(found[name]))) == digest, "\(name)")
            }
            #expect(found["sounds/a.mp3"] == Array("ID3 invented".utf8))
            #expect(SoundFormat(try #require(found["sounds/b.mp3"])) == .mp3)
            let again = try await probe.call(ToursService.packageRoute, .init(route: ID("r")), as: bob)
            #expect(again.bytes == package.bytes)
            let english = try await probe.call(
                ToursService.packageRoute, .init(route: ID("r"), language: .en), as: bob)
            #expect(try files(english)["sounds/b.mp3"] != found["sounds/b.mp3"])
        }
    }

    @Test func `a later version has only what changed`() async throws {
        try await withRoute { probe in
            var have = try manifest(
                files(try await probe.call(ToursService.packageRoute, .init(route: ID("r")), as: bob))
            ).files
            let same = try await probe.call(ToursService.packageNewsRoute, .init(route: ID("r"), have: have), as: bob)
            #expect(try files(same).keys.sorted() == ["manifest.json"])
            _ = try await probe.call(
                ToursService.stopChangeRoute, .init(stop: ID("b"), scripts: .some(["es": "Hasta luego."])), as: staff)
            _ = try await probe.call(ToursService.pictureRemoveRoute, .init(stop: ID("a")), as: staff)
            have["sounds/old.mp3"] = "00"
            let news = try files(
                try await probe.call(ToursService.packageNewsRoute, .init(route: ID("r"), have: have), as: bob))
            #expect(news.keys.sorted() == ["manifest.json", "route.json", "sounds/b.mp3"])
            #expect(try manifest(news).removed == ["pictures/a.png", "sounds/old.mp3"])
        }
    }

    @Test func `stops are spoken ahead in each language, and anew where their text changed`() async throws {
        try await withRoute { probe in
            let stops = try probe.store.collection(Stop.documents)
            func spoken(_ count: Int, after digest: String? = nil) async throws -> [String: String] {
                while true {
                    let known = try await stops.get(ID<Stop>("b"))?.document.spoken ?? [:]
                    if known.count == count, known["es"] != digest || digest == nil { return known }
                    try Task.checkCancellation()
                    await Task.yield()
                }
            }
            let first = try await spoken(2)
            #expect(first.keys.sorted() == ["en", "es"])
            // It was spoken before its sound was recorded, and is not any more.
            let recorded = try await stops.get(ID<Stop>("a"))?.document.spoken
            _ = try await probe.call(
                ToursService.stopChangeRoute, .init(stop: ID("a"), scripts: .some(["es": "Buenas."])), as: staff)
            let mp3 = try await probe.call(ToursService.soundRoute, .init(stop: ID("b")), as: bob)
            #expect(mp3.type == "audio/mpeg" && SoundFormat(mp3.bytes) == .mp3)
            let wav = try await probe.call(ToursService.soundRoute, .init(stop: ID("b"), format: .wav), as: bob)
            #expect(wav.type == "audio/wav" && wav.bytes.count > 5 * mp3.bytes.count)
            _ = try await probe.call(
                ToursService.stopChangeRoute,
                .init(stop: ID("b"), scripts: .some(["es": "Hasta luego.", "en": "Goodbye."])), as: staff)
            let second = try await spoken(2, after: first["es"])
            #expect(second["en"] == first["en"])
            #expect(try await stops.get(ID<Stop>("a"))?.document.spoken == recorded)
            let other = try await probe.call(ToursService.soundRoute, .init(stop: ID("b")), as: bob)
            #expect(other.bytes != mp3.bytes)
        }
    }

    @Test func `a recorded track is taken as the fixes of a walk`() async throws {
        try await withRoute { probe in
            let walk = try await probe.call(ToursService.walkStartRoute, .init(route: ID("r")), as: bob).walk.id
            func track(_ points: String, endsNow: Bool = false) async throws -> WalkView {
                let gpx = "<gpx><trk><trkseg>\(points)</trkseg></trk></gpx>"
                return try await probe.call(
                    ToursService.trackRoute,
                    .init(
                        walk: ID(walk.text), file: Upload(Media(type: "application/gpx+xml", bytes: Array(gpx.utf8))),
                        endsNow: endsNow), as: bob)
            }
            let early = try await track("<trkpt lat='40' lon='-3'><time>2020-01-01T10:00:00Z</time></trkpt>")
            #expect(early.triggered?.map(\.manner) == [.late])
            let now = try await track(
                "<trkpt lat='40.004' lon='-3'><time>2020-01-02T10:00:00Z</time></trkpt>"
                    + "<trkpt lat='40.005' lon='-3'><time>2020-01-02T10:01:00Z</time></trkpt>", endsNow: true)
            #expect(now.triggered?.map(\.manner) == [.reached] && now.walk.state == .completed)
            for points in ["", "<trkpt lat='40' lon='-3'/>", "<trkpt lat='99' lon='-3'/>"] {
                #expect(try await probe.refusal { try await track(points) }?.status == 400, "\(points)")
            }
        }
    }

    @Test func `what is wrong with a stop or a file is listed with its field`() async throws {
        try await withRoute { probe in
            let added = try await probe.refusal {
                let stop = Stop.Draft(
                    name: "c", place: GeoPoint(lat: 40, lon: -3), scripts: ["es": "Hola.", "xx": "Hm."])
                return try await probe.call(ToursService.stopAddRoute, .init(route: ID("r"), stop: stop), as: staff)
            }
            #expect(added?.errors.map { "\($0.path)" } == ["stop.scripts.xx"])
            let changed = try await probe.refusal {
                try await probe.call(
                    ToursService.stopChangeRoute, Stop.Change(stop: ID("a"), scripts: ["xx": "Hm."]), as: staff)
            }
            #expect(changed?.errors.map { "\($0.path)" } == ["scripts.xx"])
            var file = try await probe.call(ToursService.exportRoute, .init(), as: staff)
            file.routes.removeAll()
            file.stops[1].routeID = "nowhere"
            let imported = try await probe.refusal {
                try await probe.call(ToursService.importFileRoute, file, as: staff)
            }
            #expect(
                imported?.errors == [RequestProblem("stops", "b is of the route nowhere, which there is not")])
            #expect(imported?.detail == "stops: b is of the route nowhere, which there is not")
        }
    }
}
