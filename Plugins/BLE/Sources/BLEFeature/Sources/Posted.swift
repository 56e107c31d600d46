internal import FeatureKit

// What gateways post, and what they are told.

/// What a gateway's radio heard of one sender; what is wrong with it is that one's matter, so its Shape takes nearly anything.
struct PostedAdvertisement: Shaped, Codable, Equatable {
    let address: String
    var random = true
    var rssi: Int?
    let data: String
    var ago = Duration.zero

    static let shape = Shape.object([
        Field("address", .text(length: 0...64), "The sender's address, such as C0:FF:EE:00:00:01."),
        Field("random", .boolean, "Whether the address is a random one.", default: true),
        Field("rssi", .integer(), "The signal's strength in dBm, where measured.", optional: true),
        Field("data", .text(length: 0...8_192), "What it advertised, in hexadecimal digits."),
        Field("ago", .duration(), "How long before the post it was heard; 60s at most.", default: "0s"),
    ])
}

struct Post: Shaped, Codable, Equatable {
    /// How many a gateway may send at once.
    static let most = 500

    let gateway: String
    let advertisements: [PostedAdvertisement]

    static let shape = Shape.object([
        Field("gateway", Names.word, "Which gateway."),
        Field(
            "advertisements", .list(of: .of(PostedAdvertisement.self), count: 0...most), "What it heard, in order."),
    ])
}

/// What came of a post.
struct PostOutcome: Shaped, Codable, Equatable {
    struct Problem: Shaped, Codable, Equatable {
        let index: Int
        let why: String

        static let shape = Shape.object([
            Field("index", .integer(), "Which one, from 0."), Field("why", .text(), "What is wrong with it."),
        ])
    }

    let taken: Int
    let published: Int64
    let refused: [String: Int64]
    let problems: [Problem]

    static let shape = Shape.object([
        Field("taken", .integer(), "How many could be read."),
        Field("published", .integer(), "How many words of beacons were published."),
        Field("refused", .map(of: .integer()), "How much was not, by the reason."),
        Field("problems", .list(of: .of(Problem.self)), "Those that could not be read."),
    ])
}

extension Route where Request == Post, Reply == PostOutcome {
    static var blePost: Self {
        .init("ble.post", .post, "/gateways/{gateway}/advertisements", access: .role("gateway"))
    }
}
