import FeatureKit
import FeatureTestKit
import LibraryTestSupport
import Testing
import TourFiles

@testable import ToursFeature

@Suite struct WalkTests {
    /// Thirty stops on a grid of a hundred metres.
    private static let file = TourFile(
        routes: [
            SeedRoute(
                id: "r", name: "R", description: "", city: "C", neighborhood: "", language: .es, difficulty: .easy,
                durationMinutes: 0, distanceKm: 0, numStops: 0, isActive: true, thumbnailUrl: "", startLocation: place,
                endLocation: place, createdAt: morning, updatedAt: morning)
        ],
        stops: (1...30).map { number in
            SeedStop(
                id: "s\(number)", routeID: "r", order: number, name: "Stop \(number)", description: "", category: "",
                latitude: 40 + Double(number % 6) * 0.001, longitude: -3 + Double(number / 6) * 0.001,
                audioDurationSeconds: 0, imageUrl: "", scriptEs: "Text \(number)", funFact: "")
        })
    private static let place = NamedPlace(name: "", latitude: 40, longitude: -3)

    /// The host ends at fifty moments of a walk, and the phone sends again what it may have sent before: each stop in reach
    /// triggers once, and what was not played to its end comes again under its id.
    @Test(arguments: [1, 2, 3] as [UInt64]) func eachStopTriggersOnceHoweverOftenTheHostEnds(seed: UInt64) async throws
    {
        var random = SeededRandom(seed: seed)
        let fixes = (0..<500).map { number in
            WalkFix(
                point: GeoPoint(
                    lat: 40 + Double.random(in: 0...0.005, using: &random),
                    lon: -3 + Double.random(in: 0...0.005, using: &random)),
                time: morning.advanced(by: .seconds(number - 500)), accuracy: Double.random(in: 0...80, using: &random))
        }
        let store = MemoryStore()
        var (told, walk, playing): ([ID<Stop>], ID<Walk>?, PlayItem?) = ([], nil, nil)
        for start in stride(from: 0, to: fixes.count, by: 10) {
            let batch = Array(fixes[start..<start + 10]).shuffled(using: &random)
            (told, walk, playing) = try await run(
                on: store, told: told, walk: walk, playing: playing, batch)
        }
        #expect(Set(told).count == told.count, "seed \(seed)")
        for stop in Self.file.stops {
            let point = GeoPoint(lat: stop.latitude, lon: stop.longitude)
            let isInReach = fixes.contains { $0.accuracy <= 50 && $0.point.distance(to: point) - $0.accuracy <= 25 }
            #expect(!isInReach || told.contains(ID(stop.id)), "seed \(seed), \(stop.id)")
        }
    }

    /// One run of the host, in which the phone sends some fixes twice.
    private func run(
        on store: MemoryStore, told: [ID<Stop>], walk: ID<Walk>?, playing: PlayItem?, _ batch: [WalkFix]
    ) async throws -> ([ID<Stop>], ID<Walk>?, PlayItem?) {
        let result = Lock<([ID<Stop>], ID<Walk>?, PlayItem?)>((told, walk, nil))
        try await withFeature(
            Tours.self, settings: .init(speakWithin: .seconds(3_600)), store: store, clock: TestClock(now: morning),
            prepare: { _, _ in }
        ) { probe in
            if walk == nil { _ = try await probe.call(ToursService.importFileRoute, Self.file, as: staff) }
            let open = try await probe.call(ToursService.walkStartRoute, .init(route: ID("r")), as: bob).walk.id
            if let walk { #expect(open == walk || told.count == 30) }
            let before = try await probe.call(ToursService.playingRoute, .init(walk: open), as: bob).play
            if let playing { #expect(before?.id == playing.id) }
            guard told.count < 30 else { return }
            let first = try await probe.call(ToursService.fixesRoute, .init(walk: open, fixes: batch), as: bob)
            let again = try await probe.call(ToursService.fixesRoute, .init(walk: open, fixes: batch), as: bob)
            #expect(again.triggered == [])
            let item = try await probe.call(ToursService.playingRoute, .init(walk: open), as: bob).play
            result.withLock { $0 = (told + (first.triggered ?? []).map(\.stop), open, nil) }
            if let item, first.walk.state == .active {
                _ = try await probe.call(
                    ToursService.audioControlRoute, .init(walk: open, action: .finished, utterance: item.utterance),
                    as: bob)
                let next = try await probe.call(ToursService.playingRoute, .init(walk: open), as: bob).play
                result.withLock { $0.2 = next }
            }
        }
        return result.withLock { $0 }
    }
}
