import FeatureKit
import FeatureTestKit
import Testing
import TourFiles

@testable import ToursFeature

let ada = Caller.user("accounts:ada")
/// A person with no walk and no route.
let kim = Caller.user("accounts:kim")

extension TourRoute {
    static func sample(
        _ state: State = .published, stops: Int = 2, grant: String? = nil, author: String? = "accounts:ada"
    ) -> TourRoute {
        let place = NamedPlace(name: "Gate", latitude: 40, longitude: -3)
        return TourRoute(
            name: "Old town", city: "Madrid", startLocation: place, endLocation: place, grant: grant, state: state,
            numStops: stops, createdAt: morning, updatedAt: morning, author: author)
    }
}

extension Stop {
    static func sample(_ route: String, _ order: Int) -> Stop {
        Stop(
            route: ID(route), order: order, name: "Stop \(order)",
            place: GeoPoint(lat: 40 + Double(order - 1) * 0.005, lon: -3), scripts: ["es": "Parada \(order)."])
    }
}

/// Runs the module with what a route of Ada's, `r`, a draft of hers, `d`, and one that is sold, `p`, have.
func withTours(store: MemoryStore = MemoryStore(), _ body: (Probe) async throws -> Void) async throws {
    try await withFeature(
        Tours.self, settings: .init(), store: store, clock: TestClock(now: morning),
        prepare: { store, _ in
            let routes = try store.collection(TourRoute.documents)
            let stops = try store.collection(Stop.documents)
            try await store.transaction { tx in
                try tx.put(routes, .sample(), id: "r")
                try tx.put(routes, .sample(.draft), id: "d")
                try tx.put(routes, .sample(grant: "tours.route:p", author: nil), id: "p")
                for route in ["r", "d", "p"] {
                    for order in 1...2 { try tx.put(stops, .sample(route, order), id: "\(route)\(order)") }
                }
            }
        }, body)
}

extension Probe {
    func walk(_ route: String = "r", as caller: Caller = bob) async throws -> ID<Walk> {
        ID(try await call(ToursService.walkStartRoute, .init(route: ID(route)), as: caller).walk.id.text)
    }

    /// Goes somewhere, which takes ten seconds.
    func go(to lat: Double, on walk: ID<Walk>, as caller: Caller = bob) async throws {
        await advance(.seconds(10))
        let fix = WalkFix(point: GeoPoint(lat: lat, lon: -3), time: clock.now, accuracy: 5)
        _ = try await call(ToursService.fixesRoute, .init(walk: walk, fixes: [fix]), as: caller)
    }
}
