internal import FeatureKit

extension Topic where Payload == Status {
    static var trackStatus: Topic<Status> { .init("track.status", retain: .latest) }
}

extension Route where Request == Nothing, Reply == Status {
    static var trackStatus: Route<Nothing, Status> { .init("track.status", .get, "/status", access: .everyone) }
}

/// Which zone is asked about.
struct ZoneQuestion: Shaped, Codable, Equatable {
    var zone: Int

    static let shape = Shape.object([Field("zone", .integer(in: NamedZone.numbers), "The zone's number.")])
}

extension Route where Request == ZoneQuestion, Reply == ZoneStatus {
    static var trackZone: Self { .init("track.zone", .get, "/zones/{zone}", access: .everyone) }
}
