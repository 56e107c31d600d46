internal import FeatureKit

/// What it heard from its neighbour.
struct Heard: Shaped, Codable, Equatable {
    var text: String
    var count: Int

    static let shape = Shape.object([
        Field("text", .text(length: 0...100), "What was said."),
        Field("count", .integer(in: 0 ... .max), "How often something was."),
    ])
}

/// What a neighbour says.
struct Said: Shaped, Codable {
    var text: String
    var weight: Double?
    static let shape = Shape.object([
        Field("text", .text(length: 0...100), "What."), Field("weight", .number(), "How much.", optional: true),
    ])
}

/// How things are.
struct Standing: Shaped, Codable, Equatable {
    var label: String
    var beats: Int
    var isLoud: Bool
    static let shape = Shape.object([
        Field("label", .text(length: 1...20), "What it is called."),
        Field("beats", .integer(in: 0 ... .max), "How often it has beaten."),
        Field("isLoud", .boolean, "Whether its flag says so."),
    ])
}

/// A note as it is kept, and as it is written.
struct Note: Shaped, Codable, Equatable {
    var title: String
    var lines: Int
    static let shape = Shape.object([
        Field("title", .text(length: 1...40), "What about."),
        Field("lines", .integer(in: 0...1_000), "How long it is."),
    ])
}

/// How much there is.
struct Total: Shaped, Codable, Equatable {
    var notes: Int
    static let shape = Shape.object([
        Field("notes", .integer(in: 0...1_000_000), "How many notes there are.")
    ])
}

/// What is asked for by its name.
struct Named: Shaped, Codable {
    var title: String
    /// Smaller than the Shape allows if `shapeWider` is broken.
    var size: UInt8
    var nick: String?

    static let shape = Shape.object(
        [
            Field("title", .text(length: 1...40), "What about."),
            Field("size", .integer(in: 0...(Break.breaks(.shapeWider) ? 1_000 : 255)), "How large.", default: 1),
        ]
            + (Break.breaks(.shapeForgets)
                ? [] : [Field("nick", .text(length: 0...9), "What else it is called.", optional: true)]))
}

/// What something costs.
struct Price: Shaped, Codable, Equatable {
    var cents: Int
    static let shape = Shape.object([Field("cents", .integer(in: 0...1_000_000), "How much.")])

    init(cents: Int) { self.cents = cents }

    func encode(to encoder: any Encoder) throws {
        var all = encoder.container(keyedBy: CodingKeys.self)
        // One more than was read, which is above the Shape's upper bound.
        try all.encode(Break.breaks(.shapeNarrower) ? cents + 1 : cents, forKey: .cents)
    }
}

extension Topic where Payload == Standing {
    static var state: Topic { .init("faulty.state", retain: .latest) }
}

extension Topic where Payload == Heard {
    static var heard: Topic { .init("faulty.heard") }
    static var secret: Topic { .init("faulty.secret") }
}

extension Topic where Payload == Said {
    static var said: Topic { .init("neighbour.said") }
}

extension Route where Request == Note, Reply == Total {
    static var add: Route { .init("faulty.add", .post, "/notes", access: .user) }
}

extension Route where Request == Named, Reply == Note {
    static var get: Route { .init("faulty.get", .get, "/notes/{title}", access: .everyone) }
    static var secret: Route { .init("faulty.secret", .get, "/secret", access: .everyone) }
}

extension Route where Request == Named, Reply == Media {
    static var draw: Route { .init("faulty.draw", .get, "/drawings/{title}", access: .role("artist")) }
}

extension Route where Request == Nothing, Reply == Standing {
    static var glance: Route { .init("faulty.glance", .get, "/glance", access: .everyone) }
    static var follow: Route { .init("faulty.follow", .get, "/follow", access: .everyone, streams: true) }
    /// The same name, declared as a stream.
    static var glances: Route { .init("faulty.glance", .get, "/glance", access: .everyone, streams: true) }
}

extension Route where Request == Named, Reply == Price {
    static var price: Route { .init("faulty.price", .get, "/prices/{title}", access: .everyone) }
    static var askedPrice: Route { .init("neighbour.price", .get, "/prices", access: .everyone) }
    static var secretPrice: Route { .init("neighbour.secret", .get, "/secret", access: .everyone) }
}

extension Documents<Note> {
    static var notes: Documents { .init("notes", indexes: [.on("lines")]) }
    static var secrets: Documents { .init("secrets") }
}

/// Somebody who was there.
@Record struct Visit: Equatable {
    /// Who.
    var user: String
}

extension Documents<Visit> {
    static var visits: Documents { .init("visits", person: .deletes("user")) }
}
