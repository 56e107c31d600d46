internal import FeatureKit

extension Faulty {
    /// Every kind of field.
    struct Settings: Shaped, Codable, Equatable {
        var every = Duration.seconds(10)
        var label = "faulty"
        var limit = 10
        var ratio = 0.5
        var mood = Mood.calm
        var isEager = true
        var tags: [String] = []
        var since: Timestamp?
        var folder: String?
        var token: Secret?
        var logo: Media?
        var weights: [String: Double]?
        var desk: Desk?
        var extra: Value?

        enum Mood: String, CaseIterable, Codable { case calm, cross }

        struct Desk: Shaped, Codable, Equatable {
            var row: Int
            var seats: [Int]
            static let shape = Shape.object([
                Field("row", .integer(in: 1...50), "Which row."),
                Field("seats", .list(of: .integer(in: 1...9), count: 1...3), "Which seats."),
            ])
        }

        init() {}

        static let shape =
            Break.breaks(.settingsAnything)
            ? Shape.anything
            : Shape.object([
                Field("every", .duration(in: .seconds(1) ... .seconds(3_600)), "How often.", default: "10s"),
                Field("label", .text(length: 1...20), "What it is called.", default: "faulty"),
                Field(
                    "limit", .integer(in: 1...100), "How many.", default: Break.breaks(.settingsDefault) ? 0 : 10),
                Field("ratio", .number(in: 0...1), "How much.", default: 0.5),
                Field("mood", .choice(of: Mood.self), "How it feels.", default: "calm"),
                Field("isEager", .boolean, "Whether it wants to.", default: true),
                Field("tags", .list(of: .text(length: 1...8), count: 0...4), "Words.", default: []),
                Field("since", .timestamp, "Since when.", optional: true),
                Field("folder", .path, "Where.", optional: true),
                Field("token", .secret, "What nobody may see.", optional: true),
                Field("logo", .media, "What it looks like.", optional: true),
                Field("weights", .map(of: .number(in: 0...9), count: 1...5), "How heavy.", optional: true),
                Field("desk", .of(Desk.self), "Where it sits.", optional: true),
                Field("extra", .anything, "Anything else.", optional: true),
            ])

        init(from decoder: any Decoder) throws {
            let all = try decoder.container(keyedBy: CodingKeys.self)
            every = try all.decodeIfPresent(Duration.self, forKey: .every) ?? every
            label = try all.decodeIfPresent(String.self, forKey: .label) ?? label
            limit = try all.decodeIfPresent(Int.self, forKey: .limit) ?? limit
            ratio = try all.decodeIfPresent(Double.self, forKey: .ratio) ?? ratio
            mood = try all.decodeIfPresent(Mood.self, forKey: .mood) ?? mood
            isEager = try all.decodeIfPresent(Bool.self, forKey: .isEager) ?? isEager
            tags = try all.decodeIfPresent([String].self, forKey: .tags) ?? tags
            since = try all.decodeIfPresent(Timestamp.self, forKey: .since)
            folder = try all.decodeIfPresent(String.self, forKey: .folder)
            token = try all.decodeIfPresent(Secret.self, forKey: .token)
            logo = try all.decodeIfPresent(Media.self, forKey: .logo)
            weights = try all.decodeIfPresent([String: Double].self, forKey: .weights)
            desk = try all.decodeIfPresent(Desk.self, forKey: .desk)
            extra = try all.decodeIfPresent(Value.self, forKey: .extra)
        }
    }
}
