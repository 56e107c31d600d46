internal import FeatureKit
internal import Geography
internal import TourFiles

/// An invented walk along the stops of a route, in straight lines: a fix every two seconds, of somebody in a hurry.
struct DemoWalk {
    static let person = "tours:demo"
    static let pause = Duration.seconds(2)
    private static let step = 25.0

    /// The places that it comes to, one after the other.
    let places: [GeoPoint]

    init(_ stops: [GeoPoint]) {
        places =
            zip(stops, stops.dropFirst()).flatMap { from, to in
                let steps = max(1, Int(from.distance(to: to) / Self.step))
                return (0..<steps).map { number in
                    let share = Double(number) / Double(steps)
                    return GeoPoint(
                        lat: from.lat + (to.lat - from.lat) * share, lon: from.lon + (to.lon - from.lon) * share)
                }
            } + stops.suffix(1)
    }
}

extension ToursService {
    /// Walks the route to try again and again, and tells in the log what is reached.
    func walkDemo() async {
        while !Task.isCancelled {
            do {
                try await walkDemoOnce()
                try await clock.sleep(for: .seconds(60))
            } catch is CancellationError {
                return
            } catch { return log.warning("the demo's walk has ended", [("because", "\(error)")]) }
        }
    }

    private func walkDemoOnce() async throws {
        guard let id = try TourFile(json: PackageResources.routes_json).routes.first?.id else { return }
        let trail = try await trail(of: ID(id))
        let walk = try await store.transaction { tx in
            let known = try tx.first(walks, where: [.equals("person", DemoWalk.person)])
            let new = Walk(
                person: DemoWalk.person, route: trail.route.key, language: trail.route.document.language,
                isPreview: false, zone: settings.zone, startedAt: clock.now,
                round: (known?.document.round ?? -1) + 1)
            return try tx.put(walks, new, id: known?.key ?? .random())
        }
        for place in DemoWalk(trail.stops.map(\.document.place)).places {
            let fix = WalkFix(point: place, time: clock.now, accuracy: 8)
            let view = try await change(walk, isAutomatic: true) { document, trail, now in
                rules.take([fix], into: &document, on: trail, at: now)
            } of: { _ in
                DemoWalk.person
            }
            for visit in view.triggered ?? [] {
                let name = trail[visit.stop]?.document.name ?? ""
                log.info("the demo's walk has reached a stop", [("stop", visit.stop.text), ("name", name)])
            }
            try await clock.sleep(for: DemoWalk.pause)
        }
    }
}
