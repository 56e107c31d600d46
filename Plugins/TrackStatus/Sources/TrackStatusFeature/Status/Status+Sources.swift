internal import FeatureKit

extension Status {
    /// What each source says, whatever becomes of it.
    struct Sources: Shaped, Codable, Equatable {
        var ble: Beacons
        /// Nothing where none is set, or nothing came of it yet.
        var network: Network?
        var staff: Staff?

        static let shape = Shape.object([
            Field("ble", .of(Beacons.self), "The beacons together."),
            Field("network", .of(Network.self), "The network, once anything is known of it.", optional: true),
            Field("staff", .of(Staff.self), "The worst that staff say, while they say something.", optional: true),
        ])
    }
}

extension Status.Sources {
    struct Beacons: Shaped, Codable, Equatable {
        var mode: Mode?
        var senders: Int
        var heard: Timestamp?
        var validUntil: Timestamp?

        static let shape = Shape.object([
            Field("mode", .choice(of: Mode.self), "The worst that counts, anywhere.", optional: true),
            Field("senders", .integer(in: 0...Int64(TrackState.mostSenders)), "Whose words count."),
            Field("heard", .timestamp, "When one was last heard.", optional: true),
            Field("validUntil", .timestamp, "Until when one of them says that mode.", optional: true),
        ])
    }

    struct Network: Shaped, Codable, Equatable {
        /// The last, also where it counts no more.
        var mode: Mode?
        var at: Timestamp?
        var updated: Timestamp?
        var stale: Bool
        var problem: String?
        var message: String?

        static let shape = Shape.object([
            Field("mode", .choice(of: Mode.self), "What it said last of the track as a whole.", optional: true),
            Field("at", .timestamp, "When it last came.", optional: true),
            Field("updated", .timestamp, "When it was written, by its own clock.", optional: true),
            Field("stale", .boolean, "Whether that counts no more."),
            Field("problem", .text(length: 1...Status.longestProblem), "Why nothing comes.", optional: true),
            Field("message", .text(length: 1...Status.longestMessage), "What it adds.", optional: true),
        ])
    }

    struct Staff: Shaped, Codable, Equatable {
        var mode: Mode
        var at: Timestamp
        var until: Timestamp?
        var message: String?

        static let shape = Shape.object([
            Field("mode", .choice(of: Mode.self), "The worst that they say, anywhere."),
            Field("at", .timestamp, "When they said it."),
            Field("until", .timestamp, "Until when it counts, unless it is taken back.", optional: true),
            Field("message", .text(length: 1...Status.longestMessage), "What they add.", optional: true),
        ])
    }
}
