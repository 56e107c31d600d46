internal import FeatureKit
internal import Geography
internal import TourFiles

// An invented walk along the stops of the route to try, in straight lines: a fix every two seconds, of somebody in a hurry.
extension ToursService {
    private static let demoPerson = "tours:demo"

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
            let known = try tx.first(walks, where: [.equals("person", Self.demoPerson)])
            let new = Walk(
                person: Self.demoPerson, route: trail.route.key, language: trail.route.document.language,
                isPreview: false, zone: settings.zone, startedAt: clock.now,
                round: (known?.document.round ?? -1) + 1)
            return try tx.put(walks, new, id: known?.key ?? .random())
        }
        for place in GeoLine(trail.stops.map(\.document.place)).dense(every: 25).points {
            let fix = WalkFix(point: place, time: clock.now, accuracy: 8)
            let view = try await change(walk, isAutomatic: true) { document, trail, now in
                rules.take([fix], into: &document, on: trail, at: now)
            } of: { _ in
                Self.demoPerson
            }
            for visit in view.triggered ?? [] {
                log.info("the demo's walk has reached a stop", [("stop", visit.stop.text)])
            }
            try await clock.sleep(for: .seconds(2))
        }
    }
}
