internal import FeatureKit

/// A recorded session in the place of the network.
struct RecordingSettings: Shaped, Codable, Equatable {
    static let mostFiles = 8

    var files: [String]
    var speed = 1.0
    var repeats = false

    enum CodingKeys: String, CodingKey {
        case files, speed
        case repeats = "repeat"
    }

    static let shape = Shape.object([
        Field("files", .list(of: .path, count: 1...mostFiles), "Files of one session, merged by their times."),
        Field(
            "speed", .number(in: 0...1_000_000), "How much faster than recorded it is replayed; 0: at once.", default: 1
        ),
        Field("repeat", .boolean, "Whether it starts again at the end.", default: false),
    ])
}
