internal import FeatureKit

/// Which beacon a listener has nearest.
struct Nearest: Shaped, Codable, Equatable {
    let listener: String
    /// The known beacon.
    var beacon: String?
    var address: String?
    var zone: Int?
    var distance: Double?
    var error: Double?
    /// Since when it is so; absent where nothing was heard yet.
    var since: Timestamp?
    /// Whether nobody says so any more, since the feature has ended.
    var isGone = false

    static let shape = Shape.object([
        Field("listener", Names.word, "Who hears."),
        Field("beacon", Names.word, "The known beacon that is nearest.", optional: true),
        Field("address", .text(length: 17...17), "Its address; absent where everybody is silent.", optional: true),
        Field("zone", .integer(in: 0...65_535), "The zone that it speaks of.", optional: true),
        Field("distance", .number(in: 0...Ruler.mostMetres), "How far away it is, in metres.", optional: true),
        Field("error", .number(in: 0...Ruler.mostMetres), "How far off the distance may be.", optional: true),
        Field("since", .timestamp, "Since when it is so; absent where nothing was heard yet.", optional: true),
        Field("isGone", .boolean, "Whether nobody says so any more.", default: false),
    ])
}

extension Nearest {
    init(_ listener: String, _ candidate: Arbiter.Candidate?, since: Timestamp?) {
        var beacon: String?
        if case .beacon(let id) = candidate?.who { beacon = id }
        self.init(
            listener: listener, beacon: beacon, address: candidate?.sender.address.description,
            zone: candidate.map { Int($0.sender.zone) }, distance: candidate?.reach?.metres,
            error: candidate?.reach?.error, since: since)
    }
}

extension Topic where Payload == Nearest {
    static var bleNearest: Topic<Nearest> {
        .init(
            "ble.nearest",
            retain: .latest(
                per: "listener", until: "isGone", most: BLE.Settings.mostCaptures + BLE.Settings.mostGateways))
    }
}

/// Whose nearest is asked for.
struct AskNearest: Shaped, Codable {
    var listener: String?

    static let shape = Shape.object([
        Field("listener", Names.word, "Only this listener's.", optional: true)
    ])
}

struct NearestAll: Shaped, Codable {
    let items: [Nearest]

    static let shape = Shape.object([Field("items", .list(of: .of(Nearest.self)), "Each listener's.")])
}

extension Route where Request == AskNearest, Reply == NearestAll {
    static var bleNearestNow: Self { .init("ble.nearest-now", .get, "/nearest", access: .everyone) }
}
