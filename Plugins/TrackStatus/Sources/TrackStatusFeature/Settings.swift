internal import FeatureKit

extension Track {
    struct Settings: Shaped, Equatable {
        var hold = Duration.zero
        var zones: [NamedZone] = []

        static let shape = Shape.object([
            Field(
                "hold", .duration(in: .zero ... .seconds(60)), "How much longer than its TTL a beacon's word counts.",
                default: "0s"),
            Field(
                "zones", .list(of: .of(NamedZone.self), count: 0...NamedZone.most),
                "The circuit's zones; those that are only heard of need not be named.", default: []),
        ])

        var plan: TrackState.Plan { TrackState.Plan(hold: hold, zones: zones) }
    }
}
