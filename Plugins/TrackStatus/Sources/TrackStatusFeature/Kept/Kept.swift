internal import FeatureKit

/// What outlasts every end of the feature: an evacuation, what was cleared, and staff's words.
struct Kept: Shaped, Codable, Equatable {
    struct Evacuation: Shaped, Codable, Equatable {
        let since: Timestamp
        let confirmed: Bool
        /// None: everywhere.
        let zones: [Int]
        var message: String?
        var route: String?
        let by: String
        var signer: String?

        static let shape = Shape.object([
            Field("since", .timestamp, "Since when it holds."),
            Field("confirmed", .boolean, "Whether more than a beacon says so."),
            Field("zones", .list(of: .integer(in: 0...65_535), count: 0...Extent.most), "Where; none: everywhere."),
            Field("message", .text(length: 1...Status.longestMessage), "What people are told.", optional: true),
            Field("route", .text(length: 1...Status.longestRoute), "Which way out.", optional: true),
            Field("by", .text(length: 1...Person.most), "Who raised it."),
            Field("signer", .text(length: 1...64), "The first beacon that signed what it said.", optional: true),
        ])
    }

    /// Who goes on to say what was cleared.
    struct Silenced: Shaped, Codable, Equatable {
        /// Those of more are heard again: that raises once too often, never once too little.
        static let most = 2_048

        /// Absent: the network.
        var beacon: String?
        var zone: Int?
        /// Absent: a beacon.
        var row: String?

        static let shape = Shape.object([
            Field("beacon", .text(length: 1...64), "The beacon; absent: the network.", optional: true),
            Field("zone", .integer(in: 0...65_535), "The zone that the beacon spoke of.", optional: true),
            Field("row", .text(length: 0...4_096), "What tells the network's row from another.", optional: true),
        ])
    }

    struct Cleared: Shaped, Codable, Equatable {
        let at: Timestamp
        let by: String
        let word: String

        static let shape = Shape.object([
            Field("at", .timestamp, "When."), Field("by", .text(length: 1...Person.most), "Who."),
            Field("word", .text(length: 0...64), "The word that was typed."),
        ])
    }

    struct Word: Shaped, Codable, Equatable {
        /// Absent: the whole track.
        var zone: Int?
        let mode: Mode
        var message: String?
        let by: String
        let at: Timestamp
        var until: Timestamp?

        static let shape = Shape.object([
            Field("zone", .integer(in: 0...65_535), "The zone; absent: the whole track.", optional: true),
            Field("mode", .choice(of: Mode.self), "What staff says."),
            Field("message", .text(length: 1...Status.longestMessage), "What people are told.", optional: true),
            Field("by", .text(length: 1...Person.most), "Who said it."), Field("at", .timestamp, "When."),
            Field("until", .timestamp, "Until when it counts.", optional: true),
        ])
    }

    /// One of each zone, and one of the whole track.
    static let mostWords = TrackState.mostZones + 1

    var evacuation: Evacuation?
    var cleared: Cleared?
    var silenced: [Silenced] = []
    var words: [Word] = []

    static let shape = Shape.object([
        Field("evacuation", .of(Evacuation.self), "The one that holds.", optional: true),
        Field("cleared", .of(Cleared.self), "The one that was cleared last.", optional: true),
        Field(
            "silenced", .list(of: .of(Silenced.self), count: 0...Silenced.most), "Who goes on to say what was cleared."),
        Field("words", .list(of: .of(Word.self), count: 0...Kept.mostWords), "What staff says."),
    ])
}

/// What the flags were when they last changed, for whoever starts again: a warning stays, if only as a stale one.
struct LastSaid: Shaped, Codable, Equatable {
    struct Zone: Shaped, Codable, Equatable {
        let zone: Int
        let mode: Mode

        static let shape = Shape.object([
            Field("zone", .integer(in: 0...65_535), "The zone."), Field("mode", .choice(of: Mode.self), "Its flags."),
        ])
    }

    let mode: Mode
    let zones: [Zone]

    static let shape = Shape.object([
        Field("mode", .choice(of: Mode.self), "The whole track's."),
        Field("zones", .list(of: .of(Zone.self)), "Each zone's."),
    ])
}

/// Up to where revisions are given out.
struct Reserved: Shaped, Codable, Equatable {
    let until: Int

    static let shape = Shape.object([Field("until", .integer(in: 0 ... .max), "The last revision that may be used.")])
}

extension Documents<Kept> {
    static var standing: Self { .init("standing") }
}
extension Documents<LastSaid> {
    static var lastSaid: Self { .init("last-said") }
}
extension Documents<Reserved> {
    static var reserved: Self { .init("reserved") }
}
