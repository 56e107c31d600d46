internal import FeatureKit
internal import TransitEngine

/// Journeys by train, metro, tram, bus and on foot, from timetables and live changes.
@Module struct Transit: Feature {
    func run() async throws {}
}
