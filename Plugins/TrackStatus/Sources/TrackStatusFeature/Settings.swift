internal import FeatureKit

extension Track {
    struct Settings: Shaped, Codable, Equatable {
        var hold = Duration.zero
        var zones: [NamedZone] = []
        var network: NetworkSettings?
        var recording: RecordingSettings?
        var language = Language.es
        var twoPeople = true
        var clearWithin = Duration.seconds(300)
        var keep = 10_000

        static let shape = Shape.object([
            Field(
                "hold", .duration(in: .zero ... .seconds(60)), "How much longer than its TTL a beacon's word counts.",
                default: "0s"),
            Field(
                "zones", .list(of: .of(NamedZone.self), count: 0...NamedZone.most),
                "The circuit's zones; those that are only heard of need not be named.", default: []),
            Field("network", .of(NetworkSettings.self), "Where the network says what the flags say.", optional: true),
            Field(
                "recording", .of(RecordingSettings.self), "A recorded session in the place of the network.",
                optional: true),
            Field("language", .choice(of: Language.self), "What people are told in.", default: "es"),
            Field(
                "twoPeople", .boolean, "Whether who ends an evacuation has to be another than who began to.",
                default: true),
            Field(
                "clearWithin", .duration(in: .seconds(30) ... .seconds(3_600)),
                "How long after the first step the second counts.", default: "5m"),
            Field("keep", .integer(in: 100...100_000), "How many entries the history keeps.", default: 10_000),
        ])

        var plan: TrackState.Plan {
            var plan = TrackState.Plan(hold: hold, zones: zones)
            if let network { plan.networkStale = network.stale }
            plan.hasNetwork = network != nil || recording != nil
            return plan
        }
    }
}
