import FeatureKit
import FeatureTestKit
import Testing
import TourFiles

@testable import ToursFeature

/// Eleven in the morning in Madrid.
let morning = Timestamp(nanoseconds: 1_795_341_600_000_000_000)
let bob = Caller.user("accounts:bob")
let staff = Caller.user("accounts:eve", roles: ["staff"])

@Suite struct SeedTests {
    static let seed = """
        {"routes":[{"id":"arganzuela-poc-001","name":"Descubre Arganzuela","description":"Paseo por la transformación urbana...",\
        "city":"Madrid","neighborhood":"Arganzuela","language":"es","difficulty":"easy","duration_minutes":45,"distance_km":2.0,\
        "num_stops":1,"is_active":true,"thumbnail_url":"","start_location":{"name":"Matadero Madrid","latitude":40.3917,\
        "longitude":-3.6989},"end_location":{"name":"Zona Legazpi","latitude":40.3927,"longitude":-3.6918},\
        "created_at":"2025-11-23T00:00:00Z","updated_at":"2025-11-23T00:00:00Z"}],"stops":[{"id":"arg-001",\
        "route_id":"arganzuela-poc-001","order":1,"name":"Matadero Madrid","description":"Centro de creación contemporánea...",\
        "category":"cultura","latitude":40.3917,"longitude":-3.6989,"trigger_radius_meters":25.0,"audio_duration_seconds":75,\
        "image_url":"","script_es":"Bienvenido al Matadero Madrid...","fun_fact":"El Matadero ocupa 165,000 metros cuadrados...",\
        "has_been_visited":false}]}
        """

    @Test func anExportHasJustWhatWasImported() async throws {
        try await withFeature(
            Tours.self, settings: .init(), store: MemoryStore(), clock: TestClock(now: morning), prepare: { _, _ in }
        ) { probe in
            let file = try TourFile(json: Array(Self.seed.utf8))
            let result = try await probe.call(ToursService.importFileRoute, file, as: staff)
            #expect(result == ImportResult(routes: 1, stops: 1))
            let exported = try await probe.call(ToursService.exportRoute, .init(), as: staff)
            let text = exported.json
            #expect(text == Self.seed)
        }
    }
}
